/**
 * Summaries with numbers of our choosing, so that tests know what figures and verdicts must say.
 */

import type { Cell, Experiment, StrategyDefinition } from '../../experiments/experiment.ts';
import {
  type CellSummary,
  type ExperimentSummary,
  MEASURES,
  type Measure,
} from '../../experiments/experiment-summary.ts';
import { promises } from '../../trials/sight.ts';

/** What is known of a cell; whatever is left out is 0, or null for coverage and certificates. */
export interface MadeUpCell {
  readonly finals?: Partial<Record<Measure, number>>;
  /** Spread of the finals over trials, as a share of the value; 0.05 unless told. */
  readonly spread?: number;
  readonly violations?: { readonly expected: number; readonly realised: number };
  readonly coverageFailures?: number | null;
  readonly invalidCertificates?: number | null;
}

export interface MadeUpOptions {
  readonly experiment: Experiment;
  readonly cell: (cell: Cell) => MadeUpCell;
}

/** Returns the summary; curves grow like the square root of the round. */
export function madeUpSummary({ experiment, cell }: MadeUpOptions): ExperimentSummary {
  const { rounds } = experiment;
  const recordedRounds = Array.from({ length: 20 }, (_, index) => ((index + 1) * rounds) / 20);
  return {
    format: 'hedgerow-summary/1',
    experiment,
    hash: 'f00d'.repeat(16),
    version: '0.1.0',
    recordedRounds,
    cells: cellsOf(experiment).map((one) =>
      madeUpCell({ cell: one, known: cell(one), experiment, recordedRounds }),
    ),
    differences: [],
  };
}

/** Returns the cells of an experiment: one for each α, or one if there is no gate. */
export function cellsOf(experiment: Experiment): Cell[] {
  return experiment.environments.flatMap(({ id: environment }) =>
    experiment.strategies.flatMap((strategy) =>
      shortfallsOf(experiment, strategy).map((allowedShortfall) => ({
        environment,
        strategy: strategy.id,
        allowedShortfall,
      })),
    ),
  );
}

function shortfallsOf(experiment: Experiment, strategy: StrategyDefinition): (number | null)[] {
  return promises(strategy) ? [...experiment.allowedShortfalls] : [null];
}

function madeUpCell(options: {
  readonly cell: Cell;
  readonly known: MadeUpCell;
  readonly experiment: Experiment;
  readonly recordedRounds: readonly number[];
}): CellSummary {
  const { cell, known, experiment, recordedRounds } = options;
  const { trials, rounds } = experiment;
  const spread = known.spread ?? 0.05;
  const finals = byMeasure((measure) =>
    Array.from({ length: trials }, (_, trial) => {
      const value = known.finals?.[measure] ?? 0;
      return value * (1 + spread * wobble(trial));
    }),
  );
  const curves = byMeasure((measure) => {
    const last = average(finals[measure]);
    const growth = recordedRounds.map((round) => Math.sqrt(round / rounds));
    return {
      mean: growth.map((share) => last * share),
      standardError: growth.map((share) => (Math.abs(last) * share * spread) / Math.sqrt(trials)),
    };
  });
  return {
    ...cell,
    trials,
    judgedShortfall: cell.allowedShortfall ?? Math.min(...experiment.allowedShortfalls),
    curves,
    finals,
    violations: { expected: 0, played: 0, realised: 0, observed: 0, stage: 0, ...known.violations },
    heldOutRounds: finals.baselineRounds.map(() => 0),
    coverageFailures: known.coverageFailures ?? null,
    invalidCertificates: known.invalidCertificates ?? null,
    wrongClaim: null,
    learnerShare: 0.98,
    promise: null,
  };
}

/** Between −1 and 1, the same for the same trial: all strategies meet the same worlds. */
function wobble(trial: number): number {
  return Math.sin(12.9898 * trial);
}

function byMeasure<Value>(make: (measure: Measure) => Value): Record<Measure, Value> {
  return Object.fromEntries(MEASURES.map((measure) => [measure, make(measure)])) as Record<
    Measure,
    Value
  >;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
