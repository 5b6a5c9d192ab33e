/**
 * Expected regret that independent programs measured for the same designs: mean and standard error.
 *
 * 100 trials of 2000 rounds for the synthetic experiment, 200 for the others, with seeds of their
 * own. Ours must be within three standard errors of the difference, or lower. The rows `known-number`
 * used a fixed grid of bets, where ours scales its grid with the baseline.
 */
import type { MeanAndError } from '../measures/mean-and-error.ts';

type ByShortfall = Readonly<Record<string, readonly [mean: number, standardError: number]>>;

const REFERENCES: Readonly<Record<string, Readonly<Record<string, ByShortfall>>>> = {
  synthetic: {
    'as-written': {
      0.1: [1295.3, 27.9],
      0.3: [838.4, 21.1],
      0.5: [732.5, 17.1],
      0.8: [671.4, 20.2],
    },
    'ledger-only': {
      0.1: [960.7, 17.5],
      0.3: [690.8, 16.1],
      0.5: [649.7, 20.1],
      0.8: [609.7, 18.6],
    },
    hedge: { 0.1: [483.7, 8.6], 0.3: [195.9, 4.4], 0.5: [140.3, 4.1], 0.8: [115.9, 3.5] },
    'exact-hint': { 0.1: [450.1, 7.7], 0.3: [141.9, 3.0], 0.5: [86.4, 2.3], 0.8: [63.4, 1.9] },
    ungated: { 0.1: [609, 17.1], 0.3: [609, 17.1], 0.5: [609, 17.1], 0.8: [609, 17.1] },
  },
  bounded: {
    'known-number': {
      0.1: [56.97, 0.87],
      0.3: [46.89, 0.84],
      0.5: [45.49, 0.82],
      0.8: [45.19, 0.81],
    },
    'coin-policy': {
      0.1: [76.35, 0.75],
      0.3: [53.38, 0.82],
      0.5: [48.51, 0.76],
      0.8: [45.87, 0.89],
    },
    'coin-played': {
      0.1: [95.62, 1.08],
      0.3: [56.13, 0.78],
      0.5: [48.92, 0.77],
      0.8: [45.4, 0.78],
    },
    'coin-observed': {
      0.1: [89.88, 1.12],
      0.3: [54.33, 0.86],
      0.5: [48.52, 0.81],
      0.8: [46.43, 0.97],
    },
  },
  'synthetic-cap-60': {
    'known-number': {
      0.1: [1006.44, 12.61],
      0.3: [705.63, 12.46],
      0.5: [644.87, 12.37],
      0.8: [625.97, 12.53],
    },
    'coin-policy': {
      0.1: [2804.23, 19.51],
      0.3: [1539.97, 12.03],
      0.5: [1071.09, 10.99],
      0.8: [742.35, 11.67],
    },
    'coin-played': {
      0.1: [5865.54, 49.44],
      0.3: [2203.86, 17.81],
      0.5: [1299.91, 12.01],
      0.8: [771.67, 10.93],
    },
    'coin-observed': {
      0.1: [5559.55, 45.16],
      0.3: [2030.6, 16.03],
      0.5: [1141.15, 11.94],
      0.8: [704.86, 12.56],
    },
  },
  'synthetic-cap-40': {
    'coin-policy': {
      0.1: [2024.98, 17.43],
      0.3: [1167.43, 12.06],
      0.5: [878.28, 11.59],
      0.8: [715.6, 11.79],
    },
  },
};

/** The number of rounds that all references are for. */
export const REFERENCE_ROUND_COUNT = 2000;

export interface ReferenceKey {
  readonly experiment: string;
  readonly strategy: string;
  readonly allowedShortfall: number;
}

/** Returns the reference of a cell, or null if there is none. */
export function referenceOf(key: ReferenceKey): MeanAndError | null {
  const found = REFERENCES[key.experiment]?.[key.strategy]?.[key.allowedShortfall];
  return found === undefined ? null : { mean: found[0], standardError: found[1] };
}
