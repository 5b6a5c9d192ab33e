import { describe, expect, it } from 'vitest';
import { meanAndError } from '../measures/mean-and-error.ts';
import { boundedWorld } from './bounded-world.ts';
import { type RandomStream, randomStream } from './random-stream.ts';

function random(index = 0): RandomStream {
  return randomStream({ seed: 11, index });
}

describe('the bounded world', () => {
  it.each(['beta', 'bernoulli'] as const)('%s rewards have the expected mean', (outcome) => {
    const world = boundedWorld(random(), { outcome });
    const features = new Float64Array(world.actionCount * world.dimension);
    const differences = Float64Array.from({ length: 20_000 }, (_, round) => {
      world.nextRound(features);
      const action = round % world.actionCount;
      return world.reward(action) - world.expectedRewards[action]!;
    });
    const { mean, standardError } = meanAndError(differences);
    expect(Math.abs(mean)).toBeLessThan(5 * standardError);
  });

  it('has beta noise with a standard deviation of a sixth at a mean of one half', () => {
    const world = boundedWorld(random(1));
    const features = new Float64Array(world.actionCount * world.dimension);
    let squares = 0;
    let shares = 0;
    for (let round = 0; round < 20_000; round++) {
      world.nextRound(features);
      const mean = world.expectedRewards[2]!;
      squares += (world.reward(2) - mean) ** 2;
      shares += (mean * (1 - mean)) / 9;
    }
    expect(squares / shares).toBeGreaterThan(0.95);
    expect(squares / shares).toBeLessThan(1.05);
  });

  it('writes the context into the block of each action, and nothing else', () => {
    const world = boundedWorld(random(), { actionCount: 3, baselineRank: 1 });
    const features = new Float64Array(3 * 12).fill(9);
    world.nextRound(features);
    const context = features.slice(0, 4);
    expect(context[0]).toBe(1);
    for (let action = 0; action < 3; action++) {
      const realised = new Float64Array(12).fill(9);
      world.features(action, realised);
      expect(features.slice(action * 12, action * 12 + 12)).toEqual(realised);
      expect(realised.slice(action * 4, action * 4 + 4)).toEqual(context);
      expect(realised.filter((value) => value !== 0).length).toBe(4);
    }
  });

  it('keeps one baseline for the whole run', () => {
    const world = boundedWorld(random(3));
    const features = new Float64Array(world.actionCount * world.dimension);
    const { baselineAction } = world;
    for (let round = 0; round < 100; round++) {
      world.nextRound(features);
      expect(world.baselineAction).toBe(baselineAction);
      expect(world.baselineExpectedReward).toBe(world.expectedRewards[baselineAction]);
    }
  });

  it('gives every action the same luck: the better mean never pays less', () => {
    const world = boundedWorld(random(4));
    const features = new Float64Array(world.actionCount * world.dimension);
    for (let round = 0; round < 200; round++) {
      world.nextRound(features);
      const [first, second] = [world.expectedRewards[0]!, world.expectedRewards[1]!];
      const sign = Math.sign(world.reward(0) - world.reward(1));
      expect(sign === 0 || sign === Math.sign(first - second)).toBe(true);
    }
  });
});
