/**
 * The state of a policy in one sentence, for somebody who reads it for the first time.
 */
import type { CorridorPoint, PolicyView } from '@hedgerow/client';
import { isKept } from '@hedgerow/core';
import { amountText, countText, shareText } from '../design/number-text.ts';

import { hasRefused, isTooSmallForTry } from './try-cost.ts';
import { totalUnit } from './units.ts';
import { usualChoice } from './usual-choice.ts';

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

/** Returns what the policy is doing now; `lately` adds how it went in the newest decisions. */
export function policySentence(view: PolicyView, lately: LearnerShare | null): PolicySentence {
  const usual = usualChoice(view);
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
      text: `every decision is ${usual}`,
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
  const usual = usualChoice(view);
  const { learner, decisions, unresolved } = view.counts;
  if (learner === 0 && unresolved === decisions) {
    return {
      state: 'Waiting',
      text: `so far I copy ${usual}, and nobody has said yet what came of it`,
      budget: '',
    };
  }
  if (learner === 0 && !hasRefused(view)) {
    return {
      state: 'Copying',
      text: `so far I copy ${usual}: it looks best itself, or the coin chose it`,
      budget: '',
    };
  }
  if (learner === 0) {
    return {
      state: 'Saving up',
      text: `so far I copy ${usual}; every round adds to the budget for trying something better`,
      budget: '',
    };
  }
  const all = countText(decisions, 'decision');
  return {
    state: 'Learning',
    text: `I chose ${learner.toLocaleString()} of ${all} myself${latelyText(view, lately)}`,
    budget: budgetClause(view),
  };
}

function latelyText({ counts }: PolicyView, lately: LearnerShare | null): string {
  if (lately === null || lately.decisionCount >= counts.decisions) return '';
  return `, and ${shareText(lately.share)} of the last ${lately.decisionCount.toLocaleString()}`;
}

function budgetClause(view: PolicyView): string {
  const usual = usualChoice(view);
  if (view.margin !== null && !isKept(view.margin, view.definition.window)) {
    return `the safety budget is overdrawn by ${amountText(-view.margin, totalUnit(view.definition))}, so I take no risk until it is made up for`;
  }
  const isDivided = view.definition.split !== undefined;
  if (isDivided && view.margin !== null && view.margin <= 0) {
    return 'the safety budget is empty, so I try only parts so small that it cannot shrink, whatever they earn';
  }
  if (view.margin === null || view.margin <= 0) {
    return `the safety budget is used up, so I copy ${usual} for now`;
  }
  if (isTooSmallForTry(view)) {
    return `the safety budget is too small for a try, so I copy ${usual} until it has grown`;
  }
  const lost = `you may still lose ${amountText(view.margin, totalUnit(view.definition))}`;
  return isDivided
    ? `${lost} before I try only what can do no harm`
    : `${lost} before I copy ${usual}`;
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
