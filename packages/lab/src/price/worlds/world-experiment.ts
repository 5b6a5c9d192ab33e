/**
 * hedge beside Algorithm 1 in every world of the lab in which that can run, as one experiment.
 *
 *   berkson … classical-calibrated   the paper's world in four readings; in two the forecast is wrong
 *   bounded                          rewards between 0 and 1, each action with weights of its own
 *   onehot … correlated              traps: wins and losses
 *   drift                            the baseline becomes better for good, half-way
 *   log                              400 rounds of `bounded`, logged and played in random order
 *   maize-…                          fitted to field trials, two feature maps, five kinds of forecast
 *
 * The Kronecker map of the maize worlds is left out: the same worlds with 280 features take an hour.
 */
import { boundedWorld } from '../../environments/bounded-world.ts';
import { randomStream } from '../../environments/random-stream.ts';
import { PAPER_WORLD } from '../../environments/synthetic-world.ts';
import { TRAP_NAMES } from '../../environments/trap-worlds.ts';
import type {
  BilinearDefinition,
  EnvironmentDefinition,
  Experiment,
  LoggedRound,
  SyntheticDefinition,
} from '../../experiments/experiment.ts';
import { MAIZE_DEFAULTS, MAIZE_GENERATORS } from '../../maize/world/maize-world.ts';
import {
  ALGORITHM_1,
  ALLOWED_SHORTFALLS,
  type PriceSize,
  TOLD_HEDGE,
} from '../price-experiments.ts';

export const HEDGE = 'hedge';
const OTHER = 'algorithm-1';

const READINGS = ['berkson', 'centered', 'classical', 'classical-calibrated'] as const;
const MAIZE_MAPS = ['hadamard', 'latent-outer'] as const;
const LOGGED_ROUNDS = 400;
const LOG_SEED = 400;

/** Each world by its name, for trials of so many rounds. */
const WORLDS: Readonly<Record<string, (roundCount: number) => EnvironmentDefinition>> = {
  ...Object.fromEntries(READINGS.map((reading) => [reading, () => synthetic(reading)])),
  bounded: () => ({ id: 'bounded', kind: 'bounded' }),
  ...Object.fromEntries(
    TRAP_NAMES.map((trap) => [trap, () => ({ id: trap, kind: 'trap', trap }) as const]),
  ),
  drift: (roundCount) => ({ id: 'drift', kind: 'drift', changesAfter: Math.floor(roundCount / 2) }),
  log: () => ({ id: 'log', kind: 'log', rounds: loggedRounds() }),
  ...Object.fromEntries(
    MAIZE_MAPS.flatMap((map) =>
      MAIZE_GENERATORS.map((generator) => [
        `maize-${map}-${generator}`,
        () => maize(map, generator),
      ]),
    ),
  ),
};

export const COMPARED_NAMES: readonly string[] = Object.keys(WORLDS);

/** Returns the experiment in the worlds of these names. */
export function worldExperiment(
  names: readonly string[],
  size: PriceSize,
  allowedShortfalls: readonly number[] = ALLOWED_SHORTFALLS,
): Experiment {
  const wanted = COMPARED_NAMES.filter((name) => names.includes(name));
  return {
    format: 'hedgerow-experiment/1',
    name: 'price-worlds',
    ...size,
    environments: wanted.map((name) => WORLDS[name]!(size.rounds)),
    strategies: [
      { ...TOLD_HEDGE, id: HEDGE },
      { ...ALGORITHM_1, id: OTHER },
    ],
    allowedShortfalls,
    differences: [{ strategy: HEDGE, minus: OTHER }],
  };
}

function synthetic(reading: SyntheticDefinition['reading']): SyntheticDefinition {
  const { contextDimension, actionCount, baselineRank, rewardNoiseScale } = PAPER_WORLD;
  const noiseScale = rewardNoiseScale;
  const sizes = { contextDimension, actionCount, baselineRank, noiseScale };
  return { id: reading, kind: 'synthetic', reading, ...sizes };
}

function loggedRounds(): LoggedRound[] {
  const world = boundedWorld(randomStream({ seed: LOG_SEED, index: 0 }));
  const features = new Float64Array(world.actionCount * world.dimension);
  const actions = Array.from({ length: world.actionCount }, (_, action) => action);
  return Array.from({ length: LOGGED_ROUNDS }, (): LoggedRound => {
    world.nextRound(features);
    const { baselineAction: action, baselineExpectedReward: expectedReward } = world;
    return {
      expectedFeatures: actions.map((x) => [
        ...features.subarray(x * world.dimension, (x + 1) * world.dimension),
      ]),
      baseline: { action, expectedReward },
      rewards: actions.map((x) => world.reward(x)),
    };
  });
}

function maize(
  map: BilinearDefinition['map'],
  generator: BilinearDefinition['generator'],
): BilinearDefinition {
  const { baselineRank, noiseScale } = MAIZE_DEFAULTS;
  const id = `maize-${map}-${generator}`;
  return { id, kind: 'bilinear', model: 'maize-strict', map, generator, baselineRank, noiseScale };
}
