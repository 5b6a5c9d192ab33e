/**
 * All bounds side by side with runs in the paper's synthetic world.
 *
 * The paper's statements are held against Algorithm 1 as written, ours about baseline rounds against
 * the gate that it is proved for. A bound from below is refuted by a run with less, one from above by
 * a run with more; one from above that exceeds what any run could have says nothing.
 */
import { setImmediate } from 'node:timers/promises';
import { createEngine } from '@hedgerow/core';
import { syntheticWorld } from '../environments/synthetic-world.ts';
import type { World } from '../environments/world.ts';
import { meanAndError } from '../measures/mean-and-error.ts';
import { mapTrials } from '../trials/trial-streams.ts';
import { type BoundStatementRow, type EvaluationInput, statements } from './bound-statements.ts';
import {
  type AlgorithmOneRun,
  type MeasuredRun,
  type MeasuredRunInput,
  measureAlgorithmOne,
  measureSoundGate,
} from './measured-run.ts';
import { type ProblemConstants, paperConstants } from './problem-constants.ts';

export interface BoundsInput {
  /** T: rounds of a trial. */
  readonly roundCount: number;
  readonly allowedShortfalls: readonly number[];
  readonly trialCount: number;
  readonly seed: number;
}

export type BoundVerdict = 'refuted' | 'says nothing' | 'not contradicted';

/** One statement about one quantity, for one α. */
export interface BoundRow extends BoundStatementRow {
  readonly verdict: BoundVerdict;
}

/** Least, mean and largest over trials. */
export interface Spread {
  readonly least: number;
  readonly mean: number;
  readonly largest: number;
}

/** What was measured, by the name of the quantity. */
export type Measured = Readonly<Record<BoundStatementRow['quantity'], Spread>>;

export interface ShortfallReport {
  readonly allowedShortfall: number;
  readonly measured: Measured;
  /** Trials of Algorithm 1 whose confidence set misses the true weights after the last round. */
  readonly coverageFailures: number;
  readonly bounds: readonly BoundRow[];
}

export interface BoundsReport extends BoundsInput {
  readonly shortfalls: readonly ShortfallReport[];
}

export interface BoundsWork {
  /** Called after every run; there are `boundsRunCount` of them. */
  readonly onRun?: () => void;
  /** Ends the work between two runs. */
  readonly signal?: AbortSignal;
}

/** Number of runs that an evaluation plays. */
export function boundsRunCount({ allowedShortfalls, trialCount }: BoundsInput): number {
  return 2 * allowedShortfalls.length * trialCount;
}

/** Runs the trials and evaluates every bound; others get their turn between two runs. */
export async function evaluateBounds(
  input: BoundsInput,
  work: BoundsWork = {},
): Promise<BoundsReport> {
  const { roundCount } = input;
  const engine = createEngine();
  const shortfalls: ShortfallReport[] = [];
  for (const allowedShortfall of input.allowedShortfalls) {
    const constants = paperConstants(allowedShortfall);
    const play = <Run>(measure: (run: MeasuredRunInput) => Run): Promise<Run[]> =>
      playInTurns(input, work, (world) => measure({ world, constants, roundCount, engine }));
    const runs = await play(measureAlgorithmOne);
    const soundRuns = await play(measureSoundGate);
    shortfalls.push(shortfallReport({ constants, runs, soundRuns, roundCount }));
  }
  return { ...input, shortfalls };
}

async function playInTurns<Run>(
  { seed, trialCount }: BoundsInput,
  { onRun, signal }: BoundsWork,
  play: (world: World) => Run,
): Promise<Run[]> {
  const worlds = mapTrials({ seed, firstTrial: 0, trialCount }, ({ world }) => world);
  const runs: Run[] = [];
  for (const world of worlds) {
    signal?.throwIfAborted();
    runs.push(play(syntheticWorld(world)));
    onRun?.();
    await setImmediate();
  }
  return runs;
}

interface ReportInput extends EvaluationInput {
  readonly constants: ProblemConstants;
  readonly runs: readonly AlgorithmOneRun[];
  readonly soundRuns: readonly MeasuredRun[];
}

function shortfallReport(input: ReportInput): ShortfallReport {
  const { constants, runs, soundRuns, roundCount } = input;
  const measured: Measured = {
    baselineRounds: spread(runs.map((run) => run.baselineRounds)),
    soundGateBaselineRounds: spread(soundRuns.map((run) => run.baselineRounds)),
    learnerRegret: spread(runs.map((run) => run.learnerRegret)),
    regret: spread(runs.map((run) => run.regret)),
  };
  const costMax = roundCount * Math.max(...runs.map((run) => run.roundRegretMax));
  return {
    allowedShortfall: constants.allowedShortfall,
    measured,
    coverageFailures: runs.filter((run) => !run.isCovered).length,
    bounds: statements(input).map((row) => {
      const possible = row.quantity.endsWith('Rounds') ? roundCount : costMax;
      return { ...row, verdict: judge(row, measured[row.quantity], possible) };
    }),
  };
}

function judge(row: BoundStatementRow, measured: Spread, possible: number): BoundVerdict {
  if (row.direction === 'at least') {
    return row.bound > measured.least ? 'refuted' : 'not contradicted';
  }
  if (row.bound < measured.largest) return 'refuted';
  return row.bound >= possible ? 'says nothing' : 'not contradicted';
}

function spread(values: readonly number[]): Spread {
  const { mean } = meanAndError(values);
  return { least: Math.min(...values), mean, largest: Math.max(...values) };
}
