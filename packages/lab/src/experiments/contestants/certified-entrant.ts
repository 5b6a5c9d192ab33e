/**
 * UCB behind the certificates that use a noise model, as an entrant.
 *
 * What it claims: when the learner plays, the slack after that round is at least the gate's margin.
 */
import {
  CertifiedContextUcb,
  EXPECTED_PROMISE_SHARES,
  splitFailure,
  type Ticket,
  theoremBRadius,
} from '@hedgerow/core/research';
import type { Contestant } from '../../trials/contestant.ts';
import { coverageOf } from './coverage.ts';
import type { Entrant, EntrantInput } from './entrant.ts';

/** G of Theorem B, as in the reference runs. */
const TAIL_SCALE = 0.3;

/** Lets the certified strategy compete. */
export function certifiedEntrant(input: EntrantInput): Entrant {
  const { definition, declarations, world } = input;
  const weightNormBound = definition.weightNormBound ?? declarations.weightNormBound;
  const failureProbability = definition.failureProbability!;
  const learner = new CertifiedContextUcb({
    dimension: world.dimension,
    actionCount: world.actionCount,
    allowedShortfall: input.allowedShortfall!,
    failureProbability,
    weightNormBound,
    rewardMin: declarations.rewardFloor,
    noise: {
      tail: declarations.varianceTail,
      varianceOf: declarations.varianceOf,
    },
    proposerRidgePenalty: definition.ridgePenalty!,
    tailScale: TAIL_SCALE,
    engine: input.engine,
  });
  const radius = theoremBRadius({
    weightNormBound,
    failureProbability: splitFailure(failureProbability, EXPECTED_PROMISE_SHARES).ellipsoid,
    tailScale: TAIL_SCALE,
  });
  return {
    contestant: contestantOf(input, learner),
    coversTruth: coverageOf(learner.certificateModel, radius, input.trueWeights),
  };
}

function contestantOf(
  { world, definition }: EntrantInput,
  learner: CertifiedContextUcb,
): Contestant {
  const revealed = definition.feedback === 'revealed' ? new Float64Array(world.dimension) : null;
  let ticket: Ticket;
  return {
    promise: 'expected',
    expectedFeatures: learner.expectedFeatures,
    decide(baseline) {
      const decision = learner.decide(baseline);
      ticket = decision.ticket;
      return decision;
    },
    observe(_round, reward) {
      if (revealed === null) learner.settle(ticket, reward);
      else {
        world.features(ticket.playedAction, revealed);
        learner.settle(ticket, reward, revealed);
      }
    },
    provedSlack: () => learner.provedSlack(),
  };
}
