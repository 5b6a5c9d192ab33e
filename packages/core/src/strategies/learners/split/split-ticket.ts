/**
 * What is kept of a divided decision: its line of the book, the features of its parts, the strips that
 * were drawn, and what was learnt from it so far. Plain data but for the features.
 */
import type { SplitEntry } from '../../../safety/books/split-book.ts';

/** Something learnt: what, and at which age of the learner's memory. */
export interface Learnt {
  readonly value: number;
  readonly age: number;
  /** Where parts of one place are learnt together: which of them it was, counted from 1. */
  readonly order?: number;
}

export interface SplitTicket {
  /** Order in which decisions were made, counted from 1. */
  readonly sequence: number;
  /** The site in whose book it stands; absent for none. */
  readonly site?: string;
  /** The first decision of the same field and season: blocks of one field share how it strays. */
  readonly place: number;
  /** Row of the action that is tried; that of the baseline if none is. */
  readonly triedAction: number;
  /** ψ of the baseline's action, from which levels are learnt. */
  readonly baselineFeatures: Float64Array;
  /** ψ of the action that is tried less that of the baseline; null if none is tried. */
  readonly differenceFeatures: Float64Array | null;
  readonly entry: SplitEntry;
  /** Strips of the try, in order; all others are the check. */
  readonly strips: readonly number[];
  /** What the model has learnt from its parts; changed by the learner alone. */
  checkLearnt?: Learnt;
  tryLearnt?: Learnt;
  /** A block beside it is no longer kept: nothing more is learnt of this one. */
  isLearntOut?: true;
}
