/**
 * What the lab knows of the paper's synthetic world: weights, least reward, and the noise of rewards.
 *
 * A reward is ‖x − c‖² + η with c ~ N(m, I) in k dimensions and η of scale σ. Its expectation is
 * ‖x − m‖² + k, and around that its
 *
 *     variance = 2k + 4 ‖x − m‖² + σ²
 *
 * with a right tail that is sub-gamma of scale 2 (the largest eigenvalue of the quadratic, twice).
 */
import { PAPER_WORLD } from '../environments/synthetic-world.ts';

const { contextDimension, forecastVariance, rewardNoiseScale } = PAPER_WORLD;

/** Least expected reward: the variance of the forecast, once for each coordinate. */
export const SYNTHETIC_REWARD_MIN: number = contextDimension * forecastVariance;

/** Sub-gamma scale of the rewards' right tail. */
export const NOISE_TAIL: number = 2 * forecastVariance;

/** Returns the variance of an observed reward, given its expectation. */
export function noiseVariance(expectedReward: number): number {
  const squaredDistance = expectedReward - SYNTHETIC_REWARD_MIN;
  return (
    2 * contextDimension * forecastVariance ** 2 +
    4 * forecastVariance * squaredDistance +
    rewardNoiseScale ** 2
  );
}

/** θ* = [1, 1, −2]: one for each square, minus two for each product. */
export function trueWeights(dimension: number): Float64Array {
  return Float64Array.from({ length: dimension }, (_, i) => (i < (2 * dimension) / 3 ? 1 : -2));
}
