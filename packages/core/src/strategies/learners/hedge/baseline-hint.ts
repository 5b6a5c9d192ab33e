/**
 * Lets the proposer read the declared baseline reward as a rough observation of the baseline action.
 *
 *     weight = noise variance / max( half-width, doubt · mean baseline reward )²
 *     limits = declared interval ± doubt · mean baseline reward
 *
 * The declared number is information about the world as well as an entry in the books. It is taken
 * with a grain of salt: as if it were off by at least a fifth, so that a model that is not quite
 * linear, or a number that is not quite right, cannot mislead the proposer for long. In the round itself
 * the baseline action is hoped to pay what is declared, within the limits: a baseline that changes is
 * then known at once. A hint that rewards contradict is dropped (hint-verdict.ts). The books never see
 * any of this.
 */
import type { RewardInterval } from '../../../safety/books/safety-book.ts';

const LARGEST_WEIGHT = 1e4;

export interface HintInput {
  readonly baselineReward: RewardInterval;
  /** Mean size of the baseline rewards declared so far. */
  readonly baselineMean: number;
  /** Variance of rewards around predictions, as far as is known. */
  readonly noiseVariance: number;
  /** Share of its size by which the number may be off at least; 0 trusts it fully. */
  readonly doubt: number;
}

/** Returns the weight with which the hint enters the regression; 0 if it says nothing. */
export function hintWeight(input: HintInput): number {
  const halfWidth = (input.baselineReward.max - input.baselineReward.min) / 2;
  const inaccuracy = Math.max(halfWidth, input.doubt * Math.abs(input.baselineMean));
  if (inaccuracy === 0) return LARGEST_WEIGHT;
  return Math.min(input.noiseVariance / (inaccuracy * inaccuracy), LARGEST_WEIGHT);
}

/** Returns the limits between which the baseline action is believed to pay in the round of the hint. */
export function hintLimits({ baselineReward, baselineMean, doubt }: HintInput): RewardInterval {
  const inaccuracy = doubt * Math.abs(baselineMean);
  return { min: baselineReward.min - inaccuracy, max: baselineReward.max + inaccuracy };
}
