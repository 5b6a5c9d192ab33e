/**
 * ConfidenceBall₂ (Dani, Hayes and Kakade, COLT 2008): optimism over an ellipsoid with the radius of the first analysis,
 * which later work made smaller.
 *
 *     √b ‖ψ‖ in V⁻¹,   b = max(128 d ln t ln(t² / δ), (8/3 · ln(t² / δ))²),   for rewards within [−1, 1]
 *
 * As we read it here: the ellipsoid begins with λ I instead of a barycentric spanner, and for rewards up to H the radius
 * is H / 2 times as large. It is so wide that in some hundred rounds nothing but width decides; `marginFactor` makes it
 * narrower, and is then no longer what was proved. No promise.
 */
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface ConfidenceBallOptions extends RivalRidgeOptions {
  readonly failureProbability: number;
  readonly rewardRange: number;
  /** 1 in the literal form. */
  readonly marginFactor: number;
}

/** √b in a round, for rewards within [−1, 1]. */
export function ballRadius(
  {
    dimension,
    failureProbability,
  }: Pick<ConfidenceBallOptions, 'dimension' | 'failureProbability'>,
  round: number,
): number {
  const surprise = Math.log(round ** 2 / failureProbability);
  return Math.sqrt(
    Math.max(128 * dimension * Math.log(round) * surprise, ((8 / 3) * surprise) ** 2),
  );
}

export function confidenceBall(options: ConfidenceBallOptions): RivalRule {
  const scale = (options.marginFactor * options.rewardRange) / 2;
  const ridge = new RivalRidge(options);
  return {
    hasGate: false,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound) {
      const { predictions, widths } = ridge.score(round);
      const radius = scale * ballRadius(options, round.number);
      const upper = (x: number) => predictions[x]! + radius * widths[x]!;
      return { action: bestOf(round.actionCount, upper), chosenBy: 'learner' };
    },
    learn: ({ features }, reward) => ridge.model.learn(features, reward, 1),
  };
}
