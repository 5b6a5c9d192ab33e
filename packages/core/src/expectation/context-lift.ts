/**
 * A lift g(c) turns a context into the numbers in which features are linear.
 *
 * This is the central idea of the folder. Every closed-form feature map is linear in some lift of
 * the context, features(x, c) = Aₓ·g(c) + constantₓ, hence
 *
 *     expected features  ψ = Aₓ·E[g] + constantₓ        covariance of features = Aₓ·Cov(g)·Aₓᵀ
 *
 * and only E[g] and Cov(g) have to be worked out, once a forecast, whatever the number of actions.
 */
import type { ContextDistribution } from '../context/context-distribution.ts';

export interface ContextLift {
  readonly kind: ContextLiftDescription['kind'];
  /** Number of context coordinates. */
  readonly contextDimension: number;
  /** n: number of lifted coordinates. */
  readonly dimension: number;
  /** Whether g is affine: then E[g(c)] = g(E[c]), bit for bit, whatever the spread. */
  readonly isAffine: boolean;
  /** Writes g(context). */
  evaluate(context: ArrayLike<number>, into: Float64Array): void;
  /** Writes E[g(c)]. */
  mean(distribution: ContextDistribution, into: Float64Array): void;
  /** Returns Cov(g(c)) in a fresh array, row by row, n × n. */
  covariance(distribution: ContextDistribution): Float64Array;
  /** Plain data from which `liftFromDescription` builds an equal lift. */
  describe(): ContextLiftDescription;
}

export type ContextLiftDescription =
  | { readonly kind: 'identity'; readonly contextDimension: number }
  | { readonly kind: 'affine'; readonly contextDimension: number }
  | { readonly kind: 'degree-two'; readonly contextDimension: number }
  | { readonly kind: 'squares-and-linear'; readonly contextDimension: number }
  | { readonly kind: 'linear'; readonly weights: readonly (readonly number[])[] }
  | {
      readonly kind: 'random-fourier';
      readonly frequencies: readonly (readonly number[])[];
      readonly phases: readonly number[];
    };
