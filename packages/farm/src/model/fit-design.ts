/**
 * The cells of a table as sparse numbers, field-year by field-year.
 *
 * Weather, field and region are the same for all hybrids of a field-year, so its rows of Φ are sums of a
 * few columns: one for the place, one for each hybrid, and one for each parent with its slopes, which is
 * the parent's unit vector and z times its vectors of parent × covariate. All that touches the d features
 * goes through these columns once a field-year, and not once a pair of cells.
 */
import type { Cell, FieldYear } from './cells.ts';
import {
  type Feature,
  featureKey,
  featuresOf,
  hybridVector,
  type Levels,
  placeVector,
  SparseVector,
} from './design.ts';
import type { ModelHybrid } from './mixed-model.ts';

/** A vector over features, or over columns of a field-year, without its zeros. */
export interface SparseColumn {
  readonly places: Int32Array;
  readonly values: Float64Array;
}

export interface FieldYearDesign {
  readonly cellCount: number;
  readonly yields: Float64Array;
  readonly plots: Float64Array;
  /** K: how many parents two cells have in common, row by row. */
  readonly common: Float64Array;
  /** Columns over the features. */
  readonly columns: readonly SparseColumn[];
  /** For each cell, which columns it is the sum of. */
  readonly members: readonly SparseColumn[];
}

export interface FitDesign {
  readonly features: readonly Feature[];
  readonly fieldYears: readonly FieldYearDesign[];
  readonly withinSquares: number;
  readonly withinDegrees: number;
}

export interface FitDesignInput {
  readonly levels: Levels;
  readonly fieldYears: readonly FieldYear[];
  /** z of the covariates in each field-year. */
  readonly scaled: readonly Readonly<Record<string, number>>[];
  readonly withinSquares: number;
  readonly withinDegrees: number;
}

/** Lays out the cells of all field-years. */
export function fitDesign(input: FitDesignInput): FitDesign {
  const { levels, fieldYears, scaled, withinSquares, withinDegrees } = input;
  const features = featuresOf(levels);
  const indices = new Map(features.map((feature, i) => [featureKey(feature), i]));
  return {
    features,
    fieldYears: fieldYears.map((fieldYear, i) =>
      fieldYearDesign({ levels, indices, fieldYear, scaled: scaled[i]! }),
    ),
    withinSquares,
    withinDegrees,
  };
}

export interface FieldYearDesignInput {
  readonly levels: Levels;
  /** Where each feature stands, by its key. */
  readonly indices: ReadonlyMap<string, number>;
  readonly fieldYear: FieldYear;
  readonly scaled: Readonly<Record<string, number>>;
}

/** Lays out the cells of one field-year. */
export function fieldYearDesign(input: FieldYearDesignInput): FieldYearDesign {
  const { levels, indices, fieldYear, scaled } = input;
  const { cells, field, region } = fieldYear;
  const parents = [...new Set(cells.flatMap(({ hybrid }) => hybrid.parents))];
  const vectors = [
    placeVector(levels, { field, region, scaled }),
    ...cells.map(({ hybrid }) => hybridAlone(hybrid)),
    ...parents.map((parent) => parentAlone(levels, parent, scaled)),
  ];
  return {
    cellCount: cells.length,
    yields: Float64Array.from(cells, ({ mean }) => mean),
    plots: Float64Array.from(cells, ({ plots }) => plots),
    common: commonParents(cells),
    columns: vectors.map((vector) => columnOf(vector, indices)),
    members: cells.map(({ hybrid }, i) => membersOf(hybrid, i, { parents, count: cells.length })),
  };
}

function hybridAlone({ name }: ModelHybrid): SparseVector {
  return new SparseVector().add({ block: 'hybrid', level: name, covariate: null }, 1);
}

/** A parent and its slopes: what a hybrid of this parent alone would have, but for its own name. */
function parentAlone(
  { covariates }: Levels,
  parent: string,
  scaled: Readonly<Record<string, number>>,
): SparseVector {
  const nobody: ModelHybrid = { name: '', parents: [parent] };
  return hybridVector(covariates, nobody, scaled).minus(hybridAlone(nobody));
}

function columnOf(vector: SparseVector, indices: ReadonlyMap<string, number>): SparseColumn {
  const entries = [...vector.entries()].filter(({ value }) => value !== 0);
  return {
    places: Int32Array.from(entries, ({ feature }) => indices.get(featureKey(feature))!),
    values: Float64Array.from(entries, ({ value }) => value),
  };
}

function membersOf(
  hybrid: ModelHybrid,
  cell: number,
  { parents, count }: { parents: readonly string[]; count: number },
): SparseColumn {
  const counts = new Map<number, number>([
    [0, 1],
    [1 + cell, 1],
  ]);
  for (const parent of hybrid.parents) {
    const column = 1 + count + parents.indexOf(parent);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return { places: Int32Array.from(counts.keys()), values: Float64Array.from(counts.values()) };
}

function commonParents(cells: readonly Cell[]): Float64Array {
  const common = new Float64Array(cells.length ** 2);
  cells.forEach(({ hybrid: first }, i) => {
    cells.forEach(({ hybrid: second }, j) => {
      for (const parent of first.parents) {
        common[i * cells.length + j]! += second.parents.filter((other) => other === parent).length;
      }
    });
  });
  return common;
}
