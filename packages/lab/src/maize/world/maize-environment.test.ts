import { describe, expect, it } from 'vitest';
import { randomStream } from '../../environments/random-stream.ts';
import { maizeEnvironment } from './maize-environment.ts';
import { MAIZE_DEFAULTS } from './maize-world.ts';
import { vectorModel } from './testing/maize-vectors.ts';

describe('the maize environment', () => {
  const environment = maizeEnvironment({ ...MAIZE_DEFAULTS, model: vectorModel() });
  const { world, trueWeights } = environment.draw(randomStream({ seed: 2, index: 0 }));

  it('declares what is true of its worlds', () => {
    const { declarations } = environment;
    const expected = new Float64Array(world.actionCount * world.dimension);
    expect(Math.hypot(...trueWeights!)).toBeLessThanOrEqual(declarations.weightNormBound);
    for (let round = 0; round < 200; round++) {
      world.nextRound(expected);
      for (let x = 0; x < world.actionCount; x++) {
        const row = expected.subarray(x * world.dimension, (x + 1) * world.dimension);
        expect(Math.hypot(...row)).toBeLessThanOrEqual(declarations.featureNormBound);
        expect(world.expectedRewards[x]!).toBeGreaterThan(declarations.rewardFloor);
      }
      expect(environment.baselineReward(world)).toBe(world.baselineExpectedReward);
    }
    expect(declarations.varianceOf(expected, 0)).toBeCloseTo(0.021937, 6);
  });
});
