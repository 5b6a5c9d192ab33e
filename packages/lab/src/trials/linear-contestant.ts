/**
 * The paper's algorithms as contestants.
 *
 * What they claim: when the learner plays, the slack after that round is at least the margin of the
 * gate. After a round given to the baseline they claim nothing new.
 */
import type { BaselineChoice, Decision, LinearLearner } from '@hedgerow/core/research';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';

/** Lets a linear learner compete. It must hear every reward before the next round. */
export function linearContestant(learner: LinearLearner): Contestant {
  let claim: number | null = null;
  return {
    promise: 'expected',
    expectedFeatures: learner.expectedFeatures,
    decide(baseline: BaselineChoice): RoundPlay {
      const decision = learner.decide(baseline);
      const play = playOf(decision, claim);
      claim = decision.chosenBy === 'learner' ? decision.margin : null;
      return play;
    },
    observe: (_round, reward) => learner.observe(reward, 1),
    provedSlack: () => claim,
  };
}

function playOf(decision: Decision, provedSlack: number | null): RoundPlay {
  return {
    playedAction: decision.playedAction,
    proposedAction: decision.optimisticAction ?? decision.playedAction,
    playProbability: decision.chosenBy === 'learner' ? 1 : 0,
    chosenBy: decision.chosenBy,
    provedSlack,
  };
}
