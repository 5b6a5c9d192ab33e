/**
 * Gates: may the candidate be played? One file for each kind of promise.
 */
export {
  baselineContrastVariance,
  type ContrastVarianceInput,
  learnerContrastVariance,
} from './contrast-variance.ts';
export { type IntervalMarginInput, intervalMargin } from './interval-margin.ts';
export {
  type PromiseGate,
  type PromiseGateOptions,
  promiseGate,
  roundsLeftInWindow,
} from './promise-gate.ts';
export {
  RealisedContextGate,
  type RealisedContextGateOptions,
  type RealisedMargin,
  type RealisedRound,
} from './realised-context-gate.ts';
export {
  type RevealedContextMarginInput,
  revealedContextMargin,
} from './revealed-context-margin.ts';
export {
  type StagewiseGate,
  type StagewiseRound,
  stagewiseGate,
  tossCoin,
} from './stagewise-gate.ts';
