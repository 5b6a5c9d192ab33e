/**
 * Every world of the lab in which the paper's Algorithm 1 can run, as an environment of one length.
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
import { driftWorld } from '../../environments/drift-world.ts';
import { MAIZE_GENERATORS, type MaizeGenerator } from '../../environments/maize-world.ts';
import { randomStream } from '../../environments/random-stream.ts';
import { PAPER_WORLD } from '../../environments/synthetic-world.ts';
import { TRAP_NAMES } from '../../environments/trap-worlds.ts';
import { createEnvironment, type Environment } from '../../experiments/create-world.ts';
import type { LoggedRound, SyntheticDefinition } from '../../experiments/experiment.ts';

export interface ComparedWorld {
  readonly name: string;
  /** Returns the environment for trials of so many rounds. */
  readonly create: (roundCount: number) => Environment;
}

const READINGS = ['berkson', 'centered', 'classical', 'classical-calibrated'] as const;
const MAIZE_MAPS = ['hadamard', 'latent-outer'] as const;
const LOGGED_ROUNDS = 400;
const LOG_SEED = 400;

export const COMPARED_WORLDS: readonly ComparedWorld[] = [
  ...READINGS.map((reading) => ({ name: reading, create: () => synthetic(reading) })),
  { name: 'bounded', create: () => createEnvironment({ id: 'bounded', kind: 'bounded' }) },
  ...TRAP_NAMES.map((trap) => ({
    name: trap,
    create: () => createEnvironment({ id: trap, kind: 'trap', trap }),
  })),
  { name: 'drift', create: drift },
  { name: 'log', create: logged },
  ...MAIZE_MAPS.flatMap((map) =>
    MAIZE_GENERATORS.map((generator) => ({
      name: `maize-${map}-${generator}`,
      create: () => maize(map, generator),
    })),
  ),
];

export const COMPARED_NAMES: readonly string[] = COMPARED_WORLDS.map(({ name }) => name);

function synthetic(reading: SyntheticDefinition['reading']): Environment {
  const { contextDimension, actionCount, baselineRank, rewardNoiseScale } = PAPER_WORLD;
  return createEnvironment({
    id: reading,
    kind: 'synthetic',
    reading,
    contextDimension,
    actionCount,
    baselineRank,
    noiseScale: rewardNoiseScale,
  });
}

/** Two coins like those of the traps, and so are the declarations but for the norm of the weights. */
function drift(roundCount: number): Environment {
  const trap = createEnvironment({ id: 'lure', kind: 'trap', trap: 'lure' });
  return {
    ...trap,
    declarations: { ...trap.declarations, weightNormBound: Math.hypot(0.9, 0.45) },
    draw: (random) => ({
      world: driftWorld(random, { changesAt: (round) => round > roundCount / 2 }),
      trueWeights: null,
    }),
  };
}

function logged(): Environment {
  const world = boundedWorld(randomStream({ seed: LOG_SEED, index: 0 }));
  const features = new Float64Array(world.actionCount * world.dimension);
  const actions = Array.from({ length: world.actionCount }, (_, action) => action);
  const rounds = Array.from({ length: LOGGED_ROUNDS }, (): LoggedRound => {
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
  return createEnvironment({ id: 'log', kind: 'log', rounds });
}

function maize(map: (typeof MAIZE_MAPS)[number], generator: MaizeGenerator): Environment {
  return createEnvironment({
    id: generator,
    kind: 'bilinear',
    model: 'maize-strict',
    map,
    generator,
    baselineRank: 16,
    noiseScale: 0.1,
  });
}
