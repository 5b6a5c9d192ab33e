/**
 * Feature maps as plain data, coefficients included, so that one policy runs unchanged in a
 * program, in the service and in a page.
 */
import type { ContextLiftDescription } from './context-lift.ts';

type Rows = readonly (readonly number[])[];

/** Which attribute of the action and which coordinate of the context are multiplied; null is 1. */
export type FeatureTerm = readonly [attribute: number | null, coordinate: number | null];

export type FeatureMapDescription =
  | { readonly kind: 'synthetic'; readonly actions: Rows }
  | {
      readonly kind: 'kronecker';
      readonly actionVectors: Rows;
      readonly lift: ContextLiftDescription;
    }
  | { readonly kind: 'latent-outer'; readonly actionFactors: Rows; readonly contextWeights: Rows }
  | { readonly kind: 'hadamard'; readonly actionFactors: Rows; readonly contextWeights: Rows }
  | { readonly kind: 'per-action'; readonly actionCount: number; readonly contextDimension: number }
  | {
      readonly kind: 'polynomial';
      readonly actionVectors: Rows;
      readonly contextDimension: number;
    }
  | {
      readonly kind: 'random-fourier';
      readonly actionVectors: Rows;
      readonly frequencies: Rows;
      readonly phases: readonly number[];
    }
  | {
      readonly kind: 'terms';
      readonly actionVectors: Rows;
      readonly contextDimension: number;
      readonly terms: readonly FeatureTerm[];
    }
  | {
      readonly kind: 'standardised';
      readonly centre: readonly number[];
      readonly scale: readonly number[];
      readonly map: FeatureMapDescription;
    };
