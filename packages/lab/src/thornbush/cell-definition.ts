/**
 * The policy definition of a cell.
 *
 * Actions: `b` is the baseline, `c` the other baseline that some calls name, `x` and `y` are what
 * adversaries propose. Where equations are trusted the world must be linear, so it declares its own
 * features and the exact norm of its weights (`linear-world.ts`).
 */
import type { PolicyDefinition, PriorDefinition, SplitDefinition } from '@hedgerow/core';
import { type CellNumbers, cellNumbers, isDivided, PERIOD_ROUNDS } from './cell-range.ts';
import type { Cell } from './factors.ts';
import { LINEAR_FEATURES, linearMean, linearWeightNorm } from './linear-weights.ts';

export type ActionName = 'b' | 'c' | 'x' | 'y';

export const ACTION_NAMES: readonly ActionName[] = ['b', 'c', 'x', 'y'];

/** Where a declared baseline lies in the range, as shares of its width. */
export const DECLARED_BASELINE = { min: 0.6, middle: 0.7, max: 0.8 } as const;

/** How often lots are drawn: far more often than anybody would. */
const LOT_SHARE = 0.3;

/** Where a declared floor of a proposal lies, likewise. */
const DECLARED_FLOOR = 0.2;

export interface CellDefinitionInput {
  readonly cell: Cell;
  /** Rewards that the baseline has earned before, where the cell declares a log. */
  readonly log: readonly number[];
  readonly seed: number;
}

/** Returns the definition; whether it is accepted is for `createPolicy` to say. */
export function cellDefinition({ cell, log, seed }: CellDefinitionInput): PolicyDefinition {
  const numbers = cellNumbers(cell);
  return {
    actions: ACTION_NAMES,
    baseline: { action: 'b', ...baselineFields(cell, numbers, log) },
    context: { z: { min: -1, max: 1 } },
    reward: rewardFields(cell, numbers),
    ...termsFields(numbers),
    reserve: numbers.reserve,
    window: numbers.window,
    ...periodFields(cell),
    ...(cell.budget === 'limited' ? { budgetMax: numbers.budgetMax } : {}),
    failureProbability: numbers.failureProbability,
    ...promiseFields(cell),
    ...(cell.size === 'spread' ? { size: { typical: numbers.typicalSize } } : {}),
    ...(isDivided(cell) ? { split: splitFields(cell, numbers) } : {}),
    ...(cell.prior === 'hostile' ? { prior: hostilePrior(cell, numbers) } : {}),
    ...memoryFields(cell),
    proposer: { kind: proposerKind(cell) },
    ...(cell.exploration === 'lots' ? { exploration: { share: LOT_SHARE } } : {}),
    ...(cell.baseline === 'equations' ? { features: LINEAR_FEATURES } : {}),
    seed,
  };
}

function baselineFields(
  cell: Cell,
  numbers: CellNumbers,
  log: readonly number[],
): Omit<PolicyDefinition['baseline'], 'action'> {
  const at = (share: number) => numbers.min + share * numbers.width;
  switch (cell.baseline) {
    case 'number':
      return { reward: at(DECLARED_BASELINE.middle) };
    case 'interval':
      return { reward: { min: at(DECLARED_BASELINE.min), max: at(DECLARED_BASELINE.max) } };
    case 'per-call-number':
    case 'per-call-interval':
      return { reward: 'per-call' };
    case 'log':
      return { log: { rewards: log, link: 'same-mean' } };
    case 'unknown-policy':
      return isDivided(cell) ? {} : { coin: 'policy' };
    case 'unknown-played':
      return { coin: 'played' };
    case 'equations':
      return { reward: 'per-call', weightNormBound: linearWeightNorm(numbers) };
  }
}

function rewardFields(cell: Cell, numbers: CellNumbers): PolicyDefinition['reward'] {
  const { min, max, noiseScale, deviationScale } = numbers;
  return {
    min,
    max,
    noiseScale,
    ...(deviationScale === null ? {} : { deviationScale }),
    ...(cell.floors === 'given' ? { floors: declaredFloors(cell, numbers) } : {}),
  };
}

/** Returns the least mean of the proposals in any situation: the lowest reward where none is declared. */
export function declaredFloors(cell: Cell, numbers: CellNumbers): { x: number; y: number } {
  const { min, width } = numbers;
  if (cell.floors === 'none') return { x: min, y: min };
  if (cell.baseline === 'equations') return { x: linearMean(numbers, 'x', -1), y: min };
  return { x: min + DECLARED_FLOOR * width, y: min + DECLARED_FLOOR * width };
}

/** Where decisions can be divided there is one promise, and what was executed may always be told. */
function promiseFields(cell: Cell): Pick<PolicyDefinition, 'promise' | 'execution'> {
  const { promise, execution } = cell;
  if (!isDivided(cell)) return { promise, execution };
  return { promise: promise === 'expected' ? 'realised' : promise };
}

/** What is declared of a try against the check beside it, as shares of the width; ratio as it is. */
const DECLARED_LOSSES = { drop: 0.5, beside: 0.9, ratio: 0.3 } as const;
/** Scale of the errors of parts, as shares of the width. */
const PLOT_NOISE = { scale: 0.1, checkScale: 0.05 } as const;
/** Strips of a field in the grid. */
export const STRIP_COUNT = 10;
/** Decisions that a field in blocks is. */
export const BLOCK_COUNT = 3;

function splitFields({ split }: Cell, { width }: CellNumbers): SplitDefinition {
  const strips = STRIP_COUNT;
  switch (split) {
    case 'declared': {
      const { drop, beside, ratio } = DECLARED_LOSSES;
      return { strips, check: 0.2, drop: drop * width, beside: beside * width, ratio };
    }
    case 'plot-noise': {
      const { scale, checkScale } = PLOT_NOISE;
      const plotNoise = { scale: scale * width, checkScale: checkScale * width };
      return { strips, drop: DECLARED_LOSSES.drop * width, plotNoise };
    }
    default:
      return { strips };
  }
}

/** A prior that is certain of the wrong thing: the worst action, the last one, is far the best. */
function hostilePrior(cell: Cell, { max, width }: CellNumbers): PriorDefinition {
  const count = cell.baseline === 'equations' ? 4 : FEATURE_COUNT;
  return {
    weights: Array.from({ length: count }, (_, i) =>
      i === count - 2 ? max + 2 * width : -2 * width,
    ),
    precision: Array.from({ length: count }, () => 1e6),
    noiseVariance: (0.01 * width) ** 2,
    offset: -width,
    // Where decisions come in groups, seasons stray: levels and differences are then one model.
    ...(cell.group === 'of-ten' ? strayingSeasons(count, width) : {}),
  };
}

function strayingSeasons(count: number, width: number): Partial<PriorDefinition> {
  const seasonVariance = Array.from({ length: count }, (_, i) => (i % 2) * (0.3 * width) ** 2);
  return { seasonVariance, guard: { level: width, action: width } };
}

/** Features of four actions in a context of one variable. */
const FEATURE_COUNT = 8;

function memoryFields({ memory }: Cell): Pick<PolicyDefinition, 'memory'> {
  if (memory === 'whole-past') return {};
  return { memory: { halfLife: memory === 'rewards' ? 3 : 0.5, unit: memory } };
}

function periodFields({ period }: Cell): Pick<PolicyDefinition, 'period'> {
  if (period === 'whole-life') return {};
  return { period: period === 'named' ? 'named' : PERIOD_ROUNDS };
}

function termsFields(
  numbers: CellNumbers,
): Pick<PolicyDefinition, 'allowedShortfall' | 'allowedLossPerRound'> {
  const { allowedShortfall, allowancePerRound } = numbers;
  return allowedShortfall > 0 ? { allowedShortfall } : { allowedLossPerRound: allowancePerRound };
}

/** Who calls the tune elsewhere leaves the learner at its default. */
function proposerKind({ proposer }: Cell): 'optimistic' | 'thompson' | 'greedy' {
  return proposer === 'thompson' || proposer === 'greedy' ? proposer : 'optimistic';
}
