import { describe, expect, it } from 'vitest';
import { createRidgeModel, type RidgeModel } from '../model/ridge-model.ts';
import { curiousProposer, posteriorVariances } from './curious-proposer.ts';

const beliefs = (noise: number, surprise: number) => ({
  noiseVariance: () => noise,
  surpriseVariance: () => surprise,
});

/** Two actions with features of their own; the first has been observed `count` times. */
function observed(count: number, ridgePenalty: number) {
  const model = createRidgeModel({ dimension: 2, actionCapacity: 2, ridgePenalty });
  for (let i = 0; i < count; i++) model.learn([2, 0], 6, 1);
  model.kernel.features.set([2, 0, 0, 3]);
  model.kernel.scoreActions(2, 0);
  return model;
}

function posteriorVariance(asked: {
  model: RidgeModel;
  action: 0 | 1;
  noise: number;
  surprise: number;
}): number {
  const variances = new Float64Array(2);
  posteriorVariances({ ...asked, actionCount: 2 }, variances);
  return variances[asked.action]!;
}

describe('the posterior variance of an action', () => {
  it('is that of Bayesian regression: prior and observations by themselves', () => {
    // Weights have prior variance surprise / λ; n observations of features 2 with variance noise.
    for (const [noise, surprise, ridgePenalty] of [
      [0.5, 4, 1],
      [9, 2, 0.25],
      [3, 3, 4],
    ] as const) {
      const model = observed(7, ridgePenalty);
      const prior = surprise / ridgePenalty;
      // The model's own ridge counts λ at the scale of the noise, so its share is read off V.
      const share = ridgePenalty / (ridgePenalty + 7 * 4);
      const precision = 1 / prior + ((1 / share - 1) * ridgePenalty) / (noise * 1);
      const expected = 4 / precision;
      expect(posteriorVariance({ model, action: 0, noise, surprise })).toBeCloseTo(expected, 9);
      expect(posteriorVariance({ model, action: 1, noise, surprise })).toBeCloseTo(9 * prior, 9);
    }
  });

  it('lies between ordinary UCB with the two scales', () => {
    const model = observed(3, 4);
    const uncertainty = model.kernel.uncertainties[0]! ** 2;
    for (const [noise, surprise] of [
      [0.1, 5],
      [5, 0.1],
      [2, 2],
    ] as const) {
      const variance = posteriorVariance({ model, action: 0, noise, surprise });
      expect(variance).toBeGreaterThanOrEqual(Math.min(noise, surprise) * uncertainty - 1e-12);
      expect(variance).toBeLessThanOrEqual(Math.max(noise, surprise) * uncertainty + 1e-12);
    }
  });

  it('is 0 where there is nothing to learn', () => {
    const model = observed(3, 4);
    expect(posteriorVariance({ model, action: 0, noise: 0, surprise: 0 })).toBe(0);
    model.kernel.features.fill(0);
    expect(posteriorVariance({ model, action: 0, noise: 2, surprise: 3 })).toBe(0);
  });
});

describe('the curious proposer', () => {
  it('tries what was never tried although rewards are steady; the greedy one does not', () => {
    const model = observed(500, 4);
    const steady = beliefs(1e-9, 4);
    expect(curiousProposer(steady, 3).propose(model, 2)).toBe(1);
    expect(curiousProposer(steady, 0).propose(model, 2)).toBe(0);
    expect(model.kernel.upperBounds[0]).toBeGreaterThan(model.kernel.upperBounds[1]!);
  });

  it('hopes for no more and no less of an action than is believed of it beside the model', () => {
    const model = observed(500, 4);
    const believing = (min: number, max: number) => ({
      ...beliefs(1e-9, 4),
      rewardOffset: 10,
      believedBaseline: () => ({ action: 1, min, max }),
    });
    const boundOf = (min: number, max: number) => {
      curiousProposer(believing(min, max), 1).propose(model, 2);
      return model.kernel.upperBounds[1];
    };
    expect(boundOf(30, 40)).toBe(20);
    expect(boundOf(2, 4)).toBe(-6);
    expect(boundOf(0, 40)).toBe(3);
    expect(curiousProposer(believing(30, 40), 0).propose(model, 2)).toBe(1);
    expect(curiousProposer(believing(2, 4), 9).propose(model, 2)).toBe(0);
  });

  it('names only actions that are allowed, and refuses a negative boldness', () => {
    expect(curiousProposer(beliefs(1, 4), 3).propose(observed(5, 1), 1)).toBe(0);
    expect(() => curiousProposer(beliefs(1, 4), -1)).toThrow('boldness');
  });
});
