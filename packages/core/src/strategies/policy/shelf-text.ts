/**
 * Decisions that need not be in memory, as text that somebody else keeps: in a table, in a file.
 *
 *     texts = policy.shelve(1000)      all but the newest thousand, and what waits to be learnt
 *     policy.unshelve(text)            before anything is said of a decision that the policy does not hold
 *
 * Blocks of one place are learnt from together, so they leave and come back together, in one text. A text tells
 * how often the policy had grown when it was written: features that came later are 0 in it.
 */
import { assertInvariant } from '../../base/errors.ts';
import { decodeState, encodeState } from './state-text.ts';

/** Decisions that were handed out. */
export interface ShelvedDecisions {
  /** Sequence of the first decision of their place, and of the last of them. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

export interface Shelving {
  readonly shelved: readonly ShelvedDecisions[];
  /** Sequences of settled decisions that the policy does not know any more: nobody need keep them. */
  readonly forgotten: readonly number[];
}

/** How feature vectors were changed when a policy grew: the new length, and the new place of each feature. */
export interface VectorGrowth {
  readonly dimension: number;
  readonly places: readonly (number | null)[];
}

interface ShelfBody<Held> {
  readonly tickets: readonly Held[];
  /** How often the policy had grown. */
  readonly grown: number;
}

/** Writes tickets that belong together. */
export function shelfText(tickets: readonly object[], grownCount: number): string {
  const body: ShelfBody<object> = { tickets, grown: grownCount };
  return encodeState(body);
}

/** Returns the tickets, with features as long as they are now. */
export function readShelfText<Held>(
  text: string,
  growths: readonly VectorGrowth[],
): readonly Held[] {
  const { tickets, grown } = decodeState(text) as ShelfBody<Held>;
  return growths.slice(grown).reduce(grownTickets, tickets);
}

function grownTickets<Held>(tickets: readonly Held[], growth: VectorGrowth): readonly Held[] {
  return tickets.map((ticket) => {
    const fields = Object.entries(ticket as object).map(([name, value]) => [
      name,
      value instanceof Float64Array ? grownVector(value, growth) : value,
    ]);
    return Object.fromEntries(fields) as Held;
  });
}

/** Returns features in their places of now; 0 where they are new. */
export function grownVector(
  vector: Float64Array,
  { dimension, places }: VectorGrowth,
): Float64Array {
  assertInvariant(vector.length === places.length, 'features must have one length', vector.length);
  const longer = new Float64Array(dimension);
  places.forEach((place, i) => {
    if (place !== null) longer[place] = vector[i]!;
  });
  return longer;
}
