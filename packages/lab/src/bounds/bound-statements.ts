/**
 * Every statement that bounds a measured quantity, with its number for one α.
 *
 * The paper's constants are those of its assumptions (rewards in [0, 1], noise σ). Its own world keeps
 * neither, so some statements are evaluated a second time with the range and the noise that the runs
 * had: a bound that only fails because an assumption does would not be refuted by that.
 */
import { baselineRoundsUpperBound } from './baseline-rounds-upper-bound.ts';
import { roundsBeforeFirstProposal } from './first-proposal.ts';
import { meantRegretBound, printedRegretBound } from './learner-regret-bound.ts';
import type { MeasuredRun } from './measured-run.ts';
import type { ProblemConstants } from './problem-constants.ts';
import { baselineRoundsForDebt, provedBaselineRounds } from './proved-baseline-rounds.ts';
import { provedLearnerRegret } from './proved-regret.ts';
import { decomposedRegretBound } from './regret-decomposition.ts';
import { noiseBoundary } from './run-watch.ts';
import { SYNTHETIC_REWARD_MIN } from './synthetic-truth.ts';
import { theoremOneClaim, withAdmissiblePenalty } from './theorem-one.ts';

export const BOUND_STATEMENTS = [
  'theorem-1',
  'theorem-1-admissible',
  'first-proposal',
  'proposition-4',
  'proved-rounds',
  'proved-rounds-seen-regret',
  'proposition-3-printed',
  'proposition-3-meant',
  'proved-learner-regret',
  'lemma-1',
] as const;

export type BoundStatement = (typeof BOUND_STATEMENTS)[number];

export interface BoundStatementRow {
  readonly statement: BoundStatement;
  readonly source: 'paper' | 'ours';
  readonly quantity: 'baselineRounds' | 'soundGateBaselineRounds' | 'learnerRegret' | 'regret';
  readonly direction: 'at least' | 'at most';
  readonly bound: number;
}

export interface EvaluationInput {
  /** The paper's constants for one α. */
  readonly constants: ProblemConstants;
  /** Runs of Algorithm 1 as written. */
  readonly runs: readonly MeasuredRun[];
  /** Runs behind the gate whose certificate is true. */
  readonly soundRuns: readonly MeasuredRun[];
  readonly roundCount: number;
}

/** Returns all statements, in the order of `BOUND_STATEMENTS`. */
export function statements(input: EvaluationInput): BoundStatementRow[] {
  return [
    ...paperRoundStatements(input),
    ...soundGateStatements(input),
    ...regretStatements(input),
  ];
}

function paperRoundStatements({
  constants,
  runs,
  roundCount,
}: EvaluationInput): BoundStatementRow[] {
  const atLeast = { quantity: 'baselineRounds', direction: 'at least' } as const;
  const seen = withSeenRange(constants, runs);
  const firstProposal = roundsBeforeFirstProposal({
    constants: seen,
    // Each coordinate of the context puts at least 1 into the expected squares.
    featureNormMin: Math.sqrt(seen.dimension / 3),
    isFloorKnown: false,
  });
  return [
    { ...atLeast, statement: 'theorem-1', source: 'paper', bound: theoremOneClaim(constants) },
    {
      ...atLeast,
      statement: 'theorem-1-admissible',
      source: 'paper',
      bound: theoremOneClaim(withAdmissiblePenalty(seen)),
    },
    {
      ...atLeast,
      statement: 'first-proposal',
      source: 'ours',
      bound: Math.min(roundCount, firstProposal),
    },
    {
      quantity: 'baselineRounds',
      direction: 'at most',
      statement: 'proposition-4',
      source: 'paper',
      bound: baselineRoundsUpperBound(constants),
    },
  ];
}

function soundGateStatements(input: EvaluationInput): BoundStatementRow[] {
  const { constants, soundRuns, roundCount } = input;
  const about = {
    quantity: 'soundGateBaselineRounds',
    direction: 'at most',
    source: 'ours',
  } as const;
  const seen = withSeenNoise(withSeenRange(constants, soundRuns), soundRuns);
  const boundary = noiseBoundary(constants.failureProbability);
  const fromConstants = provedBaselineRounds({
    constants: seen,
    horizon: roundCount,
    regretOf: (rounds) => learnerRegretBound(seen, soundRuns, rounds),
    boundaryOf: (rounds) => boundary(rounds * seen.noiseScale ** 2),
  });
  const debtMax = largest(soundRuns, ({ debtMax }) => debtMax);
  return [
    { ...about, statement: 'proved-rounds', bound: fromConstants },
    {
      ...about,
      statement: 'proved-rounds-seen-regret',
      bound: baselineRoundsForDebt(seen, debtMax),
    },
  ];
}

function regretStatements({ constants, runs, roundCount }: EvaluationInput): BoundStatementRow[] {
  const about = { quantity: 'learnerRegret', direction: 'at most' } as const;
  const learnerRounds = largest(runs, (run) => run.learnerRounds);
  const baselineRounds = largest(runs, (run) => run.baselineRounds);
  const seen = withSeenRange(constants, runs);
  return [
    {
      ...about,
      statement: 'proposition-3-printed',
      source: 'paper',
      bound: printedRegretBound(constants, learnerRounds),
    },
    {
      ...about,
      statement: 'proposition-3-meant',
      source: 'paper',
      bound: meantRegretBound(constants, learnerRounds),
    },
    {
      ...about,
      statement: 'proved-learner-regret',
      source: 'ours',
      bound: learnerRegretBound(withSeenNoise(seen, runs), runs, roundCount),
    },
    {
      quantity: 'regret',
      direction: 'at most',
      statement: 'lemma-1',
      source: 'paper',
      bound: decomposedRegretBound(seen, { learnerRounds, baselineRounds }),
    },
  ];
}

function learnerRegretBound(
  constants: ProblemConstants,
  runs: readonly MeasuredRun[],
  roundCount: number,
): number {
  const roundRegretMax = largest(runs, (run) => run.roundRegretMax);
  return provedLearnerRegret({ constants, roundCount, roundRegretMax });
}

function withSeenRange(
  constants: ProblemConstants,
  runs: readonly MeasuredRun[],
): ProblemConstants {
  return {
    ...constants,
    baselineRewardMin: SYNTHETIC_REWARD_MIN,
    baselineRewardMax: largest(runs, (run) => run.baselineRewardMax),
    baselineGapMin: 0,
    baselineGapMax: largest(runs, (run) => run.baselineGapMax),
  };
}

function withSeenNoise(
  constants: ProblemConstants,
  runs: readonly MeasuredRun[],
): ProblemConstants {
  return { ...constants, noiseScale: Math.sqrt(largest(runs, (run) => run.noiseVariance)) };
}

function largest(runs: readonly MeasuredRun[], value: (run: MeasuredRun) => number): number {
  return Math.max(...runs.map(value));
}
