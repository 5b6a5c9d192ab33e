/**
 * Context distributions as plain data: what is written to files, sent over the network and kept in
 * receipts. `contextFromDescription` turns it back into a distribution.
 *
 * A description holds what the user gave, not what was made of it: weights before rounding was
 * divided out, a covariance before it was repaired. Rebuilding repeats the same steps and arrives
 * at the same bits.
 */
export type ContextDescription =
  | ExactDescription
  | NormalDescription
  | MultivariateNormalDescription
  | UniformDescription
  | UniformBoxDescription
  | EnsembleDescription
  | QuantilesDescription
  | CategoriesDescription
  | MixtureDescription
  | IndependentDescription
  | StandardisedDescription;

export interface ExactDescription {
  readonly kind: 'exact';
  readonly value: number | readonly number[];
}

export interface NormalDescription {
  readonly kind: 'normal';
  readonly mean: number;
  readonly sd: number;
}

export interface MultivariateNormalDescription {
  readonly kind: 'multivariate-normal';
  readonly mean: readonly number[];
  /** Row by row; either this or `variances`. */
  readonly covariance?: readonly (readonly number[])[];
  /** The diagonal of a diagonal covariance. */
  readonly variances?: readonly number[];
}

export interface UniformDescription {
  readonly kind: 'uniform';
  readonly min: number;
  readonly max: number;
}

export interface UniformBoxDescription {
  readonly kind: 'uniform-box';
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export interface EnsembleDescription {
  readonly kind: 'ensemble';
  readonly points: readonly number[] | readonly (readonly number[])[];
  /** Equal weights when left out. */
  readonly weights?: readonly number[];
}

export interface QuantilesDescription {
  readonly kind: 'quantiles';
  readonly min?: number;
  readonly max?: number;
  /** `p10: 20` says that ten percent of all outcomes lie below 20. */
  readonly [level: `p${number}`]: number;
}

export interface CategoriesDescription {
  readonly kind: 'categories';
  readonly probabilities: readonly number[] | Readonly<Record<string, number>>;
}

export interface MixtureDescription {
  readonly kind: 'mixture';
  readonly components: readonly {
    readonly weight: number;
    readonly distribution: ContextDescription;
  }[];
}

export interface IndependentDescription {
  readonly kind: 'independent';
  readonly blocks: readonly ContextDescription[];
}

export interface StandardisedDescription {
  readonly kind: 'standardised';
  readonly centre: readonly number[];
  readonly scale: readonly number[];
  readonly distribution: ContextDescription;
}
