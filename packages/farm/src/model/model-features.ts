/**
 * A model with other levels: new ones are added, those no longer wanted are averaged over.
 *
 * What is new has mean 0 and precision 1/τ. What is left out is marginalised: its rows of Λ0⁻¹ are dropped,
 * so that what the rest knew through it stays. Neither changes what is predicted of the levels that stay.
 */
import { type Feature, featureKey, featuresOf, type Levels, priorVariance } from './design.ts';
import type { MixedModel, Variances } from './mixed-model.ts';
import { factorInPlace, inverseOf, packUpper, unpackUpper } from './symmetric-matrix.ts';

/** Weights and precision over some features. */
export interface Beliefs {
  readonly features: readonly Feature[];
  readonly weights: readonly number[];
  /** Λ, row i from column i on. */
  readonly precisionUpper: readonly number[];
}

/** Returns what a model believes of features in a given order, old and new. */
export function beliefsOver(
  model: Levels & Pick<MixedModel, 'weights' | 'precisionUpper' | 'variances'>,
  features: readonly Feature[],
): Beliefs {
  const known = new Map(featuresOf(model).map((feature, i) => [featureKey(feature), i]));
  const places = features.map((feature) => known.get(featureKey(feature)) ?? null);
  const kept = places.filter((place) => place !== null);
  const precision = precisionOf(model, kept);
  const size = features.length;
  const matrix = new Float64Array(size * size);
  const ranks = ranksOf(places);
  features.forEach((feature, i) => {
    if (places[i] === null) matrix[i * size + i] = 1 / newVariance(feature, model.variances);
    features.slice(0, i + 1).forEach((_, j) => {
      if (places[i] === null || places[j] === null) return;
      matrix[i * size + j] = precision[ranks[i]! * kept.length + ranks[j]!]!;
    });
  });
  return {
    features,
    weights: places.map((place) => (place === null ? 0 : model.weights[place]!)),
    precisionUpper: packUpper(matrix, size),
  };
}

/** Returns a model with these levels in place of its own. */
export function withLevels<Model extends MixedModel>(
  model: Model,
  levels: Partial<Pick<MixedModel, 'hybrids' | 'parents' | 'fields' | 'regions'>>,
): Model {
  const { weights, precisionUpper } = beliefsOver(model, featuresOf({ ...model, ...levels }));
  return { ...model, ...levels, weights, precisionUpper };
}

/** The precision of the kept features, with all others averaged over; whole, row by row. */
function precisionOf(
  model: Pick<MixedModel, 'weights' | 'precisionUpper'>,
  kept: readonly number[],
): Float64Array {
  const size = model.weights.length;
  const precision = unpackUpper(model.precisionUpper, size);
  if (kept.length === size) return chosen(precision, size, kept);
  factorInPlace(precision, size);
  const covariance = chosen(inverseOf(precision, size), size, kept);
  factorInPlace(covariance, kept.length);
  return inverseOf(covariance, kept.length);
}

function chosen(matrix: Float64Array, size: number, kept: readonly number[]): Float64Array {
  const part = new Float64Array(kept.length ** 2);
  kept.forEach((row, i) => {
    kept.forEach((column, j) => {
      part[i * kept.length + j] = matrix[row * size + column]!;
    });
  });
  return part;
}

/** How many kept features stand before each. */
function ranksOf(places: readonly (number | null)[]): number[] {
  let rank = 0;
  return places.map((place) => (place === null ? rank : rank++));
}

function newVariance(feature: Feature, variances: Variances): number {
  // The intercept is in every model, so what is new has a variance.
  return priorVariance(feature, variances)!;
}
