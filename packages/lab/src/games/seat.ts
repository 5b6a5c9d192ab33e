/**
 * A policy in a branch of the tree: it is loaded where the branch begins, and stored where it ends.
 */
import {
  createEngine,
  createPolicy,
  type Policy,
  type PolicyDefinition,
  restorePolicy,
} from '@hedgerow/core';

const engine = createEngine();

/** The hold-out that is injected: how the draw of the next decision falls. */
export interface Draw {
  number: number;
}

/** Falls for the proposal wherever it has a chance, and against it wherever that has one. */
export const FOR_PROPOSAL = 0;
export const FOR_BASELINE: number = 1 - 2 ** -40;

export interface Seat {
  readonly policy: Policy;
  readonly draw: Draw;
}

export function openSeat(definition: PolicyDefinition): Seat {
  const draw = { number: FOR_PROPOSAL };
  return { policy: createPolicy(definition, { engine, coin: () => draw.number }), draw };
}

export function loadSeat(text: string, number: number = FOR_PROPOSAL): Seat {
  const draw = { number };
  return { policy: restorePolicy(text, { engine, coin: () => draw.number }), draw };
}
