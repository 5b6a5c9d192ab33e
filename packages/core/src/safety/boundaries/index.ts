/**
 * Time-uniform boundaries: how far a noise sum may wander at every moment of a run together.
 */
export {
  bestMixtureTuning,
  type MixtureTuningInput,
  type NormalMixtureOptions,
  normalMixtureBoundary,
} from './normal-mixture-boundary.ts';
export { type OneStepQuantileInput, oneStepQuantile } from './one-step-quantile.ts';
export { type StitchedBoundaryOptions, stitchedBoundary } from './stitched-boundary.ts';
export type { TimeUniformBoundary } from './time-uniform-boundary.ts';
