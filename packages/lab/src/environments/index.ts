/**
 * Worlds with a known truth. Free of Node, so that they also run in a browser.
 */
export { BernoulliWorld, type BernoulliWorldOptions } from './bernoulli-world.ts';
export { type BoundedWorldOptions, boundedWorld } from './bounded-world.ts';
export { type DriftWorldOptions, driftWorld } from './drift-world.ts';
export {
  MAIZE_MAPS,
  MaizeFeatures,
  type MaizeMap,
  type Weather,
} from './maize-features.ts';
export {
  type MaizeFitErrors,
  type MaizeModel,
  type MaizeSite,
  NUMBER_COORDINATES,
  RADIATION_COORDINATE,
  siteNumbers,
  TEMPERATURE_COORDINATE,
} from './maize-model.ts';
export {
  claimedVarianceShare,
  MAIZE_DEFAULTS,
  MAIZE_GENERATORS,
  type MaizeGenerator,
  MaizeWorld,
  type MaizeWorldOptions,
  maizeVarianceBound,
  maizeWorld,
  type VarianceBoundOptions,
} from './maize-world.ts';
export {
  RandomStream,
  type RandomStreamOptions,
  RandomStreams,
  randomStream,
} from './random-stream.ts';
export {
  PAPER_WORLD,
  type SyntheticReading,
  type SyntheticWorldOptions,
  syntheticWorld,
} from './synthetic-world.ts';
export { TRAP_NAMES, type TrapName, trapWorld } from './trap-worlds.ts';
export type { World } from './world.ts';
