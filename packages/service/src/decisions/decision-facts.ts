/**
 * What is known of one decision before something is said about it, and what that means for a message:
 * the same answers as the core gives, also for decisions that the core has forgotten or never knew.
 */
import type { Outcome } from '@hedgerow/core';
import { type DecisionName, decisionId } from '../journal/decision-id.ts';
import type { DecisionRow } from '../journal/journal.ts';
import type { Telling } from './perform.ts';
import { type DecisionFacts, generationOf, type PolicyState } from './policy-state.ts';

/** Whether there can be such a decision at all. */
export function isIssued(state: PolicyState, { generation, sequence }: DecisionName): boolean {
  if (generation > generationOf(state)) return false;
  return generation < generationOf(state) || sequence <= state.sequence;
}

/** Returns what the memory knows; undefined if the journal's table has to be asked. */
export function factsInMemory(state: PolicyState, name: DecisionName): DecisionFacts | undefined {
  const isPresent = name.generation === generationOf(state);
  const open = isPresent ? state.open.get(name.sequence) : undefined;
  if (open !== undefined) return { state: open, reward: null };
  return state.recent.get(decisionId(name));
}

export function factsOfRow({ state, reward }: DecisionRow): DecisionFacts {
  return { state, reward };
}

/** Returns what a message means for a decision that stands like this. */
export function outcomeOf(facts: DecisionFacts, telling: Telling): Outcome {
  switch (telling.kind) {
    case 'confirmed':
      if (isPlayed(facts)) return 'repeated';
      return facts.state === 'issued' ? 'recorded' : 'not-played';
    case 'fell-back':
      return takeBackOutcome(facts, 'fell-back');
    case 'voided':
      return takeBackOutcome(facts, 'void');
    case 'rewarded':
      return rewardOutcome(facts, telling.value);
    case 'corrected':
      if (facts.reward === null) return 'no-reward-yet';
      return facts.reward === telling.value ? 'repeated' : 'recorded';
  }
}

function isPlayed({ state, reward }: DecisionFacts): boolean {
  return state === 'executed' || reward !== null;
}

function takeBackOutcome(facts: DecisionFacts, target: 'fell-back' | 'void'): Outcome {
  if (facts.state === target) return 'repeated';
  if (isPlayed(facts)) return 'already-played';
  return facts.state === 'issued' ? 'recorded' : 'not-played';
}

function rewardOutcome({ state, reward }: DecisionFacts, value: number): Outcome {
  if (state === 'fell-back' || state === 'void') return 'not-played';
  if (reward === null) return 'recorded';
  return reward === value ? 'repeated' : 'contradiction';
}
