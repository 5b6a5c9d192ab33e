/**
 * The playground's numbers are the lab's: the same trial, played by the lab's own loop, comes to the same bits.
 */
import { createEngine } from '@hedgerow/core';
import {
  BOLDNESS,
  cumulativeGate,
  curiousProposer,
  HedgeLearner,
  knownBaselineBook,
  type Learner,
  LinearLearner,
  paperRadius,
  relativePromise,
} from '@hedgerow/core/research';
import {
  mapTrials,
  type RunMeasures,
  runTrial,
  syntheticWorld,
  type TrialStreams,
  type World,
} from '@hedgerow/lab';
import { describe, expect, it } from 'vitest';
import { type Configuration, DEFAULT_CONFIGURATION } from './configuration.ts';
import { recordedRounds } from './recorded-rounds.ts';
import { Simulation, type SimulationState } from './simulation.ts';

/** No number is a default, so that one that is forgotten shows. */
const SMALL: Configuration = {
  ...DEFAULT_CONFIGURATION,
  shortfall: 0.03,
  failure: 0.04,
  noise: 0.3,
  spread: 1.2,
  rounds: 300,
  trials: 3,
  seed: 7,
};

function played(changes: Partial<Configuration>): SimulationState {
  const configuration = { ...SMALL, ...changes };
  const simulation = new Simulation(configuration);
  simulation.advanceTo(configuration.rounds);
  return simulation.state();
}

function labLinear(world: World, allowedShortfall: number | null): Learner {
  return new LinearLearner({
    dimension: world.dimension,
    actionCount: world.actionCount,
    ridgePenalty: 1,
    radius: paperRadius({
      noiseScale: SMALL.noise,
      weightNormBound: Math.sqrt(30),
      featureNormBound: 40,
      failureProbability: SMALL.failure,
    }),
    gate: allowedShortfall === null ? null : cumulativeGate(allowedShortfall),
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
  });
}

function labHedge(world: World, { learner }: TrialStreams): Learner {
  return new HedgeLearner({
    execution: 'assume',
    createBook: () =>
      knownBaselineBook({
        terms: relativePromise({ allowedShortfall: SMALL.shortfall }),
        rewardFloor: 0,
        rewardNoiseScale: SMALL.noise,
        failureProbability: SMALL.failure,
      }),
    hintDoubt: 0.2,
    hasIntercept: true,
    dimension: world.dimension,
    actionCount: world.actionCount,
    createProposer: (beliefs) => curiousProposer(beliefs, BOLDNESS),
    ridgePenalty: 1,
    rewardOffset: 0,
    priorVariance: null,
    coin: learner.asSource(),
    engine: createEngine(),
  });
}

function inTheLab(enter: (world: World, streams: TrialStreams) => Learner): RunMeasures[] {
  const { seed, trials: trialCount, rounds: roundCount, shortfall } = SMALL;
  return mapTrials({ seed, firstTrial: 0, trialCount }, (streams) => {
    const world = syntheticWorld(streams.world, {
      baselineRank: 1,
      rewardNoiseScale: SMALL.noise,
      forecastVariance: SMALL.spread ** 2,
    });
    const learner = enter(world, streams);
    return runTrial({ world, learner, roundCount, allowedShortfall: shortfall });
  });
}

function asStates(runs: readonly RunMeasures[]) {
  return runs.map(({ expectedRegret, tracks, baselineRoundCount, isCertificateInvalid }) => ({
    regret: expectedRegret,
    margin: tracks.expected.slack,
    marginMin: tracks.expected.slackMin,
    baselineRounds: baselineRoundCount,
    firstBrokenRound: tracks.expected.firstBrokenRound,
    hasWrongClaim: isCertificateInvalid,
  }));
}

describe('a simulation', () => {
  it.each([
    ['conservativeContextUcb', (world: World) => labLinear(world, SMALL.shortfall)],
    ['contextUcb', (world: World) => labLinear(world, null)],
    ['hedge', labHedge],
  ] as const)('plays %s to the same bits as the lab', (name, enter) => {
    expect(played({ strategies: [name] })).toEqual([asStates(inTheLab(enter))]);
  });

  it('tells and judges by the rewards that came, where nothing is hidden', () => {
    const [ours] = played({ world: 'nothing-hidden', strategies: ['hedge'], trials: 1 })[0]!;
    const [margin] = mapTrials({ seed: SMALL.seed, firstTrial: 0, trialCount: 1 }, (streams) => {
      const world = syntheticWorld(streams.world, {
        reading: 'centered',
        rewardNoiseScale: SMALL.noise,
        forecastVariance: SMALL.spread ** 2,
      });
      const learner = labHedge(world, streams);
      let slack = 0;
      for (let round = 1; round <= SMALL.rounds; round++) {
        world.nextRound(learner.expectedFeatures);
        const baseline = world.realisedReward(world.baselineAction);
        const { playedAction, ticket } = learner.decide({
          action: world.baselineAction,
          expectedReward: baseline,
        });
        slack += world.realisedReward(playedAction) - (1 - SMALL.shortfall) * baseline;
        learner.settle(ticket, world.reward(playedAction));
      }
      return slack;
    });
    expect(ours!.margin).toBeCloseTo(margin!, 6);
  });

  it('gives the same numbers however it is cut into pieces', () => {
    const simulation = new Simulation(SMALL);
    for (const round of recordedRounds(SMALL.rounds)) simulation.advanceTo(round);
    expect(simulation.isFinished).toBe(true);
    expect(simulation.state()).toEqual(played({}));
  });

  it('gives a strategy the same numbers whoever else plays', () => {
    const all = played({ strategies: ['conservativeContextUcb', 'hedge', 'contextUcb'] });
    expect(all[1]).toEqual(played({ strategies: ['hedge'] })[0]);
  });

  it('never plays more rounds than asked for, and none twice', () => {
    const simulation = new Simulation({ ...SMALL, rounds: 20, strategies: ['baselineOnly'] });
    simulation.advanceTo(15);
    simulation.advanceTo(10);
    simulation.advanceTo(1000);
    expect(simulation.round).toBe(20);
    expect(simulation.state()[0]![0]!.baselineRounds).toBe(20);
  });

  it('always plays the baseline where that is asked for, and so never falls below the floor', () => {
    for (const state of played({ strategies: ['baselineOnly'], world: 'paper' })[0]!) {
      expect(state.baselineRounds).toBe(SMALL.rounds);
      expect(state.marginMin).toBe(0);
      expect(state.regret).toBeGreaterThan(0);
    }
  });

  it('shows the paper’s rule below its floor and hedge above it, in the default experiment', () => {
    const simulation = new Simulation(DEFAULT_CONFIGURATION);
    simulation.advanceTo(DEFAULT_CONFIGURATION.rounds);
    const counts = simulation
      .state()
      .map((trials) => trials.filter(({ firstBrokenRound }) => firstBrokenRound !== null).length);
    expect(counts).toEqual([6, 0]);
  });

  it.each(['paper', 'nothing-hidden', 'wrong-model'] as const)(
    'keeps hedge above the floor in the world %s',
    (world) => {
      for (const state of played({ world, strategies: ['hedge'] })[0]!) {
        expect(state.firstBrokenRound).toBeNull();
        expect(state.baselineRounds).toBeLessThan(SMALL.rounds);
      }
    },
  );
});

describe('the recorded rounds', () => {
  it.each([1, 10, 99, 100, 101, 257, 5000])('of %i rounds grow and end with the last', (rounds) => {
    const recorded = recordedRounds(rounds);
    expect(recorded.at(-1)).toBe(rounds);
    expect(recorded.length).toBeLessThanOrEqual(100);
    expect(recorded.every((round, index) => round > (recorded[index - 1] ?? 0))).toBe(true);
  });
});
