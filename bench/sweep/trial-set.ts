/**
 * The paper's trial set as the yardsticks play it: Algorithm 1 in the synthetic world, α = 0.3.
 *
 * World and settings are those of yardsticks/alg1.cpp; the random numbers are our own. Regret is
 * theirs as well: reward of the action that is best in expectation minus reward of the one played,
 * both in the context as it turned out. Only sums are kept, so that memory does not grow.
 */
import type { KernelEngine } from '../../packages/core/src/model/kernel/ridge-kernel.ts';
import { createLearner } from '../../packages/core/src/strategies/learners/create-learner.ts';
import type { Learner } from '../../packages/core/src/strategies/learners/learner.ts';
import { RandomStreams } from '../../packages/lab/src/environments/random-stream.ts';
import { syntheticWorld } from '../../packages/lab/src/environments/synthetic-world.ts';
import type { World } from '../../packages/lab/src/environments/world.ts';
import { runTrial } from '../../packages/lab/src/trials/run-trial.ts';

export const ALLOWED_SHORTFALL = 0.3;
const SEED = 1;

/** Some trials of the set; a trial depends on its number alone. */
export interface TrialRange {
  /** Counted from 0. */
  readonly firstTrial: number;
  readonly trialCount: number;
  readonly roundCount: number;
}

/** What some trials come to. */
export interface TrialTotals {
  readonly trialCount: number;
  /** Σ regret at the end of a trial, and Σ of its square. */
  readonly regretSum: number;
  readonly regretSquareSum: number;
  /** Σ share of rounds played by the learner, and Σ of its square. */
  readonly learnerShareSum: number;
  readonly learnerShareSquareSum: number;
}

export const NO_TRIALS: TrialTotals = {
  trialCount: 0,
  regretSum: 0,
  regretSquareSum: 0,
  learnerShareSum: 0,
  learnerShareSquareSum: 0,
};

/** Plays trials with the learner and the world alone: what the yardsticks do. */
export function playTrials(engine: KernelEngine, range: TrialRange): TrialTotals {
  let totals = NO_TRIALS;
  forEachTrial(engine, range, (world, learner) => {
    const { regret, learnerRounds } = playTrial(world, learner, range.roundCount);
    totals = addTrial(totals, regret, learnerRounds / range.roundCount);
  });
  return totals;
}

/** Plays the same trials as the lab does, with every promise and every measure followed. */
export function measureTrials(engine: KernelEngine, range: TrialRange): void {
  forEachTrial(engine, range, (world, learner) => {
    const allowedShortfall = ALLOWED_SHORTFALL;
    runTrial({ world, learner, roundCount: range.roundCount, allowedShortfall });
  });
}

/** Returns the sums of two sets of trials together. */
export function addTotals(one: TrialTotals, other: TrialTotals): TrialTotals {
  return {
    trialCount: one.trialCount + other.trialCount,
    regretSum: one.regretSum + other.regretSum,
    regretSquareSum: one.regretSquareSum + other.regretSquareSum,
    learnerShareSum: one.learnerShareSum + other.learnerShareSum,
    learnerShareSquareSum: one.learnerShareSquareSum + other.learnerShareSquareSum,
  };
}

/** The memory of a trial's kernel is given back when it is over, as the lab does. */
function forEachTrial(
  engine: KernelEngine,
  { firstTrial, trialCount }: TrialRange,
  visit: (world: World, learner: Learner) => void,
): void {
  const streams = new RandomStreams({ seed: SEED, index: firstTrial });
  const branch = engine.branch();
  for (let trial = 0; trial < trialCount; trial++) {
    const world = syntheticWorld(streams.next());
    visit(world, algorithmOne(branch, world));
    branch.dispose();
  }
}

function algorithmOne(engine: KernelEngine, { dimension, actionCount }: World): Learner {
  return createLearner(
    {
      kind: 'conservativeContextUcb',
      allowedShortfall: ALLOWED_SHORTFALL,
      ridgePenalty: 1,
      noiseScale: 0.1,
      weightNormBound: Math.sqrt(30),
      featureNormBound: 30,
      failureProbability: 0.01,
    },
    { dimension, actionCount, engine },
  );
}

/** Returns the regret after the last round, and in how many of them the learner chose. */
function playTrial(world: World, learner: Learner, roundCount: number) {
  const baseline = { action: 0, expectedReward: 0 };
  let [regret, learnerRounds] = [0, 0];
  for (let round = 0; round < roundCount; round++) {
    world.nextRound(learner.expectedFeatures);
    baseline.action = world.baselineAction;
    baseline.expectedReward = world.baselineExpectedReward;
    const { playedAction, ticket, chosenBy } = learner.decide(baseline);
    if (chosenBy === 'learner') learnerRounds += 1;
    learner.settle(ticket, world.reward(playedAction));
    const bestAction = indexOfLargest(world.expectedRewards);
    if (bestAction === playedAction) continue;
    regret += world.realisedReward(bestAction) - world.realisedReward(playedAction);
  }
  return { regret, learnerRounds };
}

function indexOfLargest(values: Float64Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}

function addTrial(totals: TrialTotals, regret: number, learnerShare: number): TrialTotals {
  return addTotals(totals, {
    trialCount: 1,
    regretSum: regret,
    regretSquareSum: regret ** 2,
    learnerShareSum: learnerShare,
    learnerShareSquareSum: learnerShare ** 2,
  });
}
