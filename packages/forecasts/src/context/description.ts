/**
 * Distributions as plain data, in the form that `@hedgerow/core` reads (`contextFromDescription`, or the
 * variables of a policy's call). Declared here, because this package imports nothing; a test lets the core
 * read each of them.
 */
export type ForecastDescription =
  | ExactDescription
  | NormalDescription
  | QuantilesDescription
  | EnsembleDescription;

export interface ExactDescription {
  readonly kind: 'exact';
  readonly value: number;
}

export interface NormalDescription {
  readonly kind: 'normal';
  readonly mean: number;
  readonly sd: number;
}

export interface QuantilesDescription {
  readonly kind: 'quantiles';
  readonly min?: number;
  readonly [level: `p${number}`]: number;
}

export interface EnsembleDescription {
  readonly kind: 'ensemble';
  /** One number a member, or one row a member where several variables are joined. */
  readonly points: readonly number[] | readonly (readonly number[])[];
  readonly weights?: readonly number[];
}

/** Returns the distribution of a number that is off by `sd`, if by anything. */
export function around(mean: number, sd: number): ExactDescription | NormalDescription {
  return sd === 0 ? { kind: 'exact', value: mean } : { kind: 'normal', mean, sd };
}
