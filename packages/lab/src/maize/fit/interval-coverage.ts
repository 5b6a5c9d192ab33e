/**
 * Whether intervals for yields hold what they say: counted on field-years that were left out.
 *
 * The interval of a plot is its prediction ± 1.28 root mean squares of the errors in all OTHER
 * field-years, as if that season were to come. A normal error would lie inside in 8 of 10 cases. A
 * season misses for all of its plots at once, so the shares of whole field-years are told too.
 */
import type { FitRows } from './fit-rows.ts';

/** Deviations between which 8 of 10 normal numbers lie. */
const REACH = 1.2815515655446004;

export interface IntervalCoverage {
  /** Share of all left-out plots that lie inside. */
  readonly plots: number;
  /** The same for fields with plots in another year, and for fields never seen otherwise. */
  readonly repeatedFields: number | null;
  readonly newFields: number | null;
  /** Median over field-years of the share of plots inside, and what nine of ten are above. */
  readonly medianFieldYear: number;
  readonly lowestTenth: number;
}

/** Counts the left-out plots inside their intervals. */
export function intervalCoverage(
  rows: FitRows,
  errors: Float64Array,
  isRepeated: readonly boolean[],
): IntervalCoverage {
  const reaches = reachesOf(rows, errors);
  const isInside = Array.from(
    errors,
    (error, row) => Math.abs(error) <= reaches[rows.fieldYearIndices[row]!]!,
  );
  const shareOf = (isChosen: (row: number) => boolean) => {
    const chosen = isInside.filter((_, row) => isChosen(row));
    return chosen.length === 0 ? null : chosen.filter(Boolean).length / chosen.length;
  };
  const shares = rows.fieldYears
    .map((_, season) => shareOf((row) => rows.fieldYearIndices[row] === season)!)
    .sort((first, second) => first - second);
  return {
    plots: shareOf(() => true)!,
    repeatedFields: shareOf((row) => isRepeated[row]!),
    newFields: shareOf((row) => !isRepeated[row]!),
    medianFieldYear: shares[Math.floor(shares.length / 2)]!,
    lowestTenth: shares[Math.floor(shares.length / 10)]!,
  };
}

/** Half of the interval in each field-year, from the errors in the others. */
function reachesOf({ fieldYears, fieldYearIndices }: FitRows, errors: Float64Array): number[] {
  const sums = new Float64Array(fieldYears.length);
  const counts = new Float64Array(fieldYears.length);
  errors.forEach((error, row) => {
    sums[fieldYearIndices[row]!]! += error * error;
    counts[fieldYearIndices[row]!]! += 1;
  });
  const total = sums.reduce((sum, part) => sum + part, 0);
  return fieldYears.map((_, season) => {
    const others = (total - sums[season]!) / (errors.length - counts[season]!);
    return REACH * Math.sqrt(others);
  });
}
