/**
 * One line of `price spread`, and how hedgerow stands beside the reference that met the same farms.
 *
 * hedgerow is behind if it gains less than 98 of 100, or plans rashly or turns more than 1.1 times as often.
 */
import { type MeanAndError, meanAndError } from '../../measures/mean-and-error.ts';
import type { SpreadTrial } from './run-spread-cell.ts';
import { HEDGEROW, REFERENCE, type SpreadCell } from './spread-cells.ts';

const GAIN_MIN = 0.98;
const TIMES_MAX = 1.1;
/** Fewer farms say little about how often something rare happens. */
const COMPARED_TRIALS_MIN = 400;

export interface SpreadRow {
  readonly name: string;
  readonly worldName: string;
  readonly trials: number;
  /** Mean gain of each season for a hectare of the farm, in t/ha, and of all seasons together. */
  readonly gains: readonly number[];
  readonly total: MeanAndError;
  /** Of each farm, over all seasons. */
  readonly rashPlans: MeanAndError;
  readonly turns: MeanAndError;
  /** Gain, rash plans and turns as multiples of the reference's; null where it was not played. */
  readonly beside: Readonly<Record<'gain' | 'rashPlans' | 'turns', number>> | null;
  /** Null where nothing is compared. */
  readonly isBehind: boolean | null;
}

export function spreadRow(
  { name, worldName }: SpreadCell,
  trials: readonly SpreadTrial[],
): SpreadRow {
  const meanOf = (value: (trial: SpreadTrial) => number) => meanAndError(trials.map(value));
  return {
    name,
    worldName,
    trials: trials.length,
    gains: trials[0]!.gains.map((_, season) => meanOf(({ gains }) => gains[season]!).mean),
    total: meanOf(({ gains }) => gains.reduce((sum, gain) => sum + gain, 0)),
    rashPlans: meanOf(({ rashPlans }) => rashPlans),
    turns: meanOf(({ turns }) => turns),
    beside: null,
    isBehind: null,
  };
}

/** Returns the rows, those of hedgerow beside the reference of their world. */
export function besideReferences(rows: readonly SpreadRow[]): SpreadRow[] {
  return rows.map((row) => {
    const of = (player: string) => `${row.worldName}, ${player}`;
    const reference = rows.find(({ name }) => name === of(REFERENCE));
    if (reference === undefined || !row.name.startsWith(of(HEDGEROW))) return row;
    const beside = {
      gain: row.total.mean / reference.total.mean,
      rashPlans: row.rashPlans.mean / reference.rashPlans.mean,
      turns: row.turns.mean / reference.turns.mean,
    };
    const isBehind =
      beside.gain < GAIN_MIN || beside.rashPlans > TIMES_MAX || beside.turns > TIMES_MAX;
    const isCompared = row.trials >= COMPARED_TRIALS_MIN && row.name === of(HEDGEROW);
    return { ...row, beside, isBehind: isCompared ? isBehind : null };
  });
}
