/**
 * The policy definition of a cell.
 *
 * Actions: `b` is the baseline, `c` the other baseline that some calls name, `x` and `y` are what
 * adversaries propose. Where equations are trusted the world must be linear, so it declares its own
 * features and the exact norm of its weights (`linear-world.ts`).
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { type CellNumbers, cellNumbers, PERIOD_ROUNDS } from './cell-range.ts';
import type { Cell } from './factors.ts';
import { LINEAR_FEATURES, linearMean, linearWeightNorm } from './linear-weights.ts';

export type ActionName = 'b' | 'c' | 'x' | 'y';

export const ACTION_NAMES: readonly ActionName[] = ['b', 'c', 'x', 'y'];

/** Where a declared baseline lies in the range, as shares of its width. */
export const DECLARED_BASELINE = { min: 0.6, middle: 0.7, max: 0.8 } as const;

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
    promise: cell.promise,
    execution: cell.execution,
    proposer: { kind: proposerKind(cell) },
    ...(cell.baseline === 'equations' ? { features: LINEAR_FEATURES } : {}),
    seed,
  };
}

function baselineFields(
  { baseline }: Cell,
  numbers: CellNumbers,
  log: readonly number[],
): Omit<PolicyDefinition['baseline'], 'action'> {
  const at = (share: number) => numbers.min + share * numbers.width;
  switch (baseline) {
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
      return { coin: 'policy' };
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
