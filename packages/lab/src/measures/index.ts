/**
 * What runs are judged by. Free of Node, so that it also runs in a browser.
 */
export { type CountOfRuns, lowerLimit, upperLimit } from './clopper-pearson.ts';
export {
  type MeanAndError,
  meanAndError,
  pairedDifference,
  standardErrorsAbove,
} from './mean-and-error.ts';
export {
  PROMISE_NAMES,
  type PromiseName,
  type RoundPlay,
  RunMeasures,
  type RunMeasuresOptions,
  type WrongClaim,
} from './run-measures.ts';
export { SlackTrack } from './slack-track.ts';
