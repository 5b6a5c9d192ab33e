/**
 * The worlds of the playground: the paper's synthetic one, and three that differ from it in one thing.
 *
 * In each round 20 actions lie in a space of five dimensions, and an action pays the squared distance from
 * the context that comes. Only a forecast of the context is seen. The baseline is the action at a place of
 * the ranking, so it is never a bad choice.
 */
import {
  type RandomStream,
  type SyntheticWorldOptions,
  syntheticWorld,
  type World,
} from '@hedgerow/lab/environments';
import type { PromiseName } from '@hedgerow/lab/measures';
import type { Configuration, WorldName } from './configuration.ts';

export interface PlaygroundWorld {
  readonly title: string;
  readonly description: string;
  /**
   * The total that the promise is judged by. Where the forecast lies around the very context that
   * comes, its expectations are too high, and the total in the contexts that came is the true one.
   */
  readonly judgedBy: PromiseName;
  readonly changes: Partial<SyntheticWorldOptions>;
}

/** What the bump adds is about a fifth of a usual reward. */
const BUMP = 4;

export const WORLDS: Readonly<Record<WorldName, PlaygroundWorld>> = {
  'strong-baseline': {
    title: 'A baseline hard to beat',
    description:
      'The baseline is always the best action, so every experiment costs something. Chosen because the paper’s rule can be seen to fail here; try the paper’s own world, too.',
    judgedBy: 'expected',
    changes: { reading: 'berkson', baselineRank: 1 },
  },
  paper: {
    title: 'The paper’s world',
    description:
      'The baseline is the tenth best of 20 actions: there is much to gain, and the weather is hidden until afterwards.',
    judgedBy: 'expected',
    changes: { reading: 'berkson' },
  },
  'nothing-hidden': {
    title: 'The same, nothing hidden',
    description:
      'As the paper’s text draws it: the forecast lies around the very context that comes, so only the noise of the rewards is unknown.',
    judgedBy: 'realised',
    changes: { reading: 'centered' },
  },
  'wrong-model': {
    title: 'The model is wrong',
    description:
      'Some rewards have a part that no linear model can see. A promise that rests on the model has nothing to stand on here.',
    judgedBy: 'expected',
    changes: { reading: 'berkson', baselineRank: 1, bump: BUMP },
  },
};

/** Draws a world of a configuration; it goes on drawing its rounds from the same stream. */
export function createWorld(configuration: Configuration, random: RandomStream): World {
  return syntheticWorld(random, {
    ...WORLDS[configuration.world].changes,
    rewardNoiseScale: configuration.noise,
    forecastVariance: configuration.spread ** 2,
  });
}

/** Returns what strategies are told of the baseline's reward in the round that a world is in. */
export function baselineReward(name: WorldName, world: World): number {
  return WORLDS[name].judgedBy === 'realised'
    ? world.realisedReward(world.baselineAction)
    : world.baselineExpectedReward;
}
