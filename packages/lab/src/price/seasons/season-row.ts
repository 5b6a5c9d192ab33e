/**
 * One line of `price seasons`: what a cell came to, beside the reference and beside the limit.
 *
 * A sound line fails if its promise was broken, or its certificate wrong, for more farms than δ explains
 * (Clopper-Pearson at 99 %), or if it is more than three standard errors behind the reference. Shares
 * may be a strip behind besides, since ours are whole strips.
 */
import { lowerLimit } from '../../measures/clopper-pearson.ts';
import { type MeanAndError, meanAndError } from '../../measures/mean-and-error.ts';
import { readReference } from '../../reproduce/reference.ts';
import type { SeasonTrial } from './run-season-cell.ts';
import { SEASON_FAILURE_PROBABILITY, type SeasonCell } from './season-cells.ts';

export const SHARE_SEASONS: readonly number[] = [1, 2, 3, 5, 10, 15];
export const GAIN_SEASONS: readonly number[] = [3, 5, 10, 15];
const STANDARD_ERRORS_MAX = 3;
/** Fewer trials say nothing about a standard error. */
const COMPARED_TRIALS_MIN = 20;

/** Means by the number of a season; seasons that were not played are left out. */
export type BySeason = Readonly<Record<string, MeanAndError>>;

export interface SeasonReference {
  readonly note: string;
  readonly rows: readonly SeasonReferenceRow[];
}

export interface SeasonReferenceRow {
  readonly name: string;
  readonly trials: number;
  readonly triedShare: BySeason;
  readonly gain: BySeason;
  readonly broken: number;
  readonly wrong: number;
}

export const SEASON_REFERENCE: SeasonReference = readReference('seasons');

export interface SeasonRow {
  readonly name: string;
  readonly isSound: boolean;
  readonly trials: number;
  /** Promises that were watched: one for each farm and trial. */
  readonly promises: number;
  /** Share of all hectares that was tried in a season. */
  readonly triedShare: BySeason;
  /** Mean gain above the baseline of seasons 1 to k, in t/ha. */
  readonly gain: BySeason;
  /** The same for every season from the first. */
  readonly gainSoFar: readonly number[];
  readonly broken: number;
  readonly wrong: number;
  /** The smallest budget of a farm in the end, for a hectare and season: mean over the trials. */
  readonly leastMargin: MeanAndError;
  readonly reference: SeasonReferenceRow | null;
  /** Shares that no gate can beat with the same declarations, if they were measured. */
  readonly limit: BySeason | null;
  /** Null where nothing is compared. */
  readonly isBehind: boolean | null;
}

/** Returns one line, without its limit. */
export function seasonRow(cell: SeasonCell, trials: readonly SeasonTrial[]): SeasonRow {
  const triedShare = bySeason(SHARE_SEASONS, trials, ({ triedShares }, k) => triedShares[k - 1]);
  const gain = bySeason(GAIN_SEASONS, trials, meanGain);
  const reference = SEASON_REFERENCE.rows.find(({ name }) => name === cell.name) ?? null;
  const total = (count: (trial: SeasonTrial) => number) =>
    trials.reduce((sum, trial) => sum + count(trial), 0);
  // What the worst hybrid loses is not ours to make small.
  const isOwnWish = cell.isSound && cell.proposal === 'learner';
  const isCompared = isOwnWish && reference !== null && trials.length >= COMPARED_TRIALS_MIN;
  return {
    name: cell.name,
    isSound: cell.isSound,
    trials: trials.length,
    promises: trials.length * cell.farmCount,
    triedShare,
    gain,
    gainSoFar: trials[0]!.gains.map((_, i) => meanAndError(gainsTo(trials, i + 1)).mean),
    broken: total(({ brokenFarms }) => brokenFarms),
    wrong: total(({ wrongFarms }) => wrongFarms),
    leastMargin: meanAndError(trials.map(({ leastMargin }) => leastMargin)),
    reference,
    limit: null,
    isBehind: isCompared
      ? isAnyBehind(triedShare, reference.triedShare, 1 / cell.split.strips!) ||
        isAnyBehind(gain, reference.gain, 0)
      : null,
  };
}

/** Returns the lines, each with the shares of the line that is its limit. */
export function besideLimits(
  cells: readonly SeasonCell[],
  rows: readonly SeasonRow[],
): SeasonRow[] {
  return rows.map((row) => {
    const wanted = cells.find(({ name }) => name === row.name)!.limit;
    const limit = rows.find(({ name }) => name === wanted)?.triedShare ?? null;
    return { ...row, limit };
  });
}

/** Whether a line that must be sound and good is not. */
export function isSeasonRowFailed(row: SeasonRow): boolean {
  return row.isSound && (isPromiseFailed(row) || row.isBehind === true);
}

function isPromiseFailed({ broken, wrong, promises }: SeasonRow): boolean {
  const count = Math.max(broken, wrong);
  if (count === 0) return false;
  const least = lowerLimit({ count, runCount: promises, confidence: 0.99 });
  return least > SEASON_FAILURE_PROBABILITY;
}

function isAnyBehind(ours: BySeason, reference: BySeason, allowance: number): boolean {
  return Object.entries(ours).some(([season, { mean, standardError }]) => {
    const theirs = reference[season];
    if (theirs === undefined) return false;
    const error = Math.hypot(standardError, theirs.standardError);
    return mean + allowance < theirs.mean - STANDARD_ERRORS_MAX * error;
  });
}

function bySeason(
  seasons: readonly number[],
  trials: readonly SeasonTrial[],
  value: (trial: SeasonTrial, season: number) => number | undefined,
): BySeason {
  const played = seasons.filter((season) => season <= trials[0]!.gains.length);
  return Object.fromEntries(
    played.map((season) => [season, meanAndError(trials.map((trial) => value(trial, season)!))]),
  );
}

function gainsTo(trials: readonly SeasonTrial[], season: number): number[] {
  return trials.map((trial) => meanGain(trial, season));
}

function meanGain({ gains }: SeasonTrial, season: number): number {
  return gains.slice(0, season).reduce((sum, gain) => sum + gain, 0) / season;
}
