/**
 * UCB behind the certificates that use a noise model, as an entrant.
 *
 * What it claims: when the learner plays, the slack after that round is at least the gate's margin.
 */
import {
  CertifiedContextUcb,
  EXPECTED_PROMISE_SHARES,
  splitFailure,
  theoremBRadius,
} from '@hedgerow/core/research';
import type { Contestant } from '../../trials/contestant.ts';
import { coverageOf } from './coverage.ts';
import type { Entrant, EntrantInput } from './entrant.ts';

/** G of Theorem B, as in the reference runs. */
const TAIL_SCALE = 0.3;

/** Lets the certified strategy compete. */
export function certifiedEntrant(input: EntrantInput): Entrant {
  const { definition, world } = input;
  const { declarations } = input.environment;
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
      varianceOf: (action) => declarations.varianceOf(featuresOf(action)),
    },
    proposerRidgePenalty: definition.ridgePenalty!,
    tailScale: TAIL_SCALE,
    engine: input.engine,
  });
  const featuresOf = (action: number) =>
    learner.expectedFeatures.subarray(action * world.dimension, (action + 1) * world.dimension);
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
  let claim: number | null = null;
  let playedAction = 0;
  return {
    promise: 'expected',
    expectedFeatures: learner.expectedFeatures,
    decide(baseline) {
      const { chosenBy, optimisticAction, margin, ...decision } = learner.decide(baseline);
      const provedSlack = claim;
      claim = chosenBy === 'learner' ? margin : null;
      playedAction = decision.playedAction;
      return {
        playedAction,
        proposedAction: optimisticAction ?? playedAction,
        playProbability: chosenBy === 'learner' ? 1 : 0,
        chosenBy,
        provedSlack,
      };
    },
    observe(_round, reward) {
      if (revealed === null) learner.observe(reward);
      else {
        world.features(playedAction, revealed);
        learner.observe(reward, revealed);
      }
    },
    provedSlack: () => claim,
  };
}
