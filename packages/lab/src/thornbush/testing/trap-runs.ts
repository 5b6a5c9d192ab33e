/**
 * Many runs of hedge in one trap, and how often the promise or its certificate failed in them.
 *
 * The learner is the default one: it believes that every action pays what the baseline does (or the
 * middle of the range, where that is unknown), give or take a quarter of the range.
 */
import { createEngine, type KernelEngine, POLICY_DEFAULTS } from '@hedgerow/core';
import {
  type CoinSubject,
  coinBook,
  curiousProposer,
  HedgeLearner,
  knownBaselineBook,
  type RandomSource,
  relativePromise,
  type SafetyBook,
} from '@hedgerow/core/research';
import { type TrapName, trapWorld } from '../../environments/trap-worlds.ts';
import type { World } from '../../environments/world.ts';
import type { PromiseName, RunMeasures } from '../../measures/run-measures.ts';
import { runTrial } from '../../trials/run-trial.ts';
import { FORECAST_SIGHT } from '../../trials/sight.ts';
import { mapTrials, type TrialStreams } from '../../trials/trial-streams.ts';
import { type DeliveryName, deliveryNamed } from './deliveries.ts';
import { type ProposerName, proposerNamed } from './hostile-proposers.ts';

/** What is known of the baseline's reward, and, if it is not, what the coin's promise is about. */
export type TrapBaseline = 'known' | CoinSubject;

const PROMISES: Readonly<Record<TrapBaseline, PromiseName>> = {
  known: 'expected',
  policy: 'expected',
  played: 'played',
  observed: 'observed',
};

export interface TrapCell {
  readonly trap: TrapName;
  readonly proposer: ProposerName;
  readonly delivery: DeliveryName;
  readonly baseline: TrapBaseline;
  /** α that the run is judged by. */
  readonly allowedShortfall: number;
  /** δ of the book. */
  readonly failureProbability: number;
  readonly roundCount: number;
  readonly runCount: number;
  readonly seed: number;
  /** Another book than the right one, to see whether the suite notices. */
  readonly createBook?: () => SafetyBook;
}

export interface TrapTally {
  readonly runCount: number;
  /** Runs in which the promise was broken. */
  readonly brokenCount: number;
  /** Runs in which it was broken although the certificate was true: each one is a fault. */
  readonly brokenWithValidCertificateCount: number;
  readonly invalidCertificateCount: number;
  /** Share of rounds that the learner played, over all runs. */
  readonly learnerShare: number;
}

/** Runs a cell and counts. */
export function runTrap(cell: TrapCell): TrapTally {
  const engine = createEngine();
  const trials = { seed: cell.seed, firstTrial: 0, trialCount: cell.runCount };
  const runs = mapTrials(trials, (streams) => runOnce(cell, streams, engine));
  const count = (isCounted: (run: RunMeasures) => boolean) => runs.filter(isCounted).length;
  const baselineRounds = runs.reduce(
    (sum, run) => sum + run.baselineRoundCount + run.heldOutRoundCount,
    0,
  );
  return {
    runCount: cell.runCount,
    brokenCount: count((run) => run.isPromiseBroken),
    brokenWithValidCertificateCount: count(
      (run) => run.isPromiseBroken && !run.isCertificateInvalid,
    ),
    invalidCertificateCount: count((run) => run.isCertificateInvalid),
    learnerShare: 1 - baselineRounds / (cell.runCount * cell.roundCount),
  };
}

/** Returns the right book for a cell. */
export function trapBook({
  baseline,
  allowedShortfall,
  failureProbability,
}: Pick<TrapCell, 'baseline' | 'allowedShortfall' | 'failureProbability'>): SafetyBook {
  const common = {
    terms: relativePromise({ allowedShortfall }),
    rewardFloor: 0,
    rewardNoiseScale: 0,
    failureProbability,
  };
  if (baseline === 'known') return knownBaselineBook(common);
  return coinBook({ ...common, subject: baseline, rewardCeiling: 1 });
}

function runOnce(cell: TrapCell, streams: TrialStreams, engine: KernelEngine): RunMeasures {
  const world = trapWorld(streams.world, cell.trap);
  return runTrial({
    world,
    learner: learnerOf(cell, { world, engine, coin: streams.learner.asSource() }),
    promise: PROMISES[cell.baseline],
    sight: { ...FORECAST_SIGHT, isBaselineTold: cell.baseline === 'known' },
    roundCount: cell.roundCount,
    allowedShortfall: cell.allowedShortfall,
    delivery: deliveryNamed(cell.delivery, streams.delivery),
  });
}

interface Equipment {
  readonly world: World;
  readonly engine: KernelEngine;
  readonly coin: RandomSource;
}

function learnerOf(cell: TrapCell, { world, engine, coin }: Equipment): HedgeLearner {
  const book = cell.createBook?.() ?? trapBook(cell);
  const isBaselineKnown = cell.baseline === 'known';
  const { boldness } = POLICY_DEFAULTS;
  return new HedgeLearner({
    execution: 'assume',
    hasIntercept: false,
    dimension: world.dimension,
    actionCount: world.actionCount,
    createBook: () => book,
    createProposer: (beliefs) =>
      proposerNamed(cell.proposer, { world, book, curious: curiousProposer(beliefs, boldness) }),
    ridgePenalty: 1,
    rewardOffset: isBaselineKnown ? world.baselineExpectedReward : 0.5,
    priorVariance: (1 / 4) ** 2,
    hintDoubt: 0.2,
    coin,
    engine,
  });
}
