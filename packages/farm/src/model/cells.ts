/**
 * From lines of trials to cells: one hybrid in one field and season, with its mean and number of plots.
 *
 * What plots of a cell differ by is plot error alone, so the likelihood needs only the mean, and of the
 * rest the sum of squares inside cells with its degrees of freedom. A line that is a mean of m plots
 * counts m times in both. All is sorted first: the order of lines changes no bit of a fit.
 */
import { HedgerowError } from '@hedgerow/core';
import { knownParents } from './hybrid-parents.ts';
import type { ModelHybrid } from './mixed-model.ts';
import { requireTrialRows, type TrialRow } from './trial-row.ts';

export interface Cell {
  readonly hybrid: ModelHybrid;
  readonly mean: number;
  readonly plots: number;
}

export interface FieldYear {
  readonly field: string;
  readonly region: string | null;
  readonly year: number;
  /** Means over its lines, of what they tell. */
  readonly covariates: Readonly<Record<string, number>>;
  readonly cells: readonly Cell[];
}

export interface TrialCells {
  readonly fieldYears: readonly FieldYear[];
  readonly hybrids: readonly ModelHybrid[];
  readonly rowCount: number;
  /** Squares around the means of cells, and how many of them are free. */
  readonly withinSquares: number;
  readonly withinDegrees: number;
}

/** Gathers lines into cells. */
export function trialCells(rows: readonly TrialRow[]): TrialCells {
  requireTrialRows(rows);
  const sorted = [...rows].sort(byPlaceAndYield);
  const hybrids = knownParents(sorted);
  const regions = regionsOf(sorted);
  let withinSquares = 0;
  const fieldYears = grouped(sorted, ({ field, year }) => JSON.stringify([field, year])).map(
    (lines): FieldYear => ({
      field: lines[0]!.field,
      region: regions.get(lines[0]!.field)!,
      year: lines[0]!.year,
      covariates: meanCovariates(lines),
      cells: grouped(lines, ({ hybrid }) => hybrid).map((plots) => {
        const cell = cellOf(plots, hybrids);
        for (const one of plots) withinSquares += one.plots * (one.yield - cell.mean) ** 2;
        return cell;
      }),
    }),
  );
  const cellCount = fieldYears.reduce((count, { cells }) => count + cells.length, 0);
  return {
    fieldYears,
    hybrids: [...hybrids.values()],
    rowCount: rows.length,
    withinSquares,
    withinDegrees: rows.length - cellCount,
  };
}

function cellOf(rows: readonly TrialRow[], hybrids: ReadonlyMap<string, ModelHybrid>): Cell {
  let plots = 0;
  let sum = 0;
  for (const row of rows) {
    plots += row.plots;
    sum += row.plots * row.yield;
  }
  return { hybrid: hybrids.get(rows[0]!.hybrid)!, mean: sum / plots, plots };
}

function meanCovariates(rows: readonly TrialRow[]): Record<string, number> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.covariates)))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const values = rows.flatMap((row) => row.covariates[name] ?? []).sort((a, b) => a - b);
      // Equal values have their own mean: a sum of many would be off by a rounding.
      if (values[0] === values.at(-1)) return [name, values[0]!];
      return [name, values.reduce((sum, value) => sum + value, 0) / values.length];
    }),
  );
}

function regionsOf(rows: readonly TrialRow[]): Map<string, string | null> {
  const regions = new Map<string, string | null>();
  for (const { field, region } of rows) {
    const known = regions.get(field) ?? null;
    if (known !== null && region !== null && known !== region)
      throw twoRegions(field, known, region);
    regions.set(field, known ?? region);
  }
  return regions;
}

function twoRegions(field: string, first: string, second: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the field ${field} must lie in one region`,
    received: `in ${first} and in ${second}`,
    remedy: 'Give fields of different places different names.',
  });
}

/** Groups neighbours with the same key; rows must be sorted by it. */
function grouped(rows: readonly TrialRow[], keyOf: (row: TrialRow) => string): TrialRow[][] {
  const groups = new Map<string, TrialRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function byPlaceAndYield(first: TrialRow, second: TrialRow): number {
  return (
    compareText(first.field, second.field) ||
    first.year - second.year ||
    compareText(first.hybrid, second.hybrid) ||
    first.yield - second.yield ||
    first.plots - second.plots
  );
}

/** Orders names by their characters, the same on every machine. */
export function compareText(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
