/**
 * What an experiment comes to: plain data, the only thing that tables, figures and reports read.
 */
import type { PromiseName, WrongClaim } from '../measures/run-measures.ts';
import type { Cell, Experiment, StrategyPair } from './experiment.ts';

/**
 * Numbers measured along a trial.
 *
 *   expectedRegret   Σ best expected reward − expected reward of what was played (given the forecast)
 *   realisedRegret   Σ reward of the expected-best action − reward of what was played, in the context
 *                    that came, without noise (the paper's Eq. (regret-sc))
 *   oracleRegret     the same against the best action for the context that came
 *   baselineRounds   rounds given to the baseline so far
 *   expectedSlack    Σ expected reward − (1 − α) · baseline's; the promise S1 is that it stays ≥ 0
 *   realisedSlack    the same in the contexts that came; S2
 */
export const MEASURES = [
  'expectedRegret',
  'realisedRegret',
  'oracleRegret',
  'baselineRounds',
  'expectedSlack',
  'realisedSlack',
] as const;

export type Measure = (typeof MEASURES)[number];

export interface ExperimentSummary {
  readonly format: 'hedgerow-summary/1';
  readonly experiment: Experiment;
  /** Hash of the experiment's contents. */
  readonly hash: string;
  readonly version: string;
  /** The rounds at which curves are recorded; the last is T. */
  readonly recordedRounds: readonly number[];
  readonly cells: readonly CellSummary[];
  /** What the experiment asks to be compared. */
  readonly differences: readonly DifferenceSummary[];
}

/**
 * One strategy minus another, trial by trial: both met the same worlds, so that the difference is
 * known far better than either of them.
 */
export interface DifferenceSummary extends StrategyPair {
  readonly environment: string;
  /** α of both, or of the one that has a gate. */
  readonly allowedShortfall: number | null;
  /** At the recorded rounds. */
  readonly curves: Readonly<Record<Measure, Curve>>;
}

export interface CellSummary extends Cell {
  readonly trials: number;
  /** α that slacks and violations are judged by: the cell's own, or else the experiment's least. */
  readonly judgedShortfall: number;
  /** Every measure at every recorded round, over trials. */
  readonly curves: Readonly<Record<Measure, Curve>>;
  /** Every measure at the last round, trial by trial; for paired differences. */
  readonly finals: Readonly<Record<Measure, readonly number[]>>;
  /** Trials in which a promise was broken at any round. */
  readonly violations: Readonly<Record<PromiseName, number>>;
  /** Rounds that a coin gave to the baseline, trial by trial; `baselineRounds` counts them too. */
  readonly heldOutRounds: readonly number[];
  /** Trials in which the true weights left the confidence set at a recorded round; null: no set. */
  readonly coverageFailures: number | null;
  /** Trials in which a proved slack was above the truth; null if the strategy proves none. */
  readonly invalidCertificates: number | null;
  /** The first such claim of the first such trial; null if there was none. */
  readonly wrongClaim: TrialClaim | null;
  /** Mean share of rounds played by the learner. */
  readonly learnerShare: number;
  /** How the strategy kept its own promise; null if it makes none. */
  readonly promise: PromiseSummary | null;
  /** Measures of one's own by their ids, trial by trial; absent without any. */
  readonly own?: Readonly<Record<string, readonly number[]>>;
}

/** What became of the promise that a strategy makes. */
export interface PromiseSummary {
  readonly subject: PromiseName;
  /** δ: probability with which it may be broken, over a whole trial. */
  readonly failureProbability: number;
  /** Trials in which it was broken at any round. */
  readonly violations: number;
  readonly tightest: TightestMoment;
}

/** The moment, of all rounds of all trials, at which the least share of the allowed loss was left. */
export interface TightestMoment {
  /** The true slack then, in reward units; below 0 if the promise was broken. */
  readonly slack: number;
  /** α times what the baseline would have earned until then: the slack if nothing is lost. */
  readonly allowedLoss: number;
  /** Counted from 1. */
  readonly trial: number;
  readonly round: number;
}

/** A claim above the truth, and in which trial, counted from 1. */
export interface TrialClaim extends WrongClaim {
  readonly trial: number;
}

export interface Curve {
  readonly mean: readonly number[];
  readonly standardError: readonly number[];
}
