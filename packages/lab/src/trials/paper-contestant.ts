/**
 * The paper's Algorithm 1 as its experiment has it, ready to compete.
 *
 * The paper gives no constants; these are the ones its figures can be reproduced with: the norm of
 * the true weights is known exactly, and 40 bounds nearly every feature vector.
 */
import type { KernelEngine } from '@hedgerow/core';
import { cumulativeGate, LinearLearner, paperRadius } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import type { Contestant } from './contestant.ts';
import { linearContestant } from './linear-contestant.ts';

export interface PaperContestantOptions {
  readonly world: World;
  readonly allowedShortfall: number;
  /** λ: the paper does not say; 1 in the reference runs. */
  readonly ridgePenalty: number;
  readonly failureProbability: number;
  readonly engine?: KernelEngine;
}

/** Lets Algorithm 1 compete, as written: it counts the reward noise and not the hidden context. */
export function paperContestant(options: PaperContestantOptions): Contestant {
  const { world, allowedShortfall, ridgePenalty, failureProbability, engine } = options;
  const learner = new LinearLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    ridgePenalty,
    radius: paperRadius({
      noiseScale: 0.1,
      weightNormBound: Math.sqrt(30),
      featureNormBound: 40,
      failureProbability,
    }),
    gate: cumulativeGate(allowedShortfall),
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
    ...(engine === undefined ? {} : { engine }),
  });
  return linearContestant(learner);
}
