/**
 * What is kept of one trial, as a row of numbers: the same in shared memory, in part files and for
 * the summary.
 *
 *     isDone, facts of the whole trial, then each measure at each recorded round, and with them what
 *     the books claimed and what was true
 *
 * Rounds are counted from 1; 0 stands for "never", NaN for "does not apply".
 */
import { MEASURES, type Measure } from './experiment-summary.ts';

export const RECORD_FACTS = [
  /** 1 once the trial is finished; until then nothing else in the row may be read. */
  'isDone',
  'firstExpectedViolation',
  'firstPlayedViolation',
  'firstRealisedViolation',
  'firstObservedViolation',
  'firstStageViolation',
  /** Of the promise that the strategy makes. */
  'firstPromiseViolation',
  /** Rounds that a coin gave to the baseline although the candidate was allowed. */
  'heldOutRounds',
  /** Where the least share of the allowed loss was left: the slack, that loss, the round. */
  'tightestSlack',
  'tightestAllowedLoss',
  'tightestRound',
  /** 1 if a proved slack was ever above the truth; NaN if the strategy proved none. */
  'isCertificateInvalid',
  /** The first proved slack above the truth: before which round, what was claimed, what was true. */
  'wrongClaimRound',
  'wrongClaimed',
  'wrongClaimTruth',
  /** First recorded round at which θ* was outside the confidence set; NaN without a set. */
  'firstUncoveredRound',
] as const;

export type RecordFact = (typeof RECORD_FACTS)[number];

/**
 * What a trace holds at every recorded round: the measures, and the books beside the truth.
 *
 *   promisedSlack   the true slack of the promise that the strategy makes
 *   provedSlack     what its books claim of it; NaN if they claim nothing
 */
export const TRACE_MEASURES: readonly TraceMeasure[] = [
  ...MEASURES,
  'promisedSlack',
  'provedSlack',
];

export type TraceMeasure = Measure | 'promisedSlack' | 'provedSlack';

/** Reads and writes rows for a given number of recorded rounds, and of measures of one's own. */
export class RecordLayout {
  readonly recordedCount: number;
  /** Numbers in a row. */
  readonly width: number;

  constructor(recordedCount: number, ownCount = 0) {
    this.recordedCount = recordedCount;
    this.width = RECORD_FACTS.length + TRACE_MEASURES.length * recordedCount + ownCount;
  }

  /** Place of a measure of one's own, counted from 0. */
  ownIndex(measure: number): number {
    return RECORD_FACTS.length + TRACE_MEASURES.length * this.recordedCount + measure;
  }

  /** Place of a fact in a row. */
  factIndex(fact: RecordFact): number {
    return RECORD_FACTS.indexOf(fact);
  }

  /** Place of a measure at a recorded round, counted from 0. */
  measureIndex(measure: TraceMeasure, recordIndex: number): number {
    return RECORD_FACTS.length + TRACE_MEASURES.indexOf(measure) * this.recordedCount + recordIndex;
  }

  /** The row of one trial in a table of rows. */
  row(table: Float64Array, trial: number): Float64Array {
    return table.subarray(trial * this.width, (trial + 1) * this.width);
  }

  /** Numbers in a column of a table, trial by trial. */
  column(table: Float64Array, index: number): Float64Array {
    const trialCount = table.length / this.width;
    return Float64Array.from(
      { length: trialCount },
      (_, trial) => table[trial * this.width + index]!,
    );
  }

  isDone(table: Float64Array, trial: number): boolean {
    return table[trial * this.width] === 1;
  }
}
