/**
 * The lowest reward that is counted, and what counting it costs.
 *
 *     lowest   = floor − 5 · noiseScale
 *     gain     = max(reward − lowest, 0)
 *     clipBias = (noiseScale / 5) · e^−12.5 ≥ expectation of what the clip adds to a reward
 *
 * The floor is that of every realised reward WITHOUT its noise. Noise (sub-Gaussian with scale
 * σ = noiseScale) may carry a reward below the floor; five scales down it is cut off. With
 * noiseScale 0 no reward may lie below the floor, and nothing is cut. Letters: lo = floor,
 * a = floor − lowest, b₀ = clipBias, ỹ = gain.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireNotNegative } from '../../base/require.ts';

export interface RewardFloorOptions {
  /** lo: no realised reward lies below it, its noise left aside; in reward units. */
  readonly floor: number;
  /** σ: sub-Gaussian scale of the noise; 0 if no observed reward can lie below the floor. */
  readonly noiseScale: number;
}

export interface RewardFloor extends RewardFloorOptions {
  /** floor − 5 · noiseScale, rounded down: a larger cut only lowers the bias. */
  readonly lowest: number;
  /** b₀: upper bound on the mean of what the clip adds to one reward. */
  readonly clipBias: number;
}

export const CUT_SCALES = 5;
/** e^−12.5 / 5, rounded up. */
export const BIAS_PER_SCALE = 7.45330634415735e-7;

/** Checks the declarations and returns what follows from them. */
export function rewardFloor({ floor, noiseScale }: RewardFloorOptions): RewardFloor {
  requireFinite('floor', floor);
  requireNotNegative('noiseScale', noiseScale);
  const isNoisy = noiseScale > 0;
  const lowest = isNoisy
    ? floor - CUT_SCALES * noiseScale - Number.EPSILON * (Math.abs(floor) + 10 * noiseScale)
    : floor;
  requireFinite('floor − 5 · noiseScale', lowest);
  return { floor, noiseScale, lowest, clipBias: noiseScale * BIAS_PER_SCALE };
}

/** Returns ỹ ≥ 0; refuses a reward below the floor when rewards have no noise. */
export function gainAbove(declared: RewardFloor, reward: number): number {
  requireFinite('reward', reward);
  if (reward < declared.floor && declared.noiseScale === 0) throw belowFloor(declared, reward);
  return Math.max(reward - declared.lowest, 0);
}

function belowFloor({ floor }: RewardFloor, reward: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `reward must be at least the declared floor ${floor}`,
    received: String(reward),
    remedy: 'Declare a lower floor, or a noise scale above 0 if noise can carry rewards below it.',
  });
}
