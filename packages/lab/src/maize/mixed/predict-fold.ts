/**
 * Leaves out one fold, fits every method on the rest, and predicts what was left out.
 */
import {
  type FieldYear,
  fitMixedModel,
  type TrialRow,
  trialCells,
  yieldPredictor,
} from '@hedgerow/farm';
import { DEFAULT_FIT, fitLearner } from '../fit/fit-method.ts';
import { fitRows } from '../fit/fit-rows.ts';
import type { TidyRow } from '../import/tidy-row.ts';
import type { MaizeModel } from '../world/maize-model.ts';
import { readMaizeModel } from '../world/read-maize-model.ts';
import { type AdditiveTable, additiveTable } from './additive-table.ts';
import {
  type Fold,
  groupOf,
  type HeldOutFieldYear,
  type HeldOutPrediction,
  type Method,
} from './held-out.ts';
import { heldOutError } from './held-out-error.ts';
import { MAIZE_FIT } from './maize-trial-rows.ts';

/** The 16th best hybrid stands for the usual choice of a farmer. */
const USUAL_RANK = 16;

export interface FoldData {
  readonly rows: readonly TrialRow[];
  /** The same plots, in the same order, as the bilinear fit reads them. */
  readonly table: readonly TidyRow[];
}

/** A method that was trained, asked about a field-year. */
type Trained = (fieldYear: FieldYear) => HeldOutPrediction;

/** Returns the field-years of a fold with what each method says of them. */
export function predictFold({ rows, table }: FoldData, fold: Fold): HeldOutFieldYear[] {
  const isOut = rows.map((row) => groupOf(fold.scheme, row) === fold.group);
  const rest = rows.filter((_, i) => !isOut[i]);
  const training: Record<Method, () => Trained> = {
    constant: () => tableMethod(additiveTable(rest, { hybrid: Infinity, field: Infinity })),
    'hybrid mean': () => tableMethod(additiveTable(rest, { hybrid: 0, field: Infinity })),
    'hybrid + field': () => tableMethod(additiveTable(rest, { hybrid: 0, field: 0 })),
    'hybrid + field, shrunk': () => tableMethod(additiveTable(rest, { hybrid: 3, field: 80 })),
    bilinear: () => bilinearMethod(table, rows, isOut),
    'mixed, no weather': () => mixedMethod(rest, false),
    mixed: () => mixedMethod(rest, true),
  };
  const trained = fold.methods.map((name) => [name, training[name]()] as const);
  const ranking = rankingOf(rest);
  const mostGrown = mostGrownOf(rest);
  const left = rows.filter((_, i) => isOut[i]);
  return trialCells(left).fieldYears.map((fieldYear) => ({
    field: fieldYear.field,
    year: fieldYear.year,
    hybrids: fieldYear.cells.map(({ hybrid }) => hybrid.name),
    means: fieldYear.cells.map(({ mean }) => mean),
    plots: fieldYear.cells.map(({ plots }) => plots),
    withinSquares: squaresWithin(left, fieldYear),
    sixteenth: nearestTo(ranking, fieldYear),
    mostGrown,
    predictions: Object.fromEntries(trained.map(([name, method]) => [name, method(fieldYear)])),
  }));
}

function squaresWithin(rows: readonly TrialRow[], { field, year, cells }: FieldYear): number {
  const means = new Map(cells.map(({ hybrid, mean }) => [hybrid.name, mean]));
  return rows
    .filter((row) => row.field === field && row.year === year)
    .reduce((sum, row) => sum + row.plots * (row.yield - means.get(row.hybrid)!) ** 2, 0);
}

function tableMethod(table: AdditiveTable): Trained {
  return ({ field, cells }) => ({
    means: cells.map(({ hybrid }) => table.predict(hybrid.name, field)),
    deviations: null,
    pairDeviations: null,
  });
}

/** The bilinear model, fitted as the one that ships with the lab, and stating the same errors. */
function bilinearMethod(
  table: readonly TidyRow[],
  rows: readonly TrialRow[],
  isOut: readonly boolean[],
): Trained {
  const scaled = fitRows(
    table.map((row, i) => ({ ...row, yieldMgHa: rows[i]!.yield })),
    'min-max',
  );
  const places = rows.map((_, i) => i);
  const predict = fitLearner(DEFAULT_FIT)(
    scaled,
    places.filter((i) => !isOut[i]),
  );
  const { min, max } = scaled.yieldScaling;
  const shipped = readMaizeModel();
  const { newSeason, withinSeason, plot } = heldOutError(shipped);
  return ({ field, year, cells }) => ({
    means: cells.map(({ hybrid }) => {
      const plots = places.filter((i) => {
        const row = rows[i]!;
        return row.field === field && row.year === year && row.hybrid === hybrid.name;
      });
      const mean = plots.reduce((sum, i) => sum + predict(i), 0) / plots.length;
      return min + (max - min) * mean;
    }),
    deviations: cells.map(() => Math.sqrt(newSeason) * yieldRange(shipped)),
    pairDeviations: cells.map((first) =>
      cells.map((second) => {
        const noise = plot * (1 / first.plots + 1 / second.plots);
        return Math.sqrt(2 * (withinSeason - plot) + noise) * yieldRange(shipped);
      }),
    ),
  });
}

function mixedMethod(rest: readonly TrialRow[], hasWeather: boolean): Trained {
  const model = fitMixedModel(rest, hasWeather ? MAIZE_FIT : { ...MAIZE_FIT, covariates: [] });
  const predictor = yieldPredictor(model);
  return (fieldYear) => {
    const { cells } = fieldYear;
    const noise = cells.map(({ plots }) => model.variances.plot / plots);
    const alone = cells.map(({ hybrid }) => predictor.expect(hybrid, fieldYear));
    return {
      means: alone.map(({ mean }) => mean),
      deviations: alone.map(({ deviationField }, i) => Math.sqrt(deviationField ** 2 + noise[i]!)),
      pairDeviations: cells.map((first, i) =>
        cells.map((second, j) => {
          if (j >= i) return 0;
          const { deviationField } = predictor.compare(first.hybrid, second.hybrid, fieldYear);
          return Math.sqrt(deviationField ** 2 + noise[i]! + noise[j]!);
        }),
      ),
    };
  };
}

/** Hybrids from the best on, by a table of hybrids and field-years. */
function rankingOf(rows: readonly TrialRow[]): string[] {
  const seasons = rows.map((row) => ({ ...row, field: `${row.field} ${row.year}` }));
  const { hybrids } = additiveTable(seasons, { hybrid: 0, field: 0 });
  return [...hybrids]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([name]) => name);
}

/** The hybrid in a field-year whose rank is nearest to the 16th; the better one of two. */
function nearestTo(ranking: readonly string[], { cells }: FieldYear): string {
  const distances = cells.map(({ hybrid }) => {
    const rank = ranking.indexOf(hybrid.name);
    return { name: hybrid.name, rank, distance: Math.abs(rank - (USUAL_RANK - 1)) };
  });
  return distances.sort((a, b) => a.distance - b.distance || a.rank - b.rank)[0]!.name;
}

/** The hybrid in most field-years. */
function mostGrownOf(rows: readonly TrialRow[]): string {
  const counts = new Map<string, number>();
  for (const { cells } of trialCells(rows).fieldYears) {
    for (const { hybrid } of cells) counts.set(hybrid.name, (counts.get(hybrid.name) ?? 0) + 1);
  }
  return [...counts].sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1))[0]![0];
}

/** What reward 1 is above reward 0, t/ha. */
function yieldRange({ yieldScaling }: MaizeModel): number {
  return yieldScaling.max - yieldScaling.min;
}
