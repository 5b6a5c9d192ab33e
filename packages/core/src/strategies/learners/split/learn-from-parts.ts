/**
 * What the model learns from the parts of a divided decision: the level from the check, and, once both
 * are known, the difference between the try and the check beside it. What is told again or corrected
 * replaces what was learnt before.
 */
import type { PartOutcome } from '../../../safety/split/split-bet.ts';
import type { Beliefs } from '../hedge/beliefs.ts';
import type { Learnt, SplitTicket } from './split-ticket.ts';

export interface SplitBeliefs {
  readonly differences: Beliefs;
  readonly levels: Beliefs;
}

/** Brings what was learnt from a decision up to what is known of it. */
export function learnFrom(ticket: SplitTicket, { differences, levels }: SplitBeliefs): void {
  const { outcome } = ticket.entry;
  if (outcome === null) return;
  const check = rewardOf(outcome.check);
  const tried = rewardOf(outcome.tries[0] ?? null);
  if (check !== null) {
    ticket.level = learnt(levels, ticket.baselineFeatures, check, ticket.level);
  }
  if (check !== null && tried !== null && ticket.differenceFeatures !== null) {
    const difference = tried - check;
    ticket.difference = learnt(
      differences,
      ticket.differenceFeatures,
      difference,
      ticket.difference,
    );
  }
}

function learnt(
  beliefs: Beliefs,
  features: Float64Array,
  value: number,
  before: Learnt | undefined,
): Learnt {
  if (before === undefined) return { value, age: beliefs.learn(features, value) };
  if (value !== before.value) beliefs.revise(features, value - before.value, before.age);
  return { value, age: before.age };
}

function rewardOf(part: PartOutcome): number | null {
  return part === null || typeof part === 'number' ? part : part.reward;
}
