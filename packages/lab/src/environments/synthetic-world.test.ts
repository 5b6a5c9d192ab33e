import { describe, expect, it } from 'vitest';
import { meanAndError } from '../measures/mean-and-error.ts';
import { type RandomStream, randomStream } from './random-stream.ts';
import { type SyntheticReading, syntheticWorld } from './synthetic-world.ts';
import type { World } from './world.ts';

const READINGS: readonly SyntheticReading[] = [
  'berkson',
  'centered',
  'classical',
  'classical-calibrated',
];
const ROUND_COUNT = 20_000;

function random(index = 0): RandomStream {
  return randomStream({ seed: 42, index });
}

function featureSpace(world: World): Float64Array {
  return new Float64Array(world.actionCount * world.dimension);
}

/** The true weights of the paper: 1 for x², 1 for c², −2 for x∘c. */
function linearReward(features: ArrayLike<number>, start: number, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    sum += features[start + i]! + features[start + size + i]! - 2 * features[start + 2 * size + i]!;
  }
  return sum;
}

/** Mean and error of realised minus expected reward of one action over many rounds. */
function forecastBias(world: World, action: number): { mean: number; standardError: number } {
  const features = featureSpace(world);
  const differences = Float64Array.from({ length: ROUND_COUNT }, () => {
    world.nextRound(features);
    return world.realisedReward(action) - world.expectedRewards[action]!;
  });
  return meanAndError(differences);
}

describe('the synthetic world', () => {
  it.each(READINGS)(
    '%s: expected rewards are the weights times the expected features',
    (reading) => {
      const world = syntheticWorld(random(), {
        reading,
        contextDimension: 3,
        forecastVariance: 0.6,
      });
      const features = featureSpace(world);
      for (let round = 0; round < 20; round++) {
        world.nextRound(features);
        for (let action = 0; action < world.actionCount; action++) {
          const expected = linearReward(features, action * world.dimension, 3);
          expect(world.expectedRewards[action]).toBeCloseTo(expected, 10);
        }
      }
    },
  );

  it('pays the squared distance, which the realised features give too, plus the noise', () => {
    const world = syntheticWorld(random(), { contextDimension: 2 });
    const features = featureSpace(world);
    const realised = new Float64Array(world.dimension);
    const noise = Float64Array.from({ length: 4000 }, () => {
      world.nextRound(features);
      world.features(5, realised);
      expect(world.realisedReward(5)).toBeCloseTo(linearReward(realised, 0, 2), 10);
      expect(world.reward(5) - world.realisedReward(5)).toBeCloseTo(
        world.reward(1) - world.realisedReward(1),
        10,
      );
      return world.reward(5) - world.realisedReward(5);
    });
    const deviation = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / 4000);
    expect(deviation).toBeGreaterThan(0.095);
    expect(deviation).toBeLessThan(0.105);
  });

  it.each(['berkson', 'classical-calibrated'] as const)(
    '%s: the forecast is right on average',
    (reading) => {
      for (const action of [0, 7]) {
        const world = syntheticWorld(random(1), { reading, forecastVariance: 0.5 });
        const { mean, standardError } = forecastBias(world, action);
        expect(Math.abs(mean)).toBeLessThan(5 * standardError);
      }
    },
  );

  it('centered: every expected reward is too high by the forecast variance of each coordinate', () => {
    const world = syntheticWorld(random(2), { reading: 'centered', forecastVariance: 0.5 });
    const { mean, standardError } = forecastBias(world, 3);
    expect(mean).toBeCloseTo(-2.5, 10);
    expect(standardError).toBeLessThan(1e-10);
  });

  it('classical: the forecast is too wide, so expected rewards are too high', () => {
    const world = syntheticWorld(random(3), { reading: 'classical' });
    const { mean, standardError } = forecastBias(world, 3);
    expect(mean).toBeLessThan(-10 * standardError);
  });

  it('takes as baseline the action at the rank asked for, anew in each round', () => {
    const world = syntheticWorld(random(), { baselineRank: 4, actionCount: 9 });
    const features = featureSpace(world);
    const seen = new Set<number>();
    for (let round = 0; round < 50; round++) {
      world.nextRound(features);
      const better = world.expectedRewards.filter((one) => one > world.baselineExpectedReward);
      expect(better.length).toBe(3);
      seen.add(world.baselineAction);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('with a bump: expected rewards stay right, although the features do not show it', () => {
    for (let action = 0; action < 4; action++) {
      const world = syntheticWorld(random(5), { bump: 10 });
      const { mean, standardError } = forecastBias(world, action);
      expect(Math.abs(mean)).toBeLessThan(5 * standardError);
    }
    const plain = syntheticWorld(random(5));
    const bumped = syntheticWorld(random(5), { bump: 10 });
    const [first, second] = [featureSpace(plain), featureSpace(bumped)];
    plain.nextRound(first);
    bumped.nextRound(second);
    expect(second).toEqual(first);
    expect(bumped.expectedRewards).not.toEqual(plain.expectedRewards);
  });

  it('cuts observed rewards off where it is told to, and only there', () => {
    const plain = syntheticWorld(random(), { rewardNoiseScale: 9 });
    const floored = syntheticWorld(random(), { rewardNoiseScale: 9, observedRewardMin: 1.5 });
    const features = featureSpace(plain);
    for (let round = 0; round < 100; round++) {
      plain.nextRound(features);
      floored.nextRound(features);
      expect(floored.reward(2)).toBe(Math.max(plain.reward(2), 1.5));
    }
  });

  it('shows the same rounds whatever is asked about them', () => {
    const [quiet, asked] = [syntheticWorld(random()), syntheticWorld(random())];
    const [first, second] = [featureSpace(quiet), featureSpace(asked)];
    for (let round = 0; round < 10; round++) {
      quiet.nextRound(first);
      asked.nextRound(second);
      asked.reward(round);
      asked.realisedReward(0);
    }
    expect(second).toEqual(first);
    expect(asked.reward(3)).toBe(quiet.reward(3));
  });
});
