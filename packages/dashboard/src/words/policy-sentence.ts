/**
 * The state of a policy in one sentence, for somebody who reads it for the first time.
 */
import type { CorridorPoint, PolicyView } from '@hedgerow/client';
import { amountText, countText, shareText } from '../design/number-text.ts';

/** How the learner did lately. */
export interface LearnerShare {
  /** From 0 to 1. */
  readonly share: number;
  /** Over how many of the newest decisions. */
  readonly decisionCount: number;
}

export interface PolicySentence {
  /** One word or two: "Learning". */
  readonly state: string;
  /** What is done, without a full stop at its end. */
  readonly text: string;
  /** What may still be lost; empty where nothing is risked. */
  readonly budget: string;
}

/** Returns what the policy is doing now. */
export function policySentence(view: PolicyView, lately: LearnerShare | null): PolicySentence {
  const usual = view.definition.baseline.action;
  if (view.health.state === 'halted') {
    return {
      state: 'Halted',
      text: `I copy ${usual} and take no risk until somebody has looked`,
      budget: '',
    };
  }
  if (view.mode === 'safe-mode') {
    return {
      state: 'Safe mode',
      text: `every decision is your usual choice, ${usual}`,
      budget: '',
    };
  }
  if (view.mode === 'shadow') {
    return {
      state: 'Watching',
      text: `I learn from what happens, and always play ${usual}`,
      budget: '',
    };
  }
  if (view.counts.decisions === 0) {
    return { state: 'Ready', text: 'nobody has asked for a decision yet', budget: '' };
  }
  return activeSentence(view, lately);
}

function activeSentence(view: PolicyView, lately: LearnerShare | null): PolicySentence {
  const usual = view.definition.baseline.action;
  const { learner, decisions } = view.counts;
  if (learner === 0) {
    return {
      state: 'Saving up',
      text: `so far I copy ${usual}; every round adds to the budget for trying something better`,
      budget: '',
    };
  }
  const { share, decisionCount } = lately ?? {
    share: learner / decisions,
    decisionCount: decisions,
  };
  const last = countText(decisionCount, 'decision');
  return {
    state: 'Learning',
    text: `${shareText(share)} of the last ${last} were the learner’s`,
    budget: budgetClause(view),
  };
}

function budgetClause(view: PolicyView): string {
  const usual = view.definition.baseline.action;
  if (view.margin === null || view.margin <= 0) {
    return `the safety budget is used up, so I copy ${usual} for now`;
  }
  return `you may still lose ${amountText(view.margin, view.unit)} in total before I copy ${usual}`;
}

/** Returns the learner's share over about the newest quarter, at least 20 decisions if there are. */
export function latelyOf(points: readonly CorridorPoint[]): LearnerShare | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  const wanted = Math.max(20, Math.round(last.sequence / 4));
  const before = points.findLast(({ sequence }) => sequence <= last.sequence - wanted);
  const decisionCount = last.sequence - (before?.sequence ?? 0);
  const learnerCount = last.learnerCount - (before?.learnerCount ?? 0);
  return decisionCount === 0 ? null : { share: learnerCount / decisionCount, decisionCount };
}
