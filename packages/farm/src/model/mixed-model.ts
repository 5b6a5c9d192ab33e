/**
 * The yield model as plain data: what a fit returns, a file holds and a policy starts from.
 *
 *     mean yield of hybrid i in field-year j = φᵀθ + e_j + Σ_parents g_pj + s_ij + plot error
 *
 * θ are the `weights` of what lasts: a level, the weather, hybrids, parents, fields, parents in a kind of
 * weather, regions, in the order of design.ts. The data leave them uncertain by Λ0⁻¹, the inverse of the
 * precision. e, g and s belong to one field in one season and are gone with it; of them only the variances
 * are known. With θ0 and Λ0 the model is a Gaussian prior: predicting, comparing and learning are one
 * Bayesian regression.
 */

/** How far each kind of effect strays, in squared yield units. */
export interface Variances {
  /** Of the level, for one scaled unit of a weather variable; declared and never fitted. */
  readonly weather: number;
  /** A hybrid beyond the sum of its parents. */
  readonly hybrid: number;
  readonly parent: number;
  readonly field: number;
  /** 0 if no row tells a region: fields then hold all of it. */
  readonly region: number;
  /** A parent, for one scaled unit of a covariate. */
  readonly parentWeather: number;
  /** τ_e: the level of one field in one season. */
  readonly fieldYear: number;
  /** τ_g: a parent in one field and season. */
  readonly parentFieldYear: number;
  /** τ_s: a hybrid in one field and season, beyond its parents. */
  readonly hybridFieldYear: number;
  /** σ²: one plot around what its hybrid yields there. */
  readonly plot: number;
}

export type VarianceName = keyof Variances;

export interface Covariate {
  readonly name: string;
  readonly unit: string;
  /** z = (value − centre) / scale. */
  readonly centre: number;
  readonly scale: number;
  /** The least and the greatest value in the data. */
  readonly seen: { readonly min: number; readonly max: number };
  /** How far one season strays from the mean of its field; 0 for soil. */
  readonly yearDeviation: number;
  /** Whether it moves the level of all hybrids, and not only the parents against each other. */
  readonly movesLevel: boolean;
}

export interface ModelHybrid {
  readonly name: string;
  readonly parents: readonly string[];
}

export interface ModelField {
  readonly name: string;
  readonly region: string | null;
  /** Means over its seasons, in the units of the covariates. */
  readonly covariates: Readonly<Record<string, number>>;
}

/** What is doubted on top for each scaled unit outside of what was seen: no data can tell. */
export interface Guard {
  /** Of the level, as a deviation in yield units. */
  readonly level: number;
  /** Of every hybrid's own part. */
  readonly action: number;
}

/** A variance that the data did not tell, and why; it is as it was declared. */
export interface HeldVariance {
  readonly variance: VarianceName;
  readonly reason: string;
}

/**
 * Variances that a table without repeated plots tells only as their sum: what one line strays by from its
 * hybrid and its field-year. They are in the proportions declared.
 */
export interface Residual {
  readonly variances: readonly VarianceName[];
  /** So many squares of lines told the sum. */
  readonly degrees: number;
}

/** What was measured on seasons or places that a fit had not seen, in yield units and shares. */
export interface ModelAccuracy {
  readonly schemes: readonly SchemeAccuracy[];
  /** Said and observed chances that one hybrid beats another, new seasons. */
  readonly reliability: readonly ChanceReliability[];
}

export interface SchemeAccuracy {
  readonly leftOut: 'field-year' | 'year' | 'field';
  /** Root mean squared error of plots, and with the mean of each field-year removed. */
  readonly error: number;
  readonly errorWithin: number;
  /** Mean correlation of predicted and realised hybrid means in a field-year. */
  readonly correlation: number;
  /** Realised on predicted differences; 1 is neither boast nor modesty. */
  readonly slope: number;
  /** What intervals meant to hold 80 % held: cell means, and differences of two hybrids. */
  readonly cover: number;
  readonly differenceCover: number;
  /** What the hybrid that looked best gained over the trial's mean and over the most grown one. */
  readonly gain: number;
  readonly gainOverMostGrown: number;
}

export interface ChanceReliability {
  readonly said: number;
  readonly observed: number;
  readonly pairs: number;
}

export interface ModelData {
  readonly rows: number;
  readonly plots: number;
  readonly cells: number;
  readonly fieldYears: number;
  readonly years: readonly number[];
  /** Field-years in which a covariate was missing and was filled by the mean of its field, or of all. */
  readonly filledCovariates: number;
  /** Of the data that made it; null if nobody said. */
  readonly source: string | null;
}

export interface MixedModel {
  readonly kind: 'hedgerow-mixed-model/1';
  readonly crop: string;
  /** Of yields: "t/ha". */
  readonly unit: string;
  /** Between which yields of fields can be expected to lie. */
  readonly range: { readonly min: number; readonly max: number };
  readonly hybrids: readonly ModelHybrid[];
  readonly parents: readonly string[];
  readonly fields: readonly ModelField[];
  readonly regions: readonly string[];
  readonly covariates: readonly Covariate[];
  readonly variances: Variances;
  readonly held: readonly HeldVariance[];
  /** Absent where repeated plots tell each by itself, or where too few lines tell even their sum. */
  readonly residual?: Residual;
  readonly guard: Guard;
  /** θ0, in the order of design.ts. */
  readonly weights: readonly number[];
  /** Λ0, row i from column i on. */
  readonly precisionUpper: readonly number[];
  /** −ℓ_R at these variances; null once something was learnt on top. */
  readonly negativeLogLikelihood: number | null;
  readonly accuracy: ModelAccuracy | null;
  readonly data: ModelData;
}
