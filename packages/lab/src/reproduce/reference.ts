/**
 * What independent programs measured in the same experiments, with random numbers of their own.
 *
 * The numbers stand in packages/lab/references, so that an installed package can check itself; tests
 * compare them with the files in vectors/. Means come with their standard errors; rates are shares of
 * trials.
 */
import { readFileSync } from 'node:fs';
import type { Cell, StrategyPair } from '../experiments/experiment.ts';
import type { MeanAndError } from '../measures/mean-and-error.ts';

export type ReferenceMeasure =
  | 'expectedRegret'
  | 'realisedRegret'
  | 'oracleRegret'
  | 'baselineRounds';

export interface ReferenceRow extends Cell {
  readonly means: Readonly<Record<ReferenceMeasure, MeanAndError>>;
  readonly rates?: {
    readonly coverageFailures: number;
    readonly expectedViolations: number;
    readonly realisedViolations: number;
  };
}

/** One strategy minus another on the same random numbers. */
export interface ReferenceDifference extends StrategyPair {
  readonly environment: string;
  readonly allowedShortfall: number;
  readonly means: Readonly<Record<'expectedRegret' | 'oracleRegret', MeanAndError>>;
}

export interface Reference {
  readonly rounds: number;
  readonly trials: number;
  readonly rows: readonly ReferenceRow[];
  readonly differences: readonly ReferenceDifference[];
}

/** The paper's synthetic experiment; strategies without a promise were judged by α = 0.1. */
export const SYNTHETIC_REFERENCE: Reference = readReference('synthetic');
/** The maize experiment, forecasts `classical-calibrated`. */
export const MAIZE_REFERENCE: Reference = readReference('maize');

/** Returns the contents of a file of references. */
export function readReference<Contents>(name: string): Contents {
  const file = new URL(`../../references/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Contents;
}
