/**
 * SupLinUCB (Chu, Li, Reyzin and Schapire, AISTATS 2011): one regression for each level of width, so that
 * the rewards within a level are independent; the best known rate, and no promise.
 *
 * As we read it: widths (R a + √λ A) ‖ψ‖ in V⁻¹, divided by the range of rewards, and where several are too
 * wide the widest is played.
 */
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface SupLinUcbOptions extends RivalRidgeOptions {
  readonly failureProbability: number;
  readonly noiseScale: number;
  readonly rewardRange: number;
  readonly roundCount: number;
}

/** How many levels there are, and the factor of the noise in a width. */
export function supLinConstants({
  roundCount,
  actionCount,
  failureProbability,
}: Pick<SupLinUcbOptions, 'roundCount' | 'actionCount' | 'failureProbability'>): {
  readonly levels: number;
  readonly noiseFactor: number;
} {
  const ways = (2 * roundCount * actionCount) / failureProbability;
  return {
    levels: Math.ceil(Math.log(roundCount)),
    noiseFactor: Math.sqrt(Math.log(ways) / 2),
  };
}

export function supLinUcb(options: SupLinUcbOptions): RivalRule {
  const { levels, noiseFactor } = supLinConstants(options);
  const { noiseScale, ridgePenalty, weightNormBound, rewardRange, roundCount } = options;
  const radius = noiseScale * noiseFactor + Math.sqrt(ridgePenalty) * weightNormBound;
  const ridges = Array.from({ length: levels }, () => new RivalRidge(options));
  let learning: RivalRidge | null = null;
  return {
    hasGate: false,
    choose(round: RivalRound) {
      learning = null;
      const isLeft = new Uint8Array(round.actionCount).fill(1);
      for (let level = 1; ; level++) {
        const ridge = ridges[level - 1]!;
        const { predictions, widths } = ridge.score(round);
        const width = (x: number) => (radius * widths[x]!) / rewardRange;
        const upper = (x: number) => predictions[x]! / rewardRange + width(x);
        const isOpen = (x: number) => isLeft[x] === 1;
        const widest = bestOf(round.actionCount, width, isOpen);
        const best = bestOf(round.actionCount, upper, isOpen);
        if (width(widest) <= 1 / Math.sqrt(roundCount))
          return { action: best, chosenBy: 'learner' };
        if (width(widest) > 2 ** -level || level === levels) {
          learning = ridge;
          return { action: widest, chosenBy: 'learner' };
        }
        const least = upper(best) - 2 ** (1 - level);
        for (let x = 0; x < round.actionCount; x++) if (upper(x) < least) isLeft[x] = 0;
      }
    },
    learn: ({ features }, reward) => learning?.model.learn(features, reward, 1),
  };
}
