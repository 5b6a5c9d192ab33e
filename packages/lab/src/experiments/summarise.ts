/**
 * From the rows of trials to what people read: means with their errors, counts of violations.
 */

import { type MeanAndError, meanAndError, pairedDifference } from '../measures/mean-and-error.ts';
import { promiseOf, promises } from '../trials/sight.ts';
import type { Experiment } from './experiment.ts';
import { experimentHash } from './experiment-hash.ts';
import {
  type ComparedCells,
  layoutOf,
  type PlannedCell,
  recordedRounds,
} from './experiment-plan.ts';
import {
  type CellSummary,
  type Curve,
  type DifferenceSummary,
  type ExperimentSummary,
  MEASURES,
  type Measure,
  type PromiseSummary,
  type TightestMoment,
  type TrialClaim,
} from './experiment-summary.ts';
import { shareLeft } from './share-left.ts';
import type { RecordFact, RecordLayout } from './trial-record.ts';

/** A cell with the rows of all its trials, one after the other. */
export interface CellTable {
  readonly cell: PlannedCell;
  readonly table: Float64Array;
}

export interface SummaryInput {
  readonly experiment: Experiment;
  /** Version of the lab that ran the trials. */
  readonly version: string;
  readonly cells: readonly CellSummary[];
  readonly differences: readonly DifferenceSummary[];
}

/** Returns the summary of an experiment from the summaries of its cells. */
export function summarise({ experiment, ...input }: SummaryInput): ExperimentSummary {
  const { version, cells, differences } = input;
  return {
    format: 'hedgerow-summary/1',
    experiment,
    hash: experimentHash(experiment),
    version,
    recordedRounds: recordedRounds(experiment.rounds),
    cells,
    differences,
  };
}

/** Returns how the trials of two cells differ, round by round. */
export function summariseDifference(
  { environment, strategy, minus, allowedShortfall }: ComparedCells,
  [first, second]: readonly [Float64Array, Float64Array],
  experiment: Experiment,
): DifferenceSummary {
  const layout = layoutOf(experiment);
  const curves = byMeasure((measure) =>
    curveOf(layout, measure, (index) =>
      pairedDifference(layout.column(first, index), layout.column(second, index)),
    ),
  );
  return { environment, strategy, minus, allowedShortfall, curves };
}

/** Returns the summary of one cell. */
export function summariseCell({ cell, table }: CellTable, experiment: Experiment): CellSummary {
  const layout = layoutOf(experiment);
  const fact = (name: RecordFact) => layout.column(table, layout.factIndex(name));
  const finals = finalsOf(layout, table);
  const isGated = promises(cell.strategyDefinition);
  return {
    environment: cell.environment,
    strategy: cell.strategy,
    allowedShortfall: cell.allowedShortfall,
    trials: experiment.trials,
    judgedShortfall: cell.judgedShortfall,
    curves: byMeasure((measure) =>
      curveOf(layout, measure, (index) => meanAndError(layout.column(table, index))),
    ),
    finals,
    violations: {
      expected: countPositive(fact('firstExpectedViolation')),
      played: countPositive(fact('firstPlayedViolation')),
      realised: countPositive(fact('firstRealisedViolation')),
      observed: countPositive(fact('firstObservedViolation')),
      stage: countPositive(fact('firstStageViolation')),
    },
    heldOutRounds: [...fact('heldOutRounds')],
    coverageFailures: countWhereApplies(fact('firstUncoveredRound')),
    invalidCertificates: isGated ? countPositive(fact('isCertificateInvalid')) : null,
    wrongClaim: isGated ? wrongClaimOf(fact) : null,
    learnerShare: 1 - meanAndError(finals.baselineRounds).mean / experiment.rounds,
    promise: isGated ? promiseSummary(cell, fact) : null,
    ...ownOf(experiment, (index) => [...layout.column(table, layout.ownIndex(index))]),
  };
}

/** What measures of one's own came to, trial by trial; nothing without any. */
function ownOf(
  { measures = [] }: Experiment,
  valuesOf: (index: number) => readonly number[],
): Pick<CellSummary, 'own'> {
  if (measures.length === 0) return {};
  return { own: Object.fromEntries(measures.map(({ id }, index) => [id, valuesOf(index)])) };
}

function finalsOf(layout: RecordLayout, table: Float64Array): Record<Measure, number[]> {
  const last = layout.recordedCount - 1;
  return byMeasure((measure) => [...layout.column(table, layout.measureIndex(measure, last))]);
}

function curveOf(
  layout: RecordLayout,
  measure: Measure,
  pointAt: (index: number) => MeanAndError,
): Curve {
  const points = Array.from({ length: layout.recordedCount }, (_, recordIndex) =>
    pointAt(layout.measureIndex(measure, recordIndex)),
  );
  return {
    mean: points.map(({ mean }) => mean),
    standardError: points.map(({ standardError }) => standardError),
  };
}

function promiseSummary(
  { strategyDefinition }: PlannedCell,
  fact: (name: RecordFact) => Float64Array,
): PromiseSummary {
  return {
    subject: promiseOf(strategyDefinition),
    failureProbability: strategyDefinition.failureProbability!,
    violations: countPositive(fact('firstPromiseViolation')),
    tightest: tightestOf(fact),
  };
}

function wrongClaimOf(fact: (name: RecordFact) => Float64Array): TrialClaim | null {
  const rounds = fact('wrongClaimRound');
  const index = rounds.findIndex((round) => round > 0);
  if (index < 0) return null;
  return {
    trial: index + 1,
    round: rounds[index]!,
    claimed: fact('wrongClaimed')[index]!,
    truth: fact('wrongClaimTruth')[index]!,
  };
}

function tightestOf(fact: (name: RecordFact) => Float64Array): TightestMoment {
  const slacks = fact('tightestSlack');
  const losses = fact('tightestAllowedLoss');
  const shares = slacks.map((slack, trial) => shareLeft(slack, losses[trial]!));
  const tightest = shares.indexOf(shares.reduce((least, share) => Math.min(least, share)));
  return {
    slack: slacks[tightest]!,
    allowedLoss: losses[tightest]!,
    trial: tightest + 1,
    round: fact('tightestRound')[tightest]!,
  };
}

function byMeasure<Value>(of: (measure: Measure) => Value): Record<Measure, Value> {
  return Object.fromEntries(MEASURES.map((measure) => [measure, of(measure)])) as Record<
    Measure,
    Value
  >;
}

function countPositive(values: Float64Array): number {
  return values.reduce((count, value) => (value > 0 ? count + 1 : count), 0);
}

/** Counts the positive numbers; null if none of them applies. */
function countWhereApplies(values: Float64Array): number | null {
  return values.every(Number.isNaN) ? null : countPositive(values);
}
