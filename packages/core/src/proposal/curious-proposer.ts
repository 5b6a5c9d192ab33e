/**
 * Proposes the action that may pay most, given how noisy rewards are and how much an action that was
 * never tried may surprise.
 *
 *     familiar directions    bonus = noise · ‖ψ‖ in V⁻¹                as in ordinary UCB
 *     unfamiliar ones        bonus = surprise · ‖ψ‖                    whatever the noise
 *
 * Ordinary UCB knows only the noise. Where rewards are steady it then believes that an untried action
 * is as certain as a tried one, and never tries it. In between, with a = ‖ψ‖² in V⁻¹ / (‖ψ‖² / λ), the
 * share of what is still unknown about the direction (1 at the start, 0 in the end):
 *
 *     bonus² = surprise² · ‖ψ‖²/λ · a / ( a + (surprise² / noise²) · (1 − a) )
 *
 * This is the posterior variance of a Bayesian regression along a direction that is observed by
 * itself. It is never below ordinary UCB with the smaller of the two scales. A model that started from a
 * prior of its own knows how much an untried action may surprise: then bonus² = noise² · ‖ψ‖² in V⁻¹. An action of which more is
 * believed than the model knows, the baseline with its declared reward, is hoped for within those limits.
 */
import { requireNotNegative } from '../base/require.ts';
import { squaredNorms } from '../base/small-matrix.ts';
import type { RidgeModel } from '../model/ridge-model.ts';
import type { Proposer } from './proposer.ts';

/** What is believed of rewards, in reward units squared; asked anew in every round. */
export interface RewardBeliefs {
  /** Variance of rewards around their predictions. */
  noiseVariance(): number;
  /** Variance of what untried actions pay around what is expected of them. */
  surpriseVariance(): number;
  /** What is believed of one action in this round, beside the model; null if nothing is. */
  believedBaseline?(): BelievedReward | null;
  /** What the model's predictions are counted from, where there is such a belief. Default 0. */
  readonly rewardOffset?: number;
}

/** Limits between which an action is believed to pay, in reward units. */
export interface BelievedReward {
  readonly action: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the proposer; `boldness` multiplies the bonus, 0 is greedy. */
export function curiousProposer(beliefs: RewardBeliefs, boldness: number): Proposer {
  requireNotNegative('boldness', boldness);
  let variances = new Float64Array(0);
  return {
    name: 'curious',
    isCurious: boldness > 0,
    propose(model, actionCount) {
      model.kernel.scoreActions(actionCount, 0);
      const noise = beliefs.noiseVariance();
      const surprise = beliefs.surpriseVariance();
      const believed = beliefs.believedBaseline?.() ?? null;
      const { predictions, upperBounds, actionCapacity } = model.kernel;
      if (variances.length < actionCount) variances = new Float64Array(actionCapacity);
      posteriorVariances({ model, actionCount, noise, surprise }, variances);
      let best = 0;
      for (let action = 0; action < actionCount; action++) {
        upperBounds[action] = predictions[action]! + boldness * Math.sqrt(variances[action]!);
        if (action === believed?.action) {
          upperBounds[action] = within(believed, upperBounds[action]!, beliefs.rewardOffset ?? 0);
        }
        if (upperBounds[action]! > upperBounds[best]!) best = action;
      }
      return best;
    },
  };
}

/** Cuts a bound that is counted from the offset to what is believed. */
function within({ min, max }: BelievedReward, bound: number, offset: number): number {
  return Math.min(Math.max(bound, min - offset), max - offset);
}

export interface PosteriorInput {
  /** The uncertainties of the actions must stand in its kernel. */
  readonly model: RidgeModel;
  readonly actionCount: number;
  readonly noise: number;
  readonly surprise: number;
}

/** Writes what is not known of each action's expected reward, as a variance. */
export function posteriorVariances(
  { model, actionCount, noise, surprise }: PosteriorInput,
  into: Float64Array,
): void {
  const { kernel, dimension, ridgePenalty, hasPrior } = model;
  const { uncertainties } = kernel;
  if (!hasPrior) squaredNorms(kernel.features, dimension, actionCount, into);
  for (let action = 0; action < actionCount; action++) {
    const uncertainty = uncertainties[action]!;
    const squaredNorm = into[action]!;
    into[action] = hasPrior
      ? noise * uncertainty ** 2
      : varianceAlong({ squaredNorm, uncertainty, ridgePenalty, noise, surprise });
  }
}

export interface DirectionInput {
  /** ‖ψ‖² of the direction. */
  readonly squaredNorm: number;
  /** ‖ψ‖ in V⁻¹. */
  readonly uncertainty: number;
  readonly ridgePenalty: number;
  readonly noise: number;
  readonly surprise: number;
}

/** The same for any direction: what is not known of what it pays, as a variance. */
export function varianceAlong(direction: DirectionInput): number {
  const { squaredNorm, uncertainty, ridgePenalty, noise, surprise } = direction;
  if (squaredNorm === 0) return 0;
  const atStart = squaredNorm / ridgePenalty;
  const unknownShare = Math.min(1, uncertainty ** 2 / atStart);
  const known = surprise * (1 - unknownShare);
  // With neither noise nor surprise nothing is left to find out.
  const denominator = noise * unknownShare + known;
  return denominator > 0 ? (surprise * atStart * noise * unknownShare) / denominator : 0;
}
