/**
 * C-SquareCB and C-FastCB (Deb, Ghavamzadeh and Banerjee, ICLR 2025, arXiv 2412.06165) with a linear oracle:
 * actions are drawn by how far their prediction lies below the best, and a gate compares the predicted
 * total, less a margin from the oracle's regret, with the baseline's.
 *
 * Published for costs within [0, 1]. As we read it for rewards y up to H: cost 1 − y / H, the same gate with
 * margin · H. The oracle predicts by plain ridge; its regret is bounded by λ (A / H)² + ln det(V / λᵈ), for
 * the log loss by d ln(1 + T D² / (d λ)) + λ (A / H)². Literal constants (16, H = the range) never pass the
 * gate a second time here; with the factor 1, H as the noise and γ from a grid (`tuned`) the theorem no longer
 * covers it.
 */
import type { RandomSource } from '@hedgerow/core/research';
import { drawPlace } from '../draw-place.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface InverseGapOptions extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly loss: 'square' | 'log';
  /** H: rewards lie between 0 and this. */
  readonly rewardRange: number;
  /** Reward units of the gate's margin; H in the paper. */
  readonly marginScale: number;
  /** 16 in the paper. */
  readonly marginFactor: number;
  /** `square`: multiplies the schedule of γ; `log`: γ itself. */
  readonly exploitation: number;
  readonly roundCount: number;
  readonly hasGate: boolean;
  readonly random: RandomSource;
}

/** Probabilities of actions from predicted costs, by the gap to the best. */
export function inverseGapProbabilities(
  costs: ArrayLike<number>,
  exploitation: number,
): Float64Array {
  return spread(costs, (gap) => 1 / (costs.length + exploitation * gap));
}

/** The same, weighted by the best predicted cost. */
export function reweightedProbabilities(
  costs: ArrayLike<number>,
  exploitation: number,
): Float64Array {
  const least = Math.min(...Array.from(costs));
  return spread(costs, (gap) =>
    least === 0 ? 0 : least / (costs.length * least + exploitation * gap),
  );
}

function spread(costs: ArrayLike<number>, probabilityOf: (gap: number) => number): Float64Array {
  const best = bestOf(costs.length, (action) => -costs[action]!);
  let rest = 1;
  const probabilities = Float64Array.from(costs, (cost, action) => {
    if (action === best) return 0;
    const probability = probabilityOf(cost - costs[best]!);
    rest -= probability;
    return probability;
  });
  probabilities[best] = rest;
  return probabilities;
}

/** What the gate takes off the predicted total, in units of the cost. */
export function oracleMargin(factor: number, rounds: number, regretBound: number): number {
  return factor * Math.sqrt(rounds * regretBound);
}

export function inverseGap(options: InverseGapOptions): RivalRule {
  const { rewardRange: range, marginScale, marginFactor, allowedShortfall, random } = options;
  const ridge = new RivalRidge(options);
  const regret = regretBoundOf(options, ridge);
  let rounds = 0;
  let predictedTotal = 0;
  return {
    hasGate: options.hasGate,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound) {
      const { predictions } = ridge.score(round);
      const rewards = Float64Array.from(predictions.subarray(0, round.actionCount), (y) =>
        Math.min(range, Math.max(0, y)),
      );
      const costs = rewards.map((reward) => 1 - reward / range);
      const probabilities =
        options.loss === 'square'
          ? inverseGapProbabilities(
              costs,
              options.exploitation * schedule(options, rounds, regret()),
            )
          : reweightedProbabilities(costs, options.exploitation);
      const predicted = rewards.reduce((sum, y, action) => sum + y * probabilities[action]!, 0);
      const margin =
        marginScale * oracleMargin(marginFactor, rounds, regret() + deltaTerm(options));
      const worst = predictedTotal + predicted + round.baselinePlayedTotal - margin;
      if (options.hasGate && worst < (1 - allowedShortfall) * round.baselineTotal) {
        return { action: round.baselineAction, chosenBy: 'baseline' };
      }
      predictedTotal += predicted;
      rounds += 1;
      return { action: drawPlace(probabilities, random), chosenBy: 'learner' };
    },
    learn({ chosenBy, features }, reward) {
      if (chosenBy === 'learner') ridge.model.learn(features, reward, 1);
    },
  };
}

/** γ of the square loss after so many rounds. */
function schedule(
  { actionCount, failureProbability }: InverseGapOptions,
  rounds: number,
  regretBound: number,
): number {
  return Math.sqrt((actionCount * rounds) / (regretBound + Math.log(8 / failureProbability)));
}

function deltaTerm({ loss, failureProbability }: InverseGapOptions): number {
  return loss === 'square' ? Math.log(4 / failureProbability) : 0;
}

function regretBoundOf(options: InverseGapOptions, { model }: RivalRidge): () => number {
  const { loss, ridgePenalty, weightNormBound, marginScale, dimension, roundCount } = options;
  const fromPrior = ridgePenalty * (weightNormBound / marginScale) ** 2;
  if (loss === 'square') return () => fromPrior + model.logDeterminantRatio();
  const reach = (roundCount * options.featureNormBound ** 2) / (dimension * ridgePenalty);
  const whole = dimension * Math.log(1 + reach) + fromPrior;
  return () => whole;
}
