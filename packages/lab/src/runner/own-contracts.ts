/**
 * What must hold of strategies, worlds and measures of one's own; tried on a few rounds before an experiment is run.
 */
import { HedgerowError } from '@hedgerow/core';
import { randomStream } from '../environments/random-stream.ts';
import type { Experiment, StrategyDefinition } from '../experiments/experiment.ts';
import type { Environment } from '../trials/environment.ts';
import { roundPlayer } from '../trials/play-rounds.ts';
import type { OwnThings } from './own-things.ts';

const TRIED_ROUNDS = 12;
/** Worlds to try strategies and measures on. */
const TRIAL_WORLD = { id: 'trial', kind: 'trap', trap: 'onehot' } as const;

/** Rounds have finite features and rewards, a baseline that exists, and are the same for the same seed. */
export function checkOwnEnvironment(id: string, environment: Environment): void {
  const first = roundsOf(id, environment);
  if (JSON.stringify(first) !== JSON.stringify(roundsOf(id, environment))) {
    throw broken(id, 'must draw the same rounds from the same random numbers', 'others');
  }
}

function roundsOf(id: string, { draw }: Environment): number[][] {
  const { world } = draw(randomStream({ seed: 1, index: 0 }));
  const { dimension, actionCount } = world;
  return Array.from({ length: TRIED_ROUNDS }, () => {
    const features = new Float64Array(dimension * actionCount);
    world.nextRound(features);
    const rewards = Array.from({ length: actionCount }, (_, action) => world.reward(action));
    const numbers = [...features, ...world.expectedRewards, ...rewards];
    const odd = numbers.find((value) => !Number.isFinite(value));
    if (odd !== undefined) throw broken(id, 'must have finite features and rewards', String(odd));
    requireAction(id, 'baselineAction', world.baselineAction, actionCount);
    if (world.expectedRewards.length < actionCount) {
      throw broken(
        id,
        `must expect a reward of each of its ${actionCount} actions`,
        `${world.expectedRewards.length}`,
      );
    }
    return [...numbers, world.baselineAction];
  });
}

/** It plays actions that exist, the baseline's whenever it says so, and the same for the same random numbers. */
export function checkOwnLearner(definition: StrategyDefinition, own: OwnThings): void {
  const { id } = definition;
  const play = () => {
    const environment = own.environment(TRIAL_WORLD);
    const { world } = environment.draw(randomStream({ seed: 2, index: 0 }));
    const { dimension, actionCount, forecast } = world;
    const random = randomStream({ seed: 2, index: 1 }).asSource();
    const size = { dimension, actionCount, forecast, roundCount: TRIED_ROUNDS };
    const learner = own.learner(
      { ...definition, allowedShortfall: definition.allowedShortfall ?? 0.1 },
      { ...environment.declarations, ...size, random, coin: random },
    );
    const played: number[] = [];
    const playRound = roundPlayer({
      world,
      learner,
      teller: environment,
      listeners: [
        {
          decided: ({ baselineAction }, { playedAction, chosenBy }) => {
            requireAction(id, 'its action', playedAction, actionCount);
            if (chosenBy === 'baseline' && playedAction !== baselineAction) {
              throw broken(
                id,
                `must play the baseline (${baselineAction}) where it says so`,
                `${playedAction}`,
              );
            }
            played.push(playedAction);
          },
        },
      ],
    });
    for (let round = 0; round < TRIED_ROUNDS; round++) playRound();
    return played;
  };
  const [once, again] = [play(), play()];
  if (String(once) !== String(again)) {
    throw broken(id, 'must do the same with the same random numbers', 'otherwise');
  }
}

/** Measures come to finite numbers. */
export function checkOwnMeasure(experiment: Experiment, own: OwnThings): void {
  for (const [index, measure] of own.measures(experiment).entries()) {
    const value = typeof measure?.value === 'function' ? measure.value() : undefined;
    const { id } = experiment.measures![index]!;
    if (typeof measure?.decided !== 'function' || typeof value !== 'number') {
      throw broken(id, 'must have decided(world, play) and value(), a number', typeof value);
    }
  }
}

function requireAction(id: string, what: string, action: number, count: number): void {
  if (Number.isInteger(action) && action >= 0 && action < count) return;
  throw broken(id, `must have ${what} from 0 to ${count - 1}`, String(action));
}

function broken(id: string, rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_FILE', rule: `"${id}" ${rule}`, received });
}
