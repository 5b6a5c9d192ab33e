/**
 * Runs a strategy over explicit rounds and yields one line a round.
 *
 * This is how hedgerow is compared with independent implementations: the input holds features,
 * baseline and the reward of every action, so nothing is left to chance.
 */
import {
  cumulativeGate,
  determinantRadius,
  LinearLearner,
  paperRadius,
} from '@hedgerow/core/research';
import type { ReplayFile, ReplayRound, ReplayStrategy } from './replay-file.ts';

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
  const learner = createLearner(file.strategy, actionCount);
  const weights = new Float64Array(file.strategy.dimension);
  for (const [i, round] of file.rounds.entries()) {
    yield playRound({ learner, round, roundNumber: i + 1, weights });
  }
}

function createLearner(strategy: ReplayStrategy, actionCount: number): LinearLearner {
  const radius = strategy.radius === 'paper' ? paperRadius : determinantRadius;
  const { allowedShortfall } = strategy;
  return new LinearLearner({
    dimension: strategy.dimension,
    actionCount,
    ridgePenalty: strategy.ridgePenalty,
    radius: radius(strategy),
    gate: allowedShortfall === null ? null : cumulativeGate(allowedShortfall),
    learnFromBaseline: strategy.learnFromBaseline,
    selection: strategy.selection,
    startingSet: 'ball',
  });
}

interface RoundInput {
  readonly learner: LinearLearner;
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
    optimisticAction: decision.optimisticAction!,
    confidenceRadius: decision.confidenceRadius!,
    upperBounds: [...decision.upperBounds.subarray(0, actionCount)],
    learnerTotalLowerBound: decision.learnerTotalLowerBound,
    margin: decision.margin,
  };
  const variance = round.variances?.[playedAction] ?? 1;
  learner.observe(round.rewards[playedAction]!, 1 / variance);
  learner.model.kernel.estimateWeights(weights);
  return { ...line, estimatedWeights: [...weights] };
}
