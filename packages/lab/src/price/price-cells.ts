/**
 * What is measured: experiments × strategies × allowed shortfalls, as one list of cells.
 *
 *   synthetic          the paper's world in the calibrated reading; the baseline's number is told
 *   bounded            rewards between 0 and 1; the number is not told, but for the first row
 *   synthetic-cap-60   the paper's world, number not told, rewards declared to stay below 60
 *   synthetic-cap-40   the same with a tighter declaration
 *
 * Cells of one experiment meet the same worlds, trial by trial.
 */
import { boundedWorld } from '../environments/bounded-world.ts';
import type { RandomStream } from '../environments/random-stream.ts';
import { PAPER_WORLD, syntheticWorld } from '../environments/synthetic-world.ts';
import type { World } from '../environments/world.ts';
import {
  asWritten,
  coinObserved,
  coinPlayed,
  coinPolicy,
  exactHint,
  hedge,
  knownNumber,
  ledgerOnly,
  type PricedStrategy,
  ungated,
  type WorldDeclarations,
} from './strategies.ts';

export interface PriceCell {
  readonly experiment: string;
  readonly strategy: PricedStrategy;
  readonly allowedShortfall: number;
  readonly declarations: WorldDeclarations;
  readonly createWorld: (random: RandomStream) => World;
}

interface Experiment {
  readonly name: string;
  readonly declarations: WorldDeclarations;
  readonly createWorld: (random: RandomStream) => World;
  readonly strategies: readonly PricedStrategy[];
}

export const ALLOWED_SHORTFALLS: readonly number[] = [0.1, 0.3, 0.5, 0.8];

const SYNTHETIC: WorldDeclarations = {
  rewardFloor: 0,
  rewardCap: Number.POSITIVE_INFINITY,
  rewardNoiseScale: PAPER_WORLD.rewardNoiseScale,
  rewardOffset: 0,
  priorVariance: null,
  lacksConstant: true,
};

/** A quarter of the declared range is a fair guess of the deviation before anything is seen. */
const BOUNDED: WorldDeclarations = {
  rewardFloor: 0,
  rewardCap: 1,
  rewardNoiseScale: 0,
  rewardOffset: 0.5,
  priorVariance: (1 / 4) ** 2,
  lacksConstant: false,
};

const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'synthetic',
    declarations: SYNTHETIC,
    createWorld: (random) => syntheticWorld(random),
    strategies: [asWritten, ledgerOnly, hedge, exactHint, ungated],
  },
  {
    name: 'bounded',
    declarations: BOUNDED,
    createWorld: (random) => boundedWorld(random),
    strategies: [knownNumber, coinPolicy, coinPlayed, coinObserved],
  },
  {
    name: 'synthetic-cap-60',
    declarations: capped(60),
    createWorld: flooredWorld,
    strategies: [knownNumber, coinPolicy, coinPlayed, coinObserved],
  },
  {
    name: 'synthetic-cap-40',
    declarations: capped(40),
    createWorld: flooredWorld,
    strategies: [coinPolicy],
  },
];

export const EXPERIMENT_NAMES: readonly string[] = EXPERIMENTS.map(({ name }) => name);

/** Every cell, in the order of the report. */
export const PRICE_CELLS: readonly PriceCell[] = EXPERIMENTS.flatMap((experiment) =>
  experiment.strategies.flatMap((strategy) =>
    ALLOWED_SHORTFALLS.map((allowedShortfall) => ({
      experiment: experiment.name,
      strategy,
      allowedShortfall,
      declarations: experiment.declarations,
      createWorld: experiment.createWorld,
    })),
  ),
);

function capped(rewardCap: number): WorldDeclarations {
  return { ...SYNTHETIC, rewardCap, priorVariance: (rewardCap / 4) ** 2 };
}

/**
 * The promise about observed rewards needs a floor under them, which normal noise does not have.
 * Cutting at 0 changes about one reward in ten thousand, and none by more than the noise.
 */
function flooredWorld(random: RandomStream): World {
  return syntheticWorld(random, { observedRewardMin: 0 });
}
