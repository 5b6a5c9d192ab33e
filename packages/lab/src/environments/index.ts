/**
 * Worlds with a known truth. Free of Node, so that they also run in a browser.
 */
export {
  RandomStream,
  type RandomStreamOptions,
  RandomStreams,
  randomStream,
} from './random-stream.ts';
export {
  type SyntheticReading,
  type SyntheticWorldOptions,
  syntheticWorld,
} from './synthetic-world.ts';
export type { World } from './world.ts';
