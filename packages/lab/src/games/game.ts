/**
 * A short game against a policy: at every position somebody who knows everything chooses what is
 * truthfully reported and what nature is like, and chance answers.
 *
 * The true slack is kept outside of the policy, which sees only what it is told. So the tree of a game is
 * built once, and every position has a function of the true slack (solve.ts).
 */

/** One way in which chance may answer. */
export interface Branch {
  readonly probability: number;
  /** What it adds to the true slack. */
  readonly change: number;
  /** Which of the positions of the move follows. */
  readonly next: number;
}

/** What nature may be like in a move: its chances add up to 1. */
export interface World {
  readonly name: string;
  readonly branches: readonly Branch[];
}

export interface Move {
  readonly name: string;
  /** What is left of the true slack at most, before anything is added: a new period begins. */
  readonly atMost?: number;
  /** Made when they are asked for. */
  readonly positions: readonly (() => Position)[];
  readonly worlds: readonly World[];
}

export interface Position {
  /** What the policy shows as its budget; null while a report is known to be wrong. */
  readonly budget: number | null;
  /** The true slack below which the guarantee is broken here; null where it is not judged. */
  readonly floor: number | null;
  moves(): readonly Move[];
}

/** What makes a game a hit: the guarantee is broken, or the books show more than the truth. */
export type Hit = 'broken' | 'books';

/** Values of the true slack that are looked at: from `min` to `max` in steps. */
export interface SlackGrid {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface Game {
  readonly name: string;
  readonly hit: Hit;
  /** The largest chance of a hit that the guarantee allows: δ, or δ/δ′ after a conditional start. */
  readonly bound: number;
  readonly grid: SlackGrid;
  /** Opens the game: its first position, and the true slack there. */
  open(): { readonly position: Position; readonly slack: number };
}
