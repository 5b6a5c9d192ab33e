/**
 * From a forecast to expected features and their covariance: lifts, feature maps, sampling bias.
 */
export type { ContextLift, ContextLiftDescription } from './context-lift.ts';
export type { CombinationTerm, FeatureCovariance, FeatureMap } from './feature-map.ts';
export type { FeatureMapDescription } from './feature-map-description.ts';
export { FEATURE_MAP_KINDS, featureMapFromDescription } from './feature-map-from-description.ts';
export { lacksConstant, spansConstant } from './lacks-constant.ts';
export { affineLift } from './lifts/affine-lift.ts';
export { degreeTwoLift } from './lifts/degree-two-lift.ts';
export { identityLift } from './lifts/identity-lift.ts';
export { LIFT_KINDS, liftFromDescription } from './lifts/lift-from-description.ts';
export { linearLift } from './lifts/linear-lift.ts';
export {
  type DrawFourierWavesInput,
  drawFourierWaves,
  type FourierWaves,
  randomFourierLift,
} from './lifts/random-fourier-lift.ts';
export { squaresAndLinearLift } from './lifts/squares-and-linear-lift.ts';
export { type FunctionMapInput, functionMap } from './maps/function-map.ts';
export { hadamardMap } from './maps/hadamard-map.ts';
export { type KroneckerMapInput, kroneckerMap } from './maps/kronecker-map.ts';
export type { LatentFactors } from './maps/latent-factors.ts';
export { latentOuterMap } from './maps/latent-outer-map.ts';
export { type PerActionMapInput, perActionMap } from './maps/per-action-map.ts';
export { type PolynomialMapInput, polynomialMap } from './maps/polynomial-map.ts';
export { type RandomFourierMapInput, randomFourierMap } from './maps/random-fourier-map.ts';
export { type StandardisedMapInput, standardisedMap } from './maps/standardised-map.ts';
export { syntheticMap } from './maps/synthetic-map.ts';
export { type SamplingBiasInput, samplingBias } from './sampling-bias.ts';
