/**
 * What harvests teach a model: the same regression, gone on with.
 *
 *     Λ' = Λ + ΦᵀV⁻¹Φ,  θ' = Λ'⁻¹(Λθ + ΦᵀV⁻¹ȳ),  V of the field-year as in the fit
 *
 * It equals a fit to all rows together with the same variances. All cells of a field-year must come at
 * once, because they share its season: for plots that come late, begin again from the model before that
 * season. Hybrids, parents, fields and regions that are new get coordinates of their own.
 */
import { type FieldYear, trialCells } from './cells.ts';
import { featureKey, featuresOf } from './design.ts';
import { fieldYearDesign } from './fit-design.ts';
import type { MixedModel, ModelField, ModelHybrid } from './mixed-model.ts';
import { withLevels } from './model-features.ts';
import { addFieldYear } from './normal-equations.ts';
import { seasonPrecision } from './season-covariance.ts';
import { hybridOf, scaledSituation } from './situation.ts';
import { factorInPlace, packUpper, solveInPlace, unpackUpper } from './symmetric-matrix.ts';
import type { TrialRow } from './trial-row.ts';

/** Returns the model after harvests; rows must hold whole field-years that it has not seen. */
export function learnHarvest(model: MixedModel, rows: readonly TrialRow[]): MixedModel {
  const fieldYears = trialCells(rows.map((row) => withParents(model, row))).fieldYears;
  const placed = fieldYears.map((one) => ({ ...one, region: regionOf(model, one) }));
  const grown = withNewLevels(model, placed);
  const size = grown.weights.length;
  const matrix = unpackUpper(grown.precisionUpper, size);
  const equations = { size, matrix, answers: timesWeights(matrix, grown.weights) };
  const indices = new Map(featuresOf(grown).map((feature, i) => [featureKey(feature), i]));
  for (const fieldYear of placed) {
    const { scaled } = scaledSituation(grown, fieldYear);
    const design = fieldYearDesign({ levels: grown, indices, fieldYear, scaled });
    addFieldYear(equations, design, seasonPrecision(design, model.variances).matrix);
  }
  const factor = matrix.slice();
  factorInPlace(factor, size);
  solveInPlace(factor, size, equations.answers);
  return {
    ...grown,
    weights: [...equations.answers],
    precisionUpper: packUpper(matrix, size),
    negativeLogLikelihood: null,
  };
}

function withParents(model: MixedModel, row: TrialRow): TrialRow {
  return { ...row, parents: hybridOf(model, { name: row.hybrid, parents: row.parents }).parents };
}

function regionOf(model: MixedModel, { field, region }: FieldYear): string | null {
  if (model.regions.length === 0) return null;
  return region ?? model.fields.find(({ name }) => name === field)?.region ?? field;
}

function timesWeights(matrix: Float64Array, weights: readonly number[]): Float64Array {
  const size = weights.length;
  return Float64Array.from(weights, (_, i) => {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += matrix[i * size + j]! * weights[j]!;
    return sum;
  });
}

function withNewLevels(model: MixedModel, fieldYears: readonly FieldYear[]): MixedModel {
  const hybrids = fieldYears.flatMap(({ cells }) => cells.map(({ hybrid }) => hybrid));
  const regions = fieldYears.flatMap(({ region }) => region ?? []);
  return withLevels(model, {
    hybrids: byName(model.hybrids, hybrids),
    parents: joined(
      model.parents,
      hybrids.flatMap(({ parents }) => parents),
    ),
    fields: byName(
      model.fields,
      fieldYears.map(
        ({ field, region, covariates }): ModelField => ({ name: field, region, covariates }),
      ),
    ),
    regions: joined(model.regions, regions),
  });
}

function byName<Level extends ModelHybrid | ModelField>(
  known: readonly Level[],
  others: readonly Level[],
): Level[] {
  const names = joined(
    known.map(({ name }) => name),
    others.map(({ name }) => name),
  );
  const all = [...known, ...others];
  return names.map((name) => all.find((level) => level.name === name)!);
}

function joined(known: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...known, ...others])];
}
