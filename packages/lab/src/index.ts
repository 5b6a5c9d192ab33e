/**
 * The lab: worlds with a known truth, measures, trials, and the price of safety.
 */
export {
  BernoulliWorld,
  type BernoulliWorldOptions,
  type BoundedWorldOptions,
  boundedWorld,
  type DriftWorldOptions,
  driftWorld,
  PAPER_WORLD,
  RandomStream,
  type RandomStreamOptions,
  RandomStreams,
  randomStream,
  type SyntheticReading,
  type SyntheticWorldOptions,
  syntheticWorld,
  TRAP_NAMES,
  type TrapName,
  trapWorld,
  type World,
} from './environments/index.ts';
export {
  type CountOfRuns,
  lowerLimit,
  type MeanAndError,
  meanAndError,
  PROMISE_NAMES,
  type PromiseName,
  pairedDifference,
  type RoundPlay,
  RunMeasures,
  type RunMeasuresOptions,
  SlackTrack,
  standardErrorsAbove,
  upperLimit,
} from './measures/index.ts';
export { type MeasureOptions, measurePrice } from './price/measure-price.ts';
export type { PriceArguments } from './price/price-arguments.ts';
export type { PriceRow } from './price/price-row.ts';
export { priceTable } from './price/price-table.ts';
export {
  runTrap,
  type TrapBaseline,
  type TrapCell,
  type TrapTally,
  trapBook,
} from './thornbush/trap-runs.ts';
export type { Contestant } from './trials/contestant.ts';
export type { Delivery } from './trials/delivery.ts';
export { type HedgeContestantOptions, hedgeContestant } from './trials/hedge-contestant.ts';
export { linearContestant } from './trials/linear-contestant.ts';
export { openBook } from './trials/open-book.ts';
export { type PaperContestantOptions, paperContestant } from './trials/paper-contestant.ts';
export { runTrial, type TrialOptions } from './trials/run-trial.ts';
export { mapTrials, type TrialRange, type TrialStreams } from './trials/trial-streams.ts';
