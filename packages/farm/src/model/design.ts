/**
 * Which feature stands where, and what a hybrid in a field and season has of each.
 *
 *     φ = intercept · weather (those that move the level) · hybrids · parents · fields ·
 *         parent × covariate (covariate by covariate) · regions
 *
 * A hybrid has 1 at its own name and 1 at each of its parents, and at parent × covariate the covariate's
 * z. Vectors are sparse, by name: so a hybrid, parent, field or region that the model has never seen is an
 * entry like any other, with the variance of its kind in place of a column of Λ0.
 */
import type { Covariate, MixedModel, ModelHybrid, VarianceName, Variances } from './mixed-model.ts';

/** The kinds of lasting effects; the intercept has no variance. */
export type BlockName =
  | 'intercept'
  | 'weather'
  | 'hybrid'
  | 'parent'
  | 'field'
  | 'parentWeather'
  | 'region';

export interface Feature {
  readonly block: BlockName;
  /** Of the hybrid, parent, field, region or weather variable; '' for the intercept. */
  readonly level: string;
  /** Of a parent × covariate. */
  readonly covariate: string | null;
}

/** The levels a design has columns for. */
export interface Levels {
  readonly hybrids: readonly ModelHybrid[];
  readonly parents: readonly string[];
  readonly fields: readonly { readonly name: string }[];
  readonly regions: readonly string[];
  readonly covariates: readonly Covariate[];
}

/** Returns all features in their order. */
export function featuresOf(levels: Levels): Feature[] {
  const { hybrids, parents, fields, regions, covariates } = levels;
  const of = (block: BlockName, names: readonly string[]): Feature[] =>
    names.map((level) => ({ block, level, covariate: null }));
  return [
    { block: 'intercept', level: '', covariate: null },
    ...of(
      'weather',
      covariates.filter(({ movesLevel }) => movesLevel).map(({ name }) => name),
    ),
    ...of(
      'hybrid',
      hybrids.map(({ name }) => name),
    ),
    ...of('parent', parents),
    ...of(
      'field',
      fields.map(({ name }) => name),
    ),
    ...covariates.flatMap(({ name }) =>
      parents.map((level): Feature => ({ block: 'parentWeather', level, covariate: name })),
    ),
    ...of('region', regions),
  ];
}

/** A name of its own for each feature, also for those a design has no column for. */
export function featureKey({ block, level, covariate }: Feature): string {
  return JSON.stringify([block, level, covariate]);
}

/** The variance a feature has before any data; null for the intercept, which is flat. */
export function priorVariance(feature: Feature, variances: Variances): number | null {
  return feature.block === 'intercept' ? null : variances[feature.block];
}

/** The variance a weight has on top in one field and season. */
export function seasonVariance({ block }: Feature, variances: Variances): number {
  const name = SEASON_VARIANCES[block];
  return name === undefined ? 0 : variances[name];
}

const SEASON_VARIANCES: Partial<Record<BlockName, VarianceName>> = {
  intercept: 'fieldYear',
  parent: 'parentFieldYear',
  hybrid: 'hybridFieldYear',
};

/** A vector of features that are mostly 0. */
export class SparseVector {
  readonly #entries = new Map<string, { feature: Feature; value: number }>();

  add(feature: Feature, value: number): this {
    const key = featureKey(feature);
    const before = this.#entries.get(key)?.value ?? 0;
    this.#entries.set(key, { feature, value: before + value });
    return this;
  }

  minus(other: SparseVector): SparseVector {
    const difference = new SparseVector();
    for (const { feature, value } of this.entries()) difference.add(feature, value);
    for (const { feature, value } of other.entries()) difference.add(feature, -value);
    return difference;
  }

  entries(): Iterable<{ readonly feature: Feature; readonly value: number }> {
    return this.#entries.values();
  }
}

/** Where something is grown: names that may be new, or not known, and scaled covariates. */
export interface Place {
  readonly field: string | null;
  readonly region: string | null;
  readonly scaled: Readonly<Record<string, number>>;
}

/** What every hybrid has in a place. */
export function placeVector(
  model: Pick<MixedModel, 'covariates' | 'regions'>,
  place: Place,
): SparseVector {
  const vector = new SparseVector().add({ block: 'intercept', level: '', covariate: null }, 1);
  for (const { name, movesLevel } of model.covariates) {
    if (movesLevel) vector.add(level('weather', name), place.scaled[name]!);
  }
  vector.add(level('field', place.field ?? NOWHERE), 1);
  if (model.regions.length > 0) vector.add(level('region', place.region ?? NOWHERE), 1);
  return vector;
}

/** Names that no table holds: a field or region that nobody named. */
const NOWHERE = '';

/** What a hybrid has on top of its place. */
export function hybridVector(
  covariates: readonly Covariate[],
  hybrid: ModelHybrid,
  scaled: Readonly<Record<string, number>>,
): SparseVector {
  const vector = new SparseVector().add(level('hybrid', hybrid.name), 1);
  for (const parent of hybrid.parents) {
    vector.add(level('parent', parent), 1);
    for (const { name } of covariates) {
      vector.add({ block: 'parentWeather', level: parent, covariate: name }, scaled[name]!);
    }
  }
  return vector;
}

/** ∂φ/∂z of one covariate: what a hybrid has more of for each scaled unit. */
export function slopeVector(covariate: Covariate, hybrid: ModelHybrid): SparseVector {
  const vector = new SparseVector();
  if (covariate.movesLevel) vector.add(level('weather', covariate.name), 1);
  for (const parent of hybrid.parents) {
    vector.add({ block: 'parentWeather', level: parent, covariate: covariate.name }, 1);
  }
  return vector;
}

function level(block: BlockName, name: string): Feature {
  return { block, level: name, covariate: null };
}
