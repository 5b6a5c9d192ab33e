/**
 * Lets hedge and Algorithm 1 play the same trials of one world, and returns how far hedge fell behind.
 *
 *     expected   what Algorithm 1 earned minus what hedge did, in expectation over the forecast as told
 *     realised   the same in the contexts that came, without noise: what counts where forecasts are wrong
 *
 * Both are differences of regret, because the best action is the same for both.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import { createContestant } from '../../experiments/create-contestant.ts';
import type { Environment } from '../../experiments/create-world.ts';
import type { StrategyDefinition } from '../../experiments/experiment.ts';
import { mapTrials, type TrialRange, type TrialStreams } from '../../trials/trial-streams.ts';
import { FAILURE_PROBABILITY } from '../strategies.ts';
import { COMPARED_WORLDS } from './compared-worlds.ts';

export interface WorldTrials extends TrialRange {
  /** Place of the world in the list of all. */
  readonly worldIndex: number;
  readonly allowedShortfall: number;
  readonly roundCount: number;
}

/** What one trial came to: regret of hedge, and hedge minus Algorithm 1 counted in two ways. */
export interface WorldResult {
  readonly hedgeRegret: number;
  readonly expectedDifference: number;
  readonly realisedDifference: number;
}

interface Earnings {
  readonly expectedRegret: number;
  readonly realisedTotal: number;
}

const COMMON = { ridgePenalty: 1, failureProbability: FAILURE_PROBABILITY } as const;
const HEDGE: StrategyDefinition = {
  ...COMMON,
  id: 'hedge',
  kind: 'hedge',
  hintDoubt: 0.2,
  baselineReward: 'known',
  promise: 'expected',
};
const ALGORITHM_1: StrategyDefinition = {
  ...COMMON,
  id: 'algorithm-1',
  kind: 'conservativeContextUcb',
  radius: 'paper',
  startingSet: 'ball',
};

/** Returns the results of the trials asked for, in their order. */
export function compareInWorld(trials: WorldTrials): WorldResult[] {
  const engine = createEngine();
  const environment = COMPARED_WORLDS[trials.worldIndex]!.create(trials.roundCount);
  const playAll = (definition: StrategyDefinition) =>
    mapTrials(trials, (streams) => play({ ...trials, environment, engine, definition, streams }));
  const others = playAll(ALGORITHM_1);
  return playAll(HEDGE).map(({ expectedRegret, realisedTotal }, i) => ({
    hedgeRegret: expectedRegret,
    expectedDifference: expectedRegret - others[i]!.expectedRegret,
    realisedDifference: others[i]!.realisedTotal - realisedTotal,
  }));
}

interface Play {
  readonly environment: Environment;
  readonly definition: StrategyDefinition;
  readonly allowedShortfall: number;
  readonly roundCount: number;
  readonly streams: TrialStreams;
  readonly engine: KernelEngine;
}

function play({ environment, streams, roundCount, ...entry }: Play): Earnings {
  const drawn = environment.draw(streams.world);
  const { declarations } = environment;
  const random = streams.contestant.asSource();
  const { contestant } = createContestant({ ...drawn, ...entry, declarations, random });
  const { world } = drawn;
  let expectedRegret = 0;
  let realisedTotal = 0;
  for (let round = 1; round <= roundCount; round++) {
    world.nextRound(contestant.expectedFeatures);
    const action = world.baselineAction;
    const expectedReward = environment.baselineReward(world);
    const { playedAction } = contestant.decide({ action, expectedReward });
    expectedRegret += Math.max(...world.expectedRewards) - world.expectedRewards[playedAction]!;
    realisedTotal += world.realisedReward(playedAction);
    contestant.observe(round, world.reward(playedAction));
  }
  return { expectedRegret, realisedTotal };
}
