/**
 * Cells in which a promise was once broken far more often than δ. Each needed more options at once than
 * pairs and groups of the grid show together for certain, so they are in it by name, in every way in.
 *
 *   void after a coin       rounds cancelled by the coin kept a credit for what did not happen
 *   many open rounds        a credit was counted when a round was issued and again when confirmed
 *   noise at the ceiling    rewards were cut at the most there is, and so was what the baseline earned
 *   a mean for outcomes     a mean that a call declared was taken for a limit on what a round earns
 *   void after the weather  decisions of a group left the promise when its first reward was bad
 */
import { type Cell, FACTORS } from './factors.ts';

const COIN: Omit<Cell, 'way'> = {
  promise: 'expected',
  baseline: 'unknown-policy',
  terms: 'shortfall-0.3',
  execution: 'confirm',
  floor: 'positive',
  noise: 'none',
  deviation: 'absent',
  reserve: 'none',
  window: 'every-round',
  period: 'whole-life',
  floors: 'none',
  budget: 'no-limit',
  failure: 'delta-0.1',
  proposer: 'caller',
  exploration: 'none',
  call: 'plain',
  split: 'whole',
  size: 'one',
  group: 'alone',
  site: 'single',
  asking: 'one-by-one',
  prior: 'blank',
  memory: 'whole-past',
  outcome: 'prompt',
};

/** All of a group is bet on only if one call decides it. */
const GROUP = {
  ...COIN,
  baseline: 'number',
  floor: 'zero',
  group: 'of-ten',
  asking: 'together',
} as const;

const HOLES: readonly Omit<Cell, 'way'>[] = [
  { ...COIN, outcome: 'void' },
  { ...COIN, outcome: 'void', baseline: 'unknown-played' },
  { ...COIN, outcome: 'void', promise: 'observed' },
  { ...COIN, outcome: 'in-flight' },
  { ...COIN, execution: 'assume', noise: 'some' },
  { ...COIN, execution: 'assume', noise: 'some', terms: 'shortfall-0.1' },
  { ...COIN, promise: 'observed', terms: 'shortfall-0.1', floor: 'zero', call: 'other-baseline' },
  { ...GROUP, reserve: 'some', outcome: 'void' },
  { ...GROUP, outcome: 'fell-back' },
];

/** Returns the cells, through every way in. */
export function formerHoles(): Cell[] {
  return HOLES.flatMap((hole) => FACTORS.way.map((way) => ({ ...hole, way })));
}
