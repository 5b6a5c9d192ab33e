/**
 * What is left out of a fit, and what is predicted of it: the raw material of every figure of accuracy.
 *
 * Whole field-years, whole years or whole fields are left out; everything is fitted again on the rest.
 */
import type { TrialRow } from '@hedgerow/farm';

export const SCHEMES = ['field-year', 'year', 'field'] as const;

export type Scheme = (typeof SCHEMES)[number];

export const METHODS = [
  'constant',
  'hybrid mean',
  'hybrid + field',
  'hybrid + field, shrunk',
  'bilinear',
  'mixed, no weather',
  'mixed',
] as const;

export type Method = (typeof METHODS)[number];

/** What a method says of the hybrids of a field-year, in their order. */
export interface HeldOutPrediction {
  readonly means: readonly number[];
  /** Deviation of each cell mean; null if the method states none. */
  readonly deviations: readonly number[] | null;
  /** Deviation of the difference of cells i and j at [i][j]; null likewise. */
  readonly pairDeviations: readonly (readonly number[])[] | null;
}

/** A field-year that a fit has not seen. */
export interface HeldOutFieldYear {
  readonly field: string;
  readonly year: number;
  readonly hybrids: readonly string[];
  readonly means: readonly number[];
  readonly plots: readonly number[];
  /** Squares of plots around the means of their cells. */
  readonly withinSquares: number;
  /** The hybrid here that the rest ranks nearest to the 16th, by a table of hybrids and field-years. */
  readonly sixteenth: string;
  /** The hybrid that the rest grew in most field-years; perhaps not here. */
  readonly mostGrown: string;
  /** Of the methods that were asked. */
  readonly predictions: Readonly<Partial<Record<Method, HeldOutPrediction>>>;
}

/** What is left out together, and who is to predict it. */
export interface Fold {
  readonly scheme: Scheme;
  readonly group: string;
  readonly methods: readonly Method[];
}

/** Which group of a scheme a row belongs to. */
export function groupOf(scheme: Scheme, { field, year }: Pick<TrialRow, 'field' | 'year'>): string {
  if (scheme === 'year') return String(year);
  return scheme === 'field' ? field : `${field} ${year}`;
}

/** All folds of the schemes, in the order of their names. */
export function foldsOf(
  rows: readonly TrialRow[],
  { schemes, methods }: { schemes: readonly Scheme[]; methods: readonly Method[] },
): Fold[] {
  return schemes.flatMap((scheme) =>
    [...new Set(rows.map((row) => groupOf(scheme, row)))]
      .sort()
      .map((group) => ({ scheme, group, methods })),
  );
}
