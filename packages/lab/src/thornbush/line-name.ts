/**
 * A line of the grid: a cell and who attacks it, its name, and the seed that goes with the name.
 */
import type { AdversaryName } from './adversaries.ts';
import type { Cell } from './factors.ts';

/** A cell and who attacks it. */
export interface Line {
  readonly cell: Cell;
  readonly adversary: AdversaryName;
}

/** A seed of the line itself, so that other lines may come and go. */
export function seedOf({ cell, adversary }: Line): number {
  let hash = 0x811c9dc5;
  for (const letter of lineName({ cell, adversary })) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash;
}

/** Returns all levels of a line in one text. */
export function lineName({ cell, adversary }: Line): string {
  return [...Object.values(cell), adversary].join(' ');
}
