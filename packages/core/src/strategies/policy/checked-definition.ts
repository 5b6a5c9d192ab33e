/**
 * Checks a policy definition and fills in the defaults.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import { logInterval } from '../../safety/bets/log-interval.ts';
import {
  absolutePromise,
  type PromiseTerms,
  relativePromise,
  requireRepairing,
} from '../../safety/promise-terms.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { requireDefinitionLimits } from './definition-limits.ts';
import {
  requireExploration,
  requireFitting,
  requireFloors,
  requireSeed,
  requireShape,
} from './definition-rules.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { promiseText } from './promise-text.ts';
import { requireAmount } from './require-amount.ts';

/** A definition with nothing left open. */
export interface CheckedDefinition {
  readonly definition: PolicyDefinition;
  /** What is declared of the baseline's reward, a log turned into its interval. */
  readonly baselineReward: PolicyDefinition['baseline']['reward'];
  /** δ that is left for the book, after the log's interval has had its part. */
  readonly bookFailureProbability: number;
  readonly actionNames: readonly string[];
  /** Indices of all actions. */
  readonly allActions: readonly number[];
  readonly terms: PromiseTerms;
  readonly failureProbability: number;
  readonly noiseScale: number;
  readonly unit: string;
  /** The promise as one sentence. */
  readonly promiseText: string;
}

/** Whether a definition comes for the first time, or stands in books already and is not held to limits. */
export type DefinitionOrigin = 'new' | 'stored';

/** Returns the checked definition, or throws naming the field at fault. */
export function checkDefinition(
  definition: PolicyDefinition,
  origin: DefinitionOrigin = 'new',
): CheckedDefinition {
  requireShape(definition);
  const actionNames = namesOf(definition.actions);
  requireAction(actionNames, 'baseline.action', definition.baseline.action);
  requireRewardRange(definition.reward);
  const failureProbability = definition.failureProbability ?? POLICY_DEFAULTS.failureProbability;
  requireBetween('failureProbability', failureProbability, 0, 1);
  if (origin === 'new') requireDefinitionLimits(definition);
  const hasLog = definition.baseline.log !== undefined;
  const terms = termsOf(definition);
  const baselineReward = hasLog
    ? intervalOfLog(definition, failureProbability)
    : definition.baseline.reward;
  requireFitting(definition, baselineReward);
  requireExploration(definition, actionNames);
  requireFloors(definition, definition.reward.floors ?? {});
  requireRepairing(terms, lowestReward(baselineReward));
  requireSeed(definition);
  const { rewardWithin } = definition;
  if (rewardWithin !== undefined) {
    requireBetween('rewardWithin.days', rewardWithin.days, 0, Number.POSITIVE_INFINITY);
  }
  const checked = {
    definition,
    baselineReward,
    bookFailureProbability: hasLog ? failureProbability / 2 : failureProbability,
    actionNames,
    allActions: actionNames.map((_, index) => index),
    terms,
    failureProbability,
    noiseScale: definition.reward.noiseScale ?? 0,
    unit: definition.reward.unit ?? '',
  };
  return { ...checked, promiseText: promiseText(checked) };
}

/** Returns the index of a named action, or refuses a name that is not declared. */
export function requireAction(names: readonly string[], field: string, name: string): number {
  const index = names.indexOf(name);
  if (index >= 0) return index;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${field} must be one of the actions (${names.join(', ')})`,
    received: JSON.stringify(name) ?? 'absent',
  });
}

/** The lowest declared baseline reward; 0 where none is declared yet. */
function lowestReward(declared: PolicyDefinition['baseline']['reward']): number {
  if (declared === undefined || declared === 'per-call') return 0;
  return typeof declared === 'number' ? declared : declared.min;
}

function intervalOfLog(
  { baseline, reward }: PolicyDefinition,
  failureProbability: number,
): { min: number; max: number } {
  if (baseline.reward !== undefined) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'only one of baseline.reward and baseline.log must be given',
      received: 'both',
    });
  }
  return logInterval({
    rewards: baseline.log!.rewards,
    floor: reward.min,
    ceiling: reward.max,
    failureProbability: failureProbability / 2,
  });
}

function namesOf(actions: PolicyDefinition['actions']): string[] {
  const names = actions.map((action) => (typeof action === 'string' ? action : action.name));
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (names.length >= 1 && repeated === undefined) return names;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'actions must be a list of different names',
    received: repeated === undefined ? 'empty' : `one that repeats ${JSON.stringify(repeated)}`,
  });
}

function requireRewardRange(reward: PolicyDefinition['reward']): void {
  requireAmount('reward.min', reward.min);
  requireAmount('reward.max', reward.max);
  requireAmount('reward.noiseScale', reward.noiseScale ?? 0);
  requireAmount('reward.deviationScale', reward.deviationScale ?? 0);
  if (reward.noiseScale !== undefined) requireNotNegative('reward.noiseScale', reward.noiseScale);
  if (reward.deviationScale !== undefined) {
    requireBetween('reward.deviationScale', reward.deviationScale, 0, Number.POSITIVE_INFINITY);
  }
  if (reward.min < reward.max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'reward.min must be below reward.max',
    received: `${reward.min} against ${reward.max}`,
  });
}

function termsOf(definition: PolicyDefinition): PromiseTerms {
  const { allowedShortfall, allowedLossPerRound } = definition;
  const reserve = definition.reserve ?? POLICY_DEFAULTS.reserve;
  const window = definition.window ?? POLICY_DEFAULTS.window;
  requireAmount('reserve', reserve);
  requireAmount('allowedLossPerRound', allowedLossPerRound ?? 0);
  if (allowedShortfall !== undefined && allowedLossPerRound === undefined) {
    return relativePromise({ allowedShortfall, reserve, window });
  }
  if (allowedLossPerRound !== undefined && allowedShortfall === undefined) {
    return absolutePromise({ allowedLossPerRound, reserve, window });
  }
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'exactly one of allowedShortfall and allowedLossPerRound must be given',
    received: allowedShortfall === undefined ? 'neither' : 'both',
    remedy: 'allowedShortfall: 0.1 promises at least 90 % of what the baseline would earn.',
  });
}
