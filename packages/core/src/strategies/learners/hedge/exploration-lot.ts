/**
 * The lot of exploration: now and then an action is drawn, all alike, in place of what was proposed, so that logs
 * tell of actions that nobody would have chosen. The book is asked about it as about any proposal, and the
 * baseline is played where it says no.
 *
 * One number in [0, 1) decides all of it, so that one coin a decision is enough:
 *
 *     number < share    a lot: number / share · rows  names the row, and what is behind the point is left over
 *     otherwise         no lot: (number − share) / (1 − share) is left over
 *
 * What is left over is as even as the number was and tells nothing of the lot: the hold-out coin is read from it.
 */

/** The lot of one round. */
export interface ExplorationTerms {
  /** How often a lot is drawn. */
  readonly share: number;
  /** Rows among which it is drawn; at least one. */
  readonly rows: readonly number[];
}

export interface DrawnLot {
  /** The row that was drawn; null where none was. */
  readonly row: number | null;
  /** What is left of the number, in [0, 1). */
  readonly rest: number;
}

/** Returns what a number in [0, 1) says. */
export function readLot(number: number, { share, rows }: ExplorationTerms): DrawnLot {
  if (number >= share) return { row: null, rest: belowOne((number - share) / (1 - share)) };
  const place = (number / share) * rows.length;
  const index = Math.min(Math.floor(place), rows.length - 1);
  return { row: rows[index]!, rest: belowOne(place - index) };
}

/** Rounding must not make it 1. */
function belowOne(value: number): number {
  return Math.min(value, 1 - 2 ** -53);
}
