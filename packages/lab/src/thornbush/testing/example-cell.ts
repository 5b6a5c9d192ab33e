/**
 * A plain cell for tests to vary: the baseline's number is declared, and nothing else is special.
 */
import type { Cell } from '../factors.ts';

export const EXAMPLE_CELL: Cell = {
  promise: 'expected',
  baseline: 'number',
  terms: 'shortfall-0.1',
  execution: 'confirm',
  floor: 'zero',
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
  way: 'library',
};
