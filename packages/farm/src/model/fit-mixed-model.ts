/**
 * From lines of trials to a yield model: cells, covariates, variances by REML, weights with their precision.
 *
 * Variances are found on the scale of their logarithms. ½ Σ ln τ is added to the likelihood for all but
 * the plot variance: it keeps every deviation off 0, so that hybrids and fields stay learnable. What the
 * table cannot tell stays as declared, and what it tells only as a sum is that sum in the proportions
 * declared (estimable.ts); the model says which.
 */
import { HedgerowError } from '@hedgerow/core';
import { type TrialCells, trialCells } from './cells.ts';
import { declaredGuard, declaredVariances } from './declared-variances.ts';
import type { Levels } from './design.ts';
import { heldVariances, residualOf } from './estimable.ts';
import { type FitDesign, fitDesign } from './fit-design.ts';
import { usualCount } from './hybrid-parents.ts';
import { minimise } from './minimise.ts';
import type {
  Guard,
  HeldVariance,
  MixedModel,
  ModelField,
  Residual,
  VarianceName,
  Variances,
} from './mixed-model.ts';
import { type RestrictedLikelihood, restrictedLikelihood } from './restricted-likelihood.ts';
import {
  type DeclaredCovariate,
  meanOf,
  type SeasonCovariates,
  scaledValues,
  seasonCovariates,
} from './season-covariates.ts';
import { packUpper } from './symmetric-matrix.ts';
import type { TrialRow } from './trial-row.ts';

export interface FitOptions {
  readonly crop: string;
  /** Of yields: "t/ha". */
  readonly unit: string;
  /** Which covariates, and what is known of them; all that rows tell, if left out. */
  readonly covariates?: readonly DeclaredCovariate[];
  /** Variances as far as they are declared: where a fit starts, and what stays where it cannot tell. */
  readonly declared?: Partial<Variances>;
  readonly guard?: Guard;
  readonly range?: { readonly min: number; readonly max: number };
  /** Where the rows come from, for people. */
  readonly source?: string;
}

/** The search ends when −ℓ_R changes by less than this for a deviation of any variance. */
const GRADIENT_TOLERANCE = 1e-6;
const STEPS_MAX = 300;
/** No variance falls below this share of what is declared: plots may all be alike, seasons never are. */
const FLOOR = 1e-6;

/** Fits a table. The same lines in any order give the same bits. */
export function fitMixedModel(rows: readonly TrialRow[], options: FitOptions): MixedModel {
  const cells = withRegions(trialCells(rows));
  const seasons = seasonCovariates(cells.fieldYears, options.covariates);
  const levels = levelsOf(cells, seasons);
  const shape = { cells, regionCount: levels.regions.length, covariates: levels.covariates };
  const held = heldVariances(shape);
  const residual = residualOf(shape);
  const meanYield = meanOf(cellMeans(cells));
  const start = {
    ...declaredVariances({
      meanYield,
      hasRegions: levels.regions.length > 0,
      parentCount: usualCount(levels.hybrids.map(({ parents }) => parents)),
    }),
    ...options.declared,
  };
  const design = fitDesign({
    levels,
    fieldYears: cells.fieldYears,
    scaled: seasons.values.map((values) => scaledValues(levels.covariates, values)),
    withinSquares: cells.withinSquares,
    withinDegrees: cells.withinDegrees,
  });
  const { variances, likelihood } = fitVariances(design, start, { held, residual });
  return {
    kind: 'hedgerow-mixed-model/1',
    crop: options.crop,
    unit: options.unit,
    range: options.range ?? usualRange(cells, variances),
    ...levels,
    variances,
    held,
    ...(residual !== null && { residual }),
    guard: options.guard ?? declaredGuard(meanYield),
    weights: [...likelihood.weights],
    precisionUpper: packUpper(likelihood.precision, likelihood.weights.length),
    negativeLogLikelihood: likelihood.negativeLog,
    accuracy: null,
    data: dataOf(rows, { cells, seasons, source: options.source ?? null }),
  };
}

interface VarianceFit {
  readonly variances: Variances;
  readonly likelihood: RestrictedLikelihood;
}

interface Freedom {
  readonly held: readonly HeldVariance[];
  readonly residual: Residual | null;
}

function fitVariances(
  design: FitDesign,
  start: Variances,
  { held, residual }: Freedom,
): VarianceFit {
  const apart = (Object.keys(start) as VarianceName[]).filter(
    (name) =>
      !held.some(({ variance }) => variance === name) &&
      residual?.variances.includes(name) !== true,
  );
  // The first of those that move together leads; the others keep their proportion to it.
  const free = [...apart.map((name) => [name]), ...(residual === null ? [] : [residual.variances])];
  const units = free.map((names) => sharpness(design, names));
  const at = (point: readonly number[]): Variances => ({
    ...start,
    ...Object.fromEntries(
      free.flatMap(([lead, ...others], i) => {
        const value = FLOOR * start[lead!] + Math.exp(point[i]! / units[i]!);
        return [
          [lead, value],
          ...others.map((name) => [name, (value * start[name]) / start[lead!]]),
        ];
      }),
    ),
  });
  const push = (names: readonly VarianceName[]) => (names.includes('plot') ? 0 : 0.5);
  const evaluate = (point: readonly number[]) => {
    const variances = at(point);
    const found = tryLikelihood(design, variances);
    if (found === null) return { value: Infinity, gradient: free.map(() => 0) };
    const { negativeLog, gradient } = found;
    const share = (name: VarianceName) => 1 - (FLOOR * start[name]) / variances[name];
    const slope = (names: readonly VarianceName[]) =>
      names.reduce((sum, name) => sum + gradient[name], 0) - push(names);
    return {
      value: free.reduce(
        (sum, names) => sum - push(names) * Math.log(variances[names[0]!]),
        negativeLog,
      ),
      gradient: free.map((names, i) => (slope(names) * share(names[0]!)) / units[i]!),
    };
  };
  const { point } = minimise(
    evaluate,
    free.map(([lead], i) => units[i]! * Math.log(start[lead!])),
    { tolerance: GRADIENT_TOLERANCE, stepsMax: STEPS_MAX },
  );
  const variances = at(point);
  return { variances, likelihood: restrictedLikelihood(design, variances) };
}

/** Null where a step went so far that numbers no longer hold it: the search then goes less far. */
function tryLikelihood(design: FitDesign, variances: Variances): RestrictedLikelihood | null {
  try {
    return restrictedLikelihood(design, variances);
  } catch (error) {
    if (error instanceof HedgerowError) return null;
    throw error;
  }
}

/**
 * About how sharply a table tells the logarithm of a variance: √(levels / 2). In these units the
 * likelihood is a bowl that is nearly round, and the search takes a third of the steps.
 */
function sharpness(design: FitDesign, names: readonly VarianceName[]): number {
  const name = names[0]!;
  const cellCount = design.fieldYears.reduce((count, one) => count + one.cellCount, 0);
  const levels = {
    fieldYear: design.fieldYears.length,
    parentFieldYear: cellCount / 2,
    hybridFieldYear: cellCount,
    plot: names.length === 1 ? design.withinDegrees : cellCount,
  };
  const features = () => design.features.filter(({ block }) => block === name).length;
  return Math.sqrt((name in levels ? levels[name as keyof typeof levels] : features()) / 2);
}

/** Where some fields have a region, one without is a region of its own. */
function withRegions(cells: TrialCells): TrialCells {
  if (cells.fieldYears.every(({ region }) => region === null)) return cells;
  const fieldYears = cells.fieldYears.map((one) => ({ ...one, region: one.region ?? one.field }));
  return { ...cells, fieldYears };
}

function levelsOf(
  { fieldYears, hybrids }: TrialCells,
  { covariates, values }: SeasonCovariates,
): Levels & Pick<MixedModel, 'fields'> {
  return {
    hybrids,
    parents: distinct(hybrids.flatMap(({ parents }) => parents)),
    fields: distinct(fieldYears.map(({ field }) => field)).map((name): ModelField => {
      const seasons = fieldYears.flatMap((one, i) => (one.field === name ? [{ one, i }] : []));
      const means = covariates.map((covariate) => [
        covariate.name,
        meanOf(seasons.map(({ i }) => values[i]![covariate.name]!)),
      ]);
      return { name, region: seasons[0]!.one.region, covariates: Object.fromEntries(means) };
    }),
    regions: distinct(fieldYears.flatMap(({ region }) => region ?? [])),
    covariates,
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function cellMeans({ fieldYears }: Pick<TrialCells, 'fieldYears'>): number[] {
  return fieldYears.flatMap(({ cells }) => cells.map(({ mean }) => mean));
}

/**
 * Between what fields may yield: what was seen, and three deviations of a season above. A promise rests on
 * it, and a field can fail: yields begin at 0.
 */
function usualRange(cells: TrialCells, { fieldYear }: Variances): MixedModel['range'] {
  const means = cells.fieldYears.map((one) => meanOf(cellMeans({ fieldYears: [one] })));
  const [least, most] = [Math.min(...means), Math.max(...means)];
  const room = 3 * Math.sqrt(fieldYear);
  // Out to the next round number: tonnes by one, bushels by ten.
  const step = 10 ** Math.floor(Math.log10(room));
  const out = (value: number) => Number((step * value).toPrecision(6));
  const min = out(Math.floor((least - room) / step));
  return { min: least >= 0 ? 0 : min, max: out(Math.ceil((most + room) / step)) };
}

function dataOf(
  rows: readonly TrialRow[],
  {
    cells,
    seasons,
    source,
  }: { cells: TrialCells; seasons: SeasonCovariates; source: string | null },
): MixedModel['data'] {
  return {
    rows: rows.length,
    plots: rows.reduce((count, { plots }) => count + plots, 0),
    cells: cellMeans(cells).length,
    fieldYears: cells.fieldYears.length,
    years: [...new Set(rows.map(({ year }) => year))].sort((a, b) => a - b),
    filledCovariates: seasons.filledCount,
    source,
  };
}
