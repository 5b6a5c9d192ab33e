/**
 * The paper's four linear algorithms as entrants: one learner with different sights and gates.
 *
 *   linearUcb, conservativeLinearUcb     see the context that came: features φ, realised rewards
 *   contextUcb, conservativeContextUcb   see the forecast: expected features ψ
 *
 * Those that see the context also know what the baseline earns in it. The others are told what the
 * environment declares.
 */
import {
  type ConfidenceRadius,
  cumulativeGate,
  determinantRadius,
  kirschnerKrauseRadius,
  LinearLearner,
  paperRadius,
} from '@hedgerow/core/research';
import type { World } from '../../environments/world.ts';
import type { Contestant } from '../../trials/contestant.ts';
import { linearContestant } from '../../trials/linear-contestant.ts';
import { coverageOf } from './coverage.ts';
import type { Entrant, EntrantInput } from './entrant.ts';

/** Lets one of the linear algorithms compete. */
export function linearEntrant(input: EntrantInput): Entrant {
  const { definition, world, allowedShortfall } = input;
  const radius = radiusOf(input);
  const learner = new LinearLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    ridgePenalty: definition.ridgePenalty!,
    radius,
    gate: allowedShortfall === null ? null : cumulativeGate(allowedShortfall),
    learnFromBaseline: false,
    selection: definition.selection ?? 'optimistic',
    startingSet: definition.startingSet ?? 'ball',
    engine: input.engine,
  });
  return {
    contestant: contestantOf(input, learner),
    coversTruth: coverageOf(learner.model, radius, input.trueWeights),
  };
}

function contestantOf(input: EntrantInput, learner: LinearLearner): Contestant {
  const { definition, world } = input;
  const contestant = linearContestant(learner);
  if (/linear/i.test(definition.kind)) return seeingContexts(input, learner, contestant);
  if (definition.feedback === 'revealed') return hearingContexts(world, learner, contestant);
  return contestant;
}

/** Shows the features of the context that came instead of the expected ones. */
function seeingContexts(
  { world, environment }: EntrantInput,
  learner: LinearLearner,
  inner: Contestant,
): Contestant {
  const { dimension, actionCount } = world;
  const unseen = new Float64Array(actionCount * dimension);
  const rows = Array.from({ length: actionCount }, (_, action) =>
    learner.expectedFeatures.subarray(action * dimension, (action + 1) * dimension),
  );
  return {
    ...inner,
    promise: 'realised',
    expectedFeatures: unseen,
    decide(baseline) {
      for (let action = 0; action < actionCount; action++) world.features(action, rows[action]!);
      const action = environment.seenBaseline?.(world) ?? baseline.action;
      return inner.decide({ action, expectedReward: world.realisedReward(action) });
    },
  };
}

/** Regresses on the features of the context that came, after deciding without them. */
function hearingContexts(world: World, learner: LinearLearner, inner: Contestant): Contestant {
  const revealed = new Float64Array(world.dimension);
  let playedAction = 0;
  return {
    ...inner,
    decide(baseline) {
      const play = inner.decide(baseline);
      playedAction = play.playedAction;
      return play;
    },
    observe(_round, reward) {
      world.features(playedAction, revealed);
      learner.learn(revealed, reward, 1);
    },
  };
}

function radiusOf({ definition, environment }: EntrantInput): ConfidenceRadius {
  const { declarations } = environment;
  const declared = {
    noiseScale: definition.noiseScale ?? declarations.linearNoiseScale,
    weightNormBound: definition.weightNormBound ?? declarations.weightNormBound,
    failureProbability: definition.failureProbability!,
  };
  switch (definition.radius!) {
    case 'paper':
      return paperRadius({
        ...declared,
        featureNormBound: definition.featureNormBound ?? declarations.featureNormBound,
      });
    case 'determinant':
      return determinantRadius(declared);
    case 'kirschner-krause':
      return kirschnerKrauseRadius({
        ...declared,
        rewardNoiseScale: declared.noiseScale,
        feedback: definition.feedback ?? 'hidden',
      });
  }
}
