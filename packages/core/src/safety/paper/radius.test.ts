/**
 * Golden values: vectors/confidence.json, computed by an independent program for d = 2 with
 * ψ₁ = (1, 0), ψ₂ = (0.6, 0.8), rewards 0.5 and 0.3, δ = 0.05, λ = A = D = 1, σ = 0.1.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { createRidgeModel, type RidgeModel } from '../../model/ridge-model.ts';
import { determinantRadius } from './determinant-radius.ts';
import { kirschnerKrauseRadius } from './kirschner-krause-radius.ts';
import { paperRadius } from './paper-radius.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../../../../vectors/confidence.json', import.meta.url), 'utf8'),
);
const first = [1, 0];
const second = [0.6, 0.8];

function trained(weights: readonly [number, number], ridgePenalty = 1): RidgeModel {
  const model = createRidgeModel({ dimension: 2, actionCapacity: 3, ridgePenalty });
  model.learn(first, 0.5, weights[0]);
  model.learn(second, 0.3, weights[1]);
  return model;
}

function probe(model: RidgeModel, direction: readonly number[]): [number, number] {
  model.kernel.direction.set(direction);
  model.kernel.probe();
  return [model.kernel.probedPrediction, model.kernel.probedUncertainty];
}

function weightsOf(model: RidgeModel): number[] {
  const weights = new Float64Array(2);
  model.kernel.estimateWeights(weights);
  return [...weights];
}

function expectClose(got: number, wanted: number): void {
  expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
}

function expectAllClose(got: readonly number[], wanted: readonly number[]): void {
  expect(got).toHaveLength(wanted.length);
  for (const [i, value] of wanted.entries()) expectClose(got[i]!, value);
}

describe('the two-dimensional example of vectors/confidence.json', () => {
  const model = trained([1, 1]);
  const declared = { noiseScale: 0.1, weightNormBound: 1, failureProbability: 0.05 };
  const paper = paperRadius({ ...declared, featureNormBound: 1 })(model);
  const { unweighted, weighted } = golden;

  it('has the estimate and the log-determinant of the unweighted regression', () => {
    expectAllClose(weightsOf(model), unweighted.theta);
    expectClose(model.kernel.logDeterminant(), unweighted.logdet);
  });

  it('has the radii: as written, determinant, Kirschner & Krause', () => {
    expectClose(paper, unweighted.beta_paper);
    const sound = determinantRadius({ ...declared, noiseScale: Math.sqrt(0.26) });
    expectClose(sound(model), unweighted.beta_logdet_sound);
    const hidden = kirschnerKrauseRadius({
      ...declared,
      rewardNoiseScale: 0.1,
      feedback: 'hidden',
    });
    expectClose(hidden(model), unweighted.beta_kk);
  });

  it('has the norms and bounds along a sum of features and along a third action', () => {
    const [prediction, uncertainty] = probe(model, unweighted.z);
    expectClose(uncertainty, unweighted.normz);
    expectClose(prediction - paper * uncertainty, unweighted.L_paper);
    expectClose(prediction - unweighted.beta_logdet_sound * uncertainty, unweighted.L_sound);
    const [mean, width] = probe(model, [0, 1]);
    expectClose(mean + paper * width, unweighted.ucb_paper_p3);
    expectClose(mean - unweighted.beta_logdet_sound * width, unweighted.lcb_sound_p3);
  });

  it('has the weighted regression with weights 1 / variance, and its radius', () => {
    const heavier = trained([1 / weighted.v[0], 1 / weighted.v[1]]);
    expectAllClose(weightsOf(heavier), weighted.theta);
    expectClose(heavier.kernel.logDeterminant(), weighted.logdet);
    const radius = determinantRadius({ ...declared, noiseScale: 1 })(heavier);
    expectClose(radius, weighted.beta);
    const [prediction, uncertainty] = probe(heavier, unweighted.z);
    expectClose(prediction - radius * uncertainty, weighted.L);
  });

  it('has the first radius of the synthetic experiment', () => {
    const fresh = createRidgeModel({ dimension: 15, actionCapacity: 1, ridgePenalty: 1 });
    const radius = paperRadius({
      noiseScale: 0.1,
      weightNormBound: golden.paper_synth.A,
      featureNormBound: 40,
      failureProbability: 0.001,
    });
    expectClose(radius(fresh), golden.paper_synth.beta_m0_lambda1_delta1e3_D40);
  });
});

describe('confidence radii away from one', () => {
  const declared = { noiseScale: 0.3, weightNormBound: 2.5, failureProbability: 0.02 };

  it.each([0.25, 4])('follow their formulas with ridge penalty %d', (ridgePenalty) => {
    const model = trained([3, 0.5], ridgePenalty);
    const gram = [
      [ridgePenalty + 3 + 0.5 * 0.36, 0.5 * 0.48],
      [0.5 * 0.48, ridgePenalty + 0.5 * 0.64],
    ] as const;
    const determinant = gram[0][0] * gram[1][1] - gram[0][1] * gram[1][0];
    const ratio = Math.log(determinant / ridgePenalty ** 2);
    expectClose(model.logDeterminantRatio(), ratio);
    const prior = Math.sqrt(ridgePenalty) * 2.5;
    expectClose(
      determinantRadius(declared)(model),
      0.3 * Math.sqrt(ratio + 2 * Math.log(50)) + prior,
    );
    expectClose(
      paperRadius({ ...declared, featureNormBound: 1.5 })(model),
      0.3 * Math.sqrt(2 * Math.log((1 + (3 * 2.25) / ridgePenalty) * 50)) + prior,
    );
    const revealed = kirschnerKrauseRadius({
      ...declared,
      rewardNoiseScale: 0.3,
      feedback: 'revealed',
    });
    expectClose(revealed(model), determinantRadius(declared)(model));
  });

  it('refuse declarations that make no sense', () => {
    expect(() => determinantRadius({ ...declared, failureProbability: 1 })).toThrow(
      'failureProbability must be greater than 0 and less than 1, but it is 1.',
    );
    expect(() => paperRadius({ ...declared, featureNormBound: -3 })).toThrow('featureNormBound');
    expect(() => determinantRadius({ ...declared, noiseScale: Number.NaN })).toThrow('noiseScale');
  });
});

describe('revising a reward', () => {
  it('leads to the regression that the right reward would have led to', () => {
    const rows = [
      [1, 2, 0.5],
      [0.25, -1, 2],
      [1, 1, -1],
    ];
    const learn = (rewards: readonly number[]) => {
      const model = createRidgeModel({ dimension: 3, actionCapacity: 1, ridgePenalty: 4 });
      rewards.forEach((reward, i) => {
        model.learn(rows[i]!, reward, 0.5);
      });
      return model;
    };
    const weights = (model: RidgeModel) => {
      const into = new Float64Array(3);
      model.kernel.estimateWeights(into);
      return [...into];
    };
    const mended = learn([2, 9, -3]);
    mended.revise(rows[1]!, 5 - 9, 0.5);
    const right = learn([2, 5, -3]);
    expectAllClose(weights(mended), weights(right));
    expect(mended.kernel.logDeterminant()).toBe(right.kernel.logDeterminant());
  });
});

describe('createRidgeModel', () => {
  it('refuses a ridge penalty of 0, features that are not numbers, and weights of 0', () => {
    const size = { dimension: 2, actionCapacity: 1 };
    expect(() => createRidgeModel({ ...size, ridgePenalty: 0 })).toThrow('ridgePenalty');
    const model = createRidgeModel({
      ...size,
      ridgePenalty: 4,
      engine: createEngine('typescript'),
    });
    expect(() => model.learn([1, Number.NaN], 2, 3)).toThrow('features[1]');
    expect(() => model.learn([1], 2, 3)).toThrow('HR_INPUT_DIMENSION');
    expect(() => model.learn([1, 2], Number.POSITIVE_INFINITY, 3)).toThrow('reward');
    expect(() => model.learn([1, 2], 2, 0)).toThrow('weight');
    expect(model.observationCount).toBe(0);
    expect(model.logDeterminantRatio()).toBe(0);
  });
});
