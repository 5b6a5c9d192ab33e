import { describe, expect, it } from 'vitest';
import { driftWorld } from './drift-world.ts';
import { type RandomStream, randomStream } from './random-stream.ts';
import { TRAP_NAMES, trapWorld } from './trap-worlds.ts';

function random(): RandomStream {
  return randomStream({ seed: 3, index: 0 });
}

describe('the trap worlds', () => {
  it.each(TRAP_NAMES)('%s: the baseline is action 0 and pays 0.6', (name) => {
    const world = trapWorld(random(), name);
    const features = new Float64Array(world.actionCount * world.dimension);
    let total = 0;
    for (let round = 0; round < 20_000; round++) {
      world.nextRound(features);
      total += world.reward(world.baselineAction);
    }
    expect(world.baselineAction).toBe(0);
    expect(world.baselineExpectedReward).toBe(0.6);
    expect(Math.abs(total / 20_000 - 0.6)).toBeLessThan(5 * Math.sqrt(0.24 / 20_000));
  });

  it('correlated: rewards are linear in the features', () => {
    const world = trapWorld(random(), 'correlated');
    const features = new Float64Array(6);
    world.nextRound(features);
    expect([features[1], features[3], features[5]]).toEqual([...world.expectedRewards]);
  });

  it('onehot-one-good: one action beats the baseline, and only one', () => {
    const world = trapWorld(random(), 'onehot-one-good');
    expect(world.expectedRewards.filter((one) => one > 0.6)).toEqual(Float64Array.of(0.9));
  });
});

describe('the drifting world', () => {
  it('makes the baseline better once, for good', () => {
    const world = driftWorld(random(), { changesAt: (round) => round === 3 });
    const features = new Float64Array(4);
    const seen = [1, 2, 3, 4, 5].map(() => {
      world.nextRound(features);
      return world.baselineExpectedReward;
    });
    expect(seen).toEqual([0.3, 0.3, 0.9, 0.9, 0.9]);
  });
});
