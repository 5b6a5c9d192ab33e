/**
 * Runs a strategy over explicit rounds and yields one line a round.
 *
 * This is how hedgerow is compared with independent implementations: the input holds features,
 * baseline and the reward of every action, so nothing is left to chance.
 */
import { createLearner, type Learner } from '@hedgerow/core/research';
import type { ReplayFile, ReplayRound } from './replay-file.ts';

export interface ReplayLine {
  /** Counted from 1. */
  readonly round: number;
  readonly playedAction: number;
  readonly chosenBy: 'learner' | 'baseline';
  readonly optimisticAction: number;
  readonly confidenceRadius: number;
  readonly upperBounds: readonly number[];
  readonly learnerTotalLowerBound: number | null;
  readonly margin: number | null;
  /** θ̂ after the round's reward has been taken in. */
  readonly estimatedWeights: readonly number[];
}

/** Yields what the strategy does in each round, in order. */
export function* replay(file: ReplayFile): Generator<ReplayLine> {
  const actionCount = file.rounds.reduce((most, r) => Math.max(most, r.expectedFeatures.length), 1);
  const { dimension, ...definition } = file.strategy;
  const isGated = definition.allowedShortfall !== null;
  let round = file.rounds[0];
  const learner = createLearner(
    { ...definition, kind: isGated ? 'conservativeContextUcb' : 'contextUcb', isWeighted: true },
    { dimension, actionCount, varianceOf: (_features, action) => round?.variances?.[action] ?? 1 },
  );
  const weights = new Float64Array(dimension);
  for (const [i, next] of file.rounds.entries()) {
    round = next;
    yield playRound({ learner, round, roundNumber: i + 1, weights });
  }
}

interface RoundInput {
  readonly learner: Learner;
  readonly round: ReplayRound;
  readonly roundNumber: number;
  readonly weights: Float64Array;
}

function playRound({ learner, round, roundNumber, weights }: RoundInput): ReplayLine {
  const actionCount = round.expectedFeatures.length;
  round.expectedFeatures.forEach((features, k) => {
    learner.expectedFeatures.set(features, k * features.length);
  });
  const decision = learner.decide(round.baseline, actionCount);
  const { playedAction } = decision;
  const line = {
    round: roundNumber,
    playedAction,
    chosenBy: decision.chosenBy,
    optimisticAction: decision.proposedAction,
    confidenceRadius: decision.confidenceRadius!,
    upperBounds: [...decision.upperBounds.subarray(0, actionCount)],
    learnerTotalLowerBound: decision.learnerTotalLowerBound,
    margin: decision.margin,
  };
  learner.settle(decision.ticket, round.rewards[playedAction]!);
  learner.estimateWeights(weights);
  return { ...line, estimatedWeights: [...weights] };
}
