/**
 * Thompson sampling with auxiliary constraints (Daulton, Singh, Avadhanula, Dimmery and Bakshy, 2019, arXiv 1911.00638):
 * a reward and another outcome are each drawn from what is believed of them; allowed is what keeps, in the drawn
 * world, the share 1 − α of the baseline's outcome, and among the allowed the best by the drawn reward is played.
 *
 *     allowed = { x : ψᵀθ″ ≥ (1 − α) r } and the baseline        play the largest ψᵀθ′
 *
 * As we read it here: the outcome that is guarded is the reward itself, with a draw of its own (with one draw for
 * both, whatever is best would always be allowed); the baseline's outcome is the known number that all rules are
 * told; the baseline is always allowed, and every round is learnt from. Every round is guarded by itself,
 * as likely as a draw makes it: nothing is proved of it.
 */
import type { RandomSource } from '@hedgerow/core/research';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, project, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface ConstrainedThompsonOptions extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  /** Scale of both draws, in units of V⁻¹. */
  readonly noiseScale: number;
  readonly random: RandomSource;
}

export function constrainedThompson(options: ConstrainedThompsonOptions): RivalRule {
  const { allowedShortfall, noiseScale, random } = options;
  const ridge = new RivalRidge(options);
  return {
    hasGate: true,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound) {
      const { actionCount, baselineAction, baselineReward } = round;
      const ofReward = ridge.drawWeights(noiseScale, random);
      const ofOutcome = ridge.drawWeights(noiseScale, random);
      const least = (1 - allowedShortfall) * baselineReward;
      const isAllowed = (x: number) =>
        x === baselineAction || project(round, x, ofOutcome) >= least;
      const action = bestOf(actionCount, (x) => project(round, x, ofReward), isAllowed);
      return { action, chosenBy: action === baselineAction ? 'baseline' : 'learner' };
    },
    learn: ({ features }, reward) => ridge.model.learn(features, reward, 1),
  };
}
