/**
 * What runs are judged by. Free of Node, so that it also runs in a browser.
 */
export { type CountOfRuns, upperLimit } from './clopper-pearson.ts';
export { type MeanAndError, meanAndError } from './mean-and-error.ts';
export {
  type PromiseName,
  type RoundPlay,
  RunMeasures,
  type RunMeasuresOptions,
  type WrongClaim,
} from './run-measures.ts';
