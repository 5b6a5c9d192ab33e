/**
 * Noise models: how far a reward may stray from ψᵀθ*, as a pair of variance and tail.
 */
export { BiasAllowance, withBias } from './bias-allowance.ts';
export {
  type BernsteinNoiseInput,
  type BoundedMeanNoiseInput,
  bernsteinNoise,
  boundedMeanNoise,
  boundedRewardNoise,
} from './bounded-noise.ts';
export {
  type LinearContextNoiseInput,
  linearContextNoise,
  revealedNoise,
} from './linear-context-noise.ts';
export {
  type BallMeanVarianceInput,
  ballMeanVariance,
  type EllipsoidMeanVarianceInput,
  ellipsoidMeanVariance,
  largestSpread,
  type MeanVarianceInput,
  meanVarianceBound,
  type SpreadMeasure,
  traceSpread,
} from './mean-variance.ts';
export { type MixtureNoiseInput, mixtureNoise } from './mixture-noise.ts';
export { addedNoise, type NoiseBound, type TwoSidedNoiseBound } from './noise-bound.ts';
export {
  type QuadraticContextNoiseInput,
  type QuadraticRewardInput,
  quadraticContextNoise,
  quadraticRewardNoise,
} from './quadratic-context-noise.ts';
export { type RewardRange, rewardRangeWidth } from './reward-range.ts';
