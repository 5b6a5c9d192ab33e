/**
 * What a service can be told that a library cannot: factors of the cells that are reached over HTTP. Each level of these meets each
 * level of every other factor that is reached over HTTP at all, and each pair of these meets, too.
 *
 * A service of its own for every combination would take too long to start, so four show all pairs of what holds for a
 * whole service; how long rewards are waited for is said of a policy. Where policies are shared out over threads the clock is the
 * machine's, and nothing is as old as a minute.
 */
import type { RowOf } from './covering-array.ts';
import type { Cell } from './factors.ts';

export const SERVICE_FACTORS = {
  /** Which threads decide: the one that answers, or two others. */
  deciders: ['answering', 'two-threads'],
  /** How many policies are in memory. */
  awake: ['many', 'one'],
  /** How many decisions of a policy are. */
  held: ['thousand', 'three'],
  /** How long rewards are waited for. */
  waiting: ['for-ever', 'a-minute'],
} as const;

export type ServiceLevels = RowOf<typeof SERVICE_FACTORS>;

/** All that are played; those that cost least come first. */
export const SERVICE_ROWS: readonly ServiceLevels[] = [
  { deciders: 'answering', awake: 'many', held: 'thousand', waiting: 'for-ever' },
  { deciders: 'two-threads', awake: 'many', held: 'three', waiting: 'for-ever' },
  { deciders: 'two-threads', awake: 'one', held: 'thousand', waiting: 'for-ever' },
  { deciders: 'answering', awake: 'many', held: 'thousand', waiting: 'a-minute' },
  { deciders: 'answering', awake: 'one', held: 'three', waiting: 'for-ever' },
  { deciders: 'answering', awake: 'one', held: 'three', waiting: 'a-minute' },
];

/** A cell, and how the service is set in which it is played. */
export interface ServicePlay {
  readonly cell: Cell;
  readonly levels: ServiceLevels;
}

/** Returns the levels with which each of some cells is played: once, and again where a pair would not be met otherwise. */
export function servicePlays(cells: readonly Cell[]): ServicePlay[] {
  const met = new Set<string>();
  const plays: ServicePlay[] = [];
  const play = (cell: Cell, leastNew: number) => {
    const counted = SERVICE_ROWS.map((levels) => newPairs(met, { cell, levels }));
    const most = Math.max(...counted);
    if (most < leastNew) return;
    const levels = SERVICE_ROWS[counted.indexOf(most)]!;
    for (const pair of pairsOf({ cell, levels })) met.add(pair);
    plays.push({ cell, levels });
  };
  for (const cell of cells) play(cell, 0);
  for (const cell of cells) for (const _ of SERVICE_ROWS) play(cell, 1);
  return plays;
}

function newPairs(met: ReadonlySet<string>, play: ServicePlay): number {
  return pairsOf(play).filter((pair) => !met.has(pair)).length;
}

/** Levels of the service that a cell meets when it is played so. */
export function pairsOf({ cell, levels }: ServicePlay): string[] {
  return Object.entries(levels).flatMap(([name, level]) =>
    Object.entries(cell).map(([factor, value]) => `${name}=${level} ${factor}=${value}`),
  );
}
