/**
 * What one call says, checked and as the learner counts: which actions may be played, who is the
 * baseline and what it pays, what is proposed, how little each action can pay.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';
import type { BaselineChoice } from '../learners/baseline-choice.ts';
import type { RoundTerms } from '../learners/hedge/round-terms.ts';
import { type CheckedDefinition, requireAction } from './checked-definition.ts';
import { requireSizeLimits } from './definition-limits.ts';
import {
  requireBaselineReward,
  requireFloors,
  requireName,
  requireSize,
} from './definition-rules.ts';
import type { DecideOptions } from './policy.ts';

export interface ReadCall {
  /** Indices of the actions that may be played, in declared order, the baseline's included. */
  readonly allowed: readonly number[];
  /** The baseline among all actions. */
  readonly baselineIndex: number;
  /** The baseline as a row of the allowed actions, and what is known of its reward. */
  readonly baseline: BaselineChoice;
  /** Its size, group, site and period; the caller's proposal, and what a lot may draw, as rows of the allowed actions. */
  readonly terms: RoundTerms;
  /** Least expected reward by row, of those that have one. */
  readonly floors: ReadonlyMap<number, number>;
}

/** Reads the options of a call; refuses what they must not say. What was accepted before is not held to limits. */
export function readCall(
  checked: CheckedDefinition,
  options: DecideOptions,
  wasAccepted: boolean,
): ReadCall {
  const { size } = options;
  if (size !== undefined) requireSize(checked.definition, size);
  if (size !== undefined && !wasAccepted) requireSizeLimits(checked.definition, size);
  const baselineIndex = baselineIndexOf(checked, options);
  const allowed = allowedActions(checked, options, baselineIndex);
  return {
    allowed,
    baselineIndex,
    floors: floorsOf(checked, options, allowed),
    baseline: {
      action: allowed.indexOf(baselineIndex),
      expectedReward: baselineRewardOf(checked, options),
    },
    terms: {
      ...termsOf(options),
      ...explorationOf(checked, allowed),
      proposal: proposalRow(checked, options, allowed),
    },
  };
}

function baselineIndexOf({ actionNames, definition }: CheckedDefinition, options: DecideOptions) {
  const name = options.baseline?.action ?? definition.baseline.action;
  return requireAction(actionNames, 'baseline.action', name);
}

function baselineRewardOf(
  checked: CheckedDefinition,
  options: DecideOptions,
): number | RewardInterval | null {
  const { baselineReward: declared, definition } = checked;
  const given = options.baseline?.reward;
  if (given !== undefined) {
    requireBaselineReward(definition, given);
    return given;
  }
  if (declared === 'per-call') throw missingBaselineReward();
  const action = options.baseline?.action ?? definition.baseline.action;
  if (declared !== undefined && action !== definition.baseline.action) {
    throw rewardOfAnother(action, definition.baseline.action);
  }
  return declared ?? null;
}

function allowedActions(
  { actionNames, allActions }: CheckedDefinition,
  options: DecideOptions,
  baselineIndex: number,
): readonly number[] {
  if (options.allowed === undefined) return allActions;
  const wanted = new Set(
    options.allowed.map((name) => requireAction(actionNames, 'allowed', name)),
  );
  wanted.add(baselineIndex);
  return [...wanted].sort((a, b) => a - b);
}

/** Size, group, site and period, where the definition has room for them. */
function termsOf({
  size,
  group,
  site,
  period,
}: DecideOptions): Pick<RoundTerms, 'size' | 'group' | 'site' | 'period'> {
  if (group !== undefined) requireName('group', group);
  if (site !== undefined) requireName('site', site);
  return {
    ...(size === undefined ? {} : { size }),
    ...(group === undefined ? {} : { group }),
    ...(site === undefined ? {} : { site }),
    ...(period === undefined ? {} : { period }),
  };
}

/** The lot over those of its actions that are allowed; none where none of them is. */
function explorationOf(
  { actionNames, definition: { exploration } }: CheckedDefinition,
  allowed: readonly number[],
): Pick<RoundTerms, 'exploration'> {
  if (exploration === undefined) return {};
  const { share, among } = exploration;
  const rows = [...allowed.keys()].filter(
    (row) => among?.includes(actionNames[allowed[row]!]!) ?? true,
  );
  return rows.length === 0 ? {} : { exploration: { share, rows } };
}

function proposalRow(
  { actionNames }: CheckedDefinition,
  { proposal }: DecideOptions,
  allowed: readonly number[],
): number | null {
  if (proposal === undefined) return null;
  const names = allowed.map((index) => actionNames[index]!);
  return requireAction(names, 'proposal', proposal);
}

const NO_FLOORS: ReadonlyMap<number, number> = new Map();

/** The declared floors of the allowed actions, those of this call first. */
function floorsOf(
  { actionNames, definition }: CheckedDefinition,
  { floors }: DecideOptions,
  allowed: readonly number[],
): ReadonlyMap<number, number> {
  if (floors === undefined && definition.reward.floors === undefined) return NO_FLOORS;
  requireFloors(definition, floors === undefined ? {} : floors);
  const declared = Object.entries({ ...definition.reward.floors, ...floors });
  const rows = declared.map(
    ([name, floor]) => [allowed.indexOf(actionNames.indexOf(name)), floor] as const,
  );
  return new Map(rows.filter(([row]) => row >= 0));
}

function missingBaselineReward(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'baseline.reward must be given with every call of this policy',
    received: 'absent',
    remedy: 'Give { baseline: { reward: … } } with the decision.',
  });
}

/** What is declared of one action says nothing of another. */
function rewardOfAnother(action: string, declared: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `baseline.reward must be given when the baseline is another action (${action}) than the one whose reward is declared (${declared})`,
    received: 'absent',
    remedy: 'Pass { baseline: { action: …, reward: … } } with the call.',
  });
}
