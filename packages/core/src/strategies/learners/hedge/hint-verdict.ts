/**
 * A running test of the hints: do rewards come as the model with hints predicts, or do they lie towards
 * what the model without hints predicts?
 *
 * Both predict each reward before they learn it. In units of s, with s² = 2 · noise · (1 + uncertainty²),
 *
 *     error = ( reward − prediction with hints ) / s
 *     lean  = ( prediction without − prediction with hints ) / s, cut to [−1, 1]
 *     ratio = exp( min( lean · error, 3 ) − lean² / 2 )
 *
 * The ratio has a mean of at most 1 if the model with hints is right and rewards scatter around it like
 * normal numbers or less wildly. Noise is taken twice as large as it was seen to be, and no round may
 * lean on more than 1, because real noise has tails and is not the same everywhere. Nor may one reward
 * say more than 3: dropped hints do not come back when the reward turns out to be typed wrong.
 *
 * Hints that were right once may turn wrong later. So the product of ratios is begun anew in every round
 * t, with the stake 1 / (t (t + 1)); all stakes together are 1:
 *
 *     evidence = ( evidence + 1 / (t (t + 1)) ) · ratio          refuted once evidence ≥ 1 / error rate
 *
 * By Ville's inequality hints that are right are ever refuted with probability at most the error rate.
 */

/** Probability with which hints that are right are dropped at any time. */
export const HINT_ERROR_RATE = 0.001;
const NOISE_ALLOWANCE = 2;
const LEAN_MAX = 1;
const LOG_RATIO_MAX = 3;

/** One reward, and what was foreseen of it. */
export interface ForeseenReward {
  /** Reward minus the prediction of the model with hints. */
  readonly residual: number;
  /** Prediction of the model without hints minus that of the model with them. */
  readonly disagreement: number;
  /** ‖ψ‖ in V⁻¹ of the model with hints. */
  readonly uncertainty: number;
  /** Variance of rewards around predictions, as far as it was known before this reward. */
  readonly noiseVariance: number;
}

export class HintVerdict {
  #evidence = 0;
  #count = 0;

  /** Whether rewards have contradicted the hints. */
  get isRefuted(): boolean {
    return this.#evidence >= 1 / HINT_ERROR_RATE;
  }

  /** Takes in one reward that both models have predicted. */
  add(reward: ForeseenReward): void {
    this.#count += 1;
    const stake = 1 / (this.#count * (this.#count + 1));
    this.#evidence = (this.#evidence + stake) * ratioOf(reward);
  }

  exportState(): readonly [number, number] {
    return [this.#evidence, this.#count];
  }

  importState(state: readonly [number, number]): void {
    [this.#evidence, this.#count] = state;
  }
}

function ratioOf({ residual, disagreement, uncertainty, noiseVariance }: ForeseenReward): number {
  const scale = Math.sqrt(NOISE_ALLOWANCE * noiseVariance * (1 + uncertainty * uncertainty));
  // Without any noise there is nothing to measure errors by.
  if (scale === 0) return 1;
  const lean = Math.max(-LEAN_MAX, Math.min(LEAN_MAX, disagreement / scale));
  return Math.exp(Math.min(lean * (residual / scale), LOG_RATIO_MAX) - (lean * lean) / 2);
}
