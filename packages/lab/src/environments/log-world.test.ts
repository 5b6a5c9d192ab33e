import { describe, expect, it } from 'vitest';
import { logWorld } from './log-world.ts';
import { randomStream } from './random-stream.ts';

const rounds = [
  {
    expectedFeatures: [
      [1, 2],
      [3, 4],
    ],
    baseline: { action: 1, expectedReward: 9 },
    rewards: [5, 6],
  },
  {
    expectedFeatures: [
      [5, 6],
      [7, 8],
    ],
    baseline: { action: 0, expectedReward: 9 },
    rewards: [7, 8],
  },
];

describe('a world replayed from a log', () => {
  it('shows rounds as they were logged, each about as often, the same ones for the same stream', () => {
    const play = () => {
      const world = logWorld(randomStream({ seed: 3, index: 0 }), rounds);
      const features = new Float64Array(4);
      const into = new Float64Array(2);
      return Array.from({ length: 200 }, () => {
        world.nextRound(features);
        const logged = rounds.find(({ rewards }) => rewards[0] === world.reward(0))!;
        expect([...features]).toEqual(logged.expectedFeatures.flat());
        expect([...world.expectedRewards]).toEqual(logged.rewards);
        expect(world.baselineAction).toBe(logged.baseline.action);
        expect(world.baselineExpectedReward).toBe(logged.rewards[logged.baseline.action]);
        expect(world.realisedReward(1)).toBe(logged.rewards[1]);
        world.features(1, into);
        expect([...into]).toEqual(logged.expectedFeatures[1]);
        return rounds.indexOf(logged);
      });
    };
    const seen = play();
    expect(play()).toEqual(seen);
    // 200 flips of a fair coin leave 60 … 140 with a chance of about 1 in 1e8; the seed is fixed.
    const ones = seen.filter((index) => index === 1).length;
    expect(ones).toBeGreaterThan(60);
    expect(ones).toBeLessThan(140);
  });
});
