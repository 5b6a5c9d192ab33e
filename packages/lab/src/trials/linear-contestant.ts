/**
 * The paper's algorithms as contestants.
 *
 * What they claim: when the learner plays, the slack after that round is at least the margin of the
 * gate. After a round given to the baseline they claim nothing new.
 */
import type { BaselineChoice, Learner, Ticket } from '@hedgerow/core/research';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';

/** Lets a linear learner compete. It must hear every reward before the next round. */
export function linearContestant(learner: Learner): Contestant {
  let ticket: Ticket;
  return {
    promise: 'expected',
    expectedFeatures: learner.expectedFeatures,
    decide(baseline: BaselineChoice): RoundPlay {
      const decision = learner.decide(baseline);
      ticket = decision.ticket;
      return decision;
    },
    observe: (_round, reward) => learner.settle(ticket, reward),
    provedSlack: () => learner.provedSlack(),
  };
}
