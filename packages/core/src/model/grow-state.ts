/**
 * A model that is to know more coordinates than before: what it learnt stays, and what is new is believed
 * as a larger prior has it.
 *
 * A prior over all coordinates, n new ones and the others o, is a belief about the others by themselves and
 * one about the new ones for given others. In square-root form, with the new ones first:
 *
 *     R = [ Rₙₙ  Rₙₒ ]      (Rₙₙ, Rₙₒ, zₙ)   new ones, given the others
 *         [  0   Rₒₒ ]      (Rₒₒ, zₒ)        the others by themselves
 *
 * All that was ever measured is about the others. So the larger model is the one above with the rows of the
 * present model in place of (Rₒₒ, zₒ), put back into its order: the same as if it had been that large from
 * the start. It needs only that the prior says of the others, by themselves, what it always said
 * (`isSameStart`).
 *
 * Where the prior of the new ones has nothing to do with the others, Rₙₒ = 0, and rows only move: no number
 * is calculated again, and a prediction in which no new coordinate has a part stays the same in every bit.
 */
import { type ModelPrior, priorState } from './prior.ts';
import { rowsOf, stateOfRows, type TriangleRow, triangleOf } from './triangle-rows.ts';

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

/** Returns the state in its new order; what is new is believed as `start`, a whole state of it, has it. */
export function grownState(
  state: Float64Array,
  order: GrownOrder,
  start: Float64Array,
): Float64Array {
  const { dimension } = order;
  const kept = keptPlaces(order);
  const learnt = rowsOf(state).filter((_, k) => order.places[k] !== null);
  const present = learnt.map((row) => moved(row, order.places, dimension));
  const added = newOnesFirst(order, start).slice(0, dimension - kept.length);
  const fresh = added.map((row) => moved(row, [...newPlaces(order), ...kept], dimension));
  return stateOfRows(triangleOf([...present, ...fresh]));
}

/** Whether a larger start says of the coordinates of before, by themselves, what `before` says. */
export function isSameStart(before: Float64Array, order: GrownOrder, start: Float64Array): boolean {
  const newCount = newPlaces(order).length;
  const alone = newOnesFirst(order, start)
    .slice(newCount)
    .map(({ numbers }) => numbers.subarray(newCount));
  const wanted = rowsOf(before).filter((_, k) => order.places[k] !== null);
  const columns = [...order.places.entries()].flatMap(([k, place]) => (place === null ? [] : [k]));
  return wanted.every(({ numbers }, row) => {
    const expected = [...columns, numbers.length - 1].map((column) => numbers[column]!);
    const size = Math.max(...expected.map(Math.abs));
    // Priors that were calculated twice differ by their rounding.
    return expected.every((number, i) => Math.abs(number - alone[row]![i]!) <= 1e-6 * size);
  });
}

/** The start as a triangle in which the new coordinates come first, and then the others. */
function newOnesFirst(order: GrownOrder, start: Float64Array): TriangleRow[] {
  const { dimension } = order;
  const turned: number[] = new Array(dimension);
  [...newPlaces(order), ...keptPlaces(order)].forEach((place, i) => {
    turned[place] = i;
  });
  return triangleOf(rowsOf(start).map((row) => moved(row, turned, dimension)));
}

function keptPlaces({ places }: GrownOrder): number[] {
  return places.filter((place) => place !== null);
}

function newPlaces({ dimension, places }: GrownOrder): number[] {
  const kept = new Set(places);
  return Array.from({ length: dimension }, (_, place) => place).filter((place) => !kept.has(place));
}

/** A row whose numbers stand elsewhere, in a row of another length. */
function moved(
  row: TriangleRow,
  places: readonly (number | null)[],
  dimension: number,
): TriangleRow {
  return {
    numbers: spread(row.numbers, places, dimension),
    carries: spread(row.carries, places, dimension),
  };
}

function spread(
  numbers: Float64Array,
  places: readonly (number | null)[],
  dimension: number,
): Float64Array {
  const wide = new Float64Array(dimension + 1);
  places.forEach((place, i) => {
    if (place !== null) wide[place] = numbers[i]!;
  });
  wide[dimension] = numbers.at(-1)!;
  return wide;
}
