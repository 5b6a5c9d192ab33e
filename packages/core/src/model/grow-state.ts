/**
 * A model that is to know more coordinates than before: what it learnt stays, and the new ones start from
 * their prior.
 *
 *     V = V_before  for the coordinates it knew        0 between the two        Λ₀  for the new ones
 *
 * R of two parts that have nothing to do with each other is R of each, with 0 between them, whatever the
 * order in which their coordinates stand. So rows only move, with what rounding cut off them: no number
 * is calculated again, and a prediction in which no new coordinate has a part is the same in every bit.
 * It holds only where the prior of the new ones has nothing to do with the others, and the order of those
 * stays; both are for the caller to see to (`startFault`).
 */
import { type ModelPrior, priorState } from './prior.ts';

/** Where coordinates stand from now on. */
export interface GrownOrder {
  /** Number of coordinates from now on. */
  readonly dimension: number;
  /** For each coordinate of before its place, in increasing order; null for one that was always 0. */
  readonly places: readonly (number | null)[];
}

/** Returns the state of a kernel that has learnt nothing. */
export function startState(
  { prior, ridgePenalty }: { readonly prior?: ModelPrior; readonly ridgePenalty: number },
  dimension: number,
): Float64Array {
  const plain = {
    weights: new Float64Array(dimension),
    precision: new Float64Array(dimension).fill(ridgePenalty),
  };
  return priorState(prior ?? plain, dimension);
}

/** Returns the state in its new order; what is new is taken from `start`, a whole state of that order. */
export function grownState(
  state: Float64Array,
  { dimension, places }: GrownOrder,
  start: Float64Array,
): Float64Array {
  const grown = start.slice();
  const before = places.length;
  for (let k = 0; k < before; k++) {
    const row = places[k];
    if (row === null || row === undefined) continue;
    // Numbers first, then what rounding has cut off each of them.
    for (const half of [0, 1]) {
      const [from, to] = [(half * state.length) / 2, (half * grown.length) / 2];
      grown.fill(0, to + entryAt(row, row, dimension), to + entryAt(row + 1, row + 1, dimension));
      for (let i = k; i < before; i++) {
        const column = places[i];
        if (column === null || column === undefined) continue;
        grown[to + entryAt(row, column, dimension)] = state[from + entryAt(k, i, before)]!;
      }
      grown[to + targetAt(row, dimension)] = state[from + targetAt(k, before)]!;
    }
  }
  return grown;
}

/** What keeps a model from growing: its prior is another one, or ties what is new to what was there. */
export type StartFault = 'changed' | 'tied';

/** Compares how a model began with how the larger one would; null if it may grow. */
export function startFault(
  before: Float64Array,
  { dimension, places }: GrownOrder,
  start: Float64Array,
): StartFault | null {
  const kept = new Set(places);
  for (let i = 0; i < dimension; i++) {
    for (let j = i + 1; j < dimension; j++) {
      if (kept.has(i) !== kept.has(j) && start[entryAt(i, j, dimension)] !== 0) return 'tied';
    }
  }
  const moved = grownState(before, { dimension, places }, start);
  for (let k = 0; k < dimension; k++) {
    const size = start[entryAt(k, k, dimension)]!;
    for (let i = k; i < dimension; i++) {
      const entry = entryAt(k, i, dimension);
      if (!isClose(moved[entry]!, start[entry]!, size)) return 'changed';
    }
    const target = targetAt(k, dimension);
    if (!isClose(moved[target]!, start[target]!, size + Math.abs(start[target]!))) return 'changed';
  }
  return null;
}

/** Priors that were calculated twice may differ by their rounding. */
function isClose(one: number, other: number, size: number): boolean {
  return Math.abs(one - other) <= 1e-9 * size;
}

/** Where R[row][column] stands in a state: the upper triangle, row by row. */
function entryAt(row: number, column: number, dimension: number): number {
  return row * dimension - (row * (row - 1)) / 2 + column - row;
}

/** Where z[row] stands. */
function targetAt(row: number, dimension: number): number {
  return (dimension * (dimension + 1)) / 2 + row;
}
