import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { quadraticForm } from '../../base/small-matrix.ts';
import { symmetricEigen } from '../../base/symmetric-eigen.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import type { FeatureCovariance } from '../../expectation/feature-map.ts';
import { createRidgeModel, type RidgeModel } from '../ridge-model.ts';
import { BiasAllowance, withBias } from './bias-allowance.ts';
import { bernsteinNoise, boundedMeanNoise, boundedRewardNoise } from './bounded-noise.ts';
import { linearContextNoise, revealedNoise } from './linear-context-noise.ts';
import {
  ballMeanVariance,
  ellipsoidMeanVariance,
  largestSpread,
  meanVarianceBound,
  traceSpread,
} from './mean-variance.ts';
import { mixtureNoise } from './mixture-noise.ts';
import { addedNoise, type NoiseBound } from './noise-bound.ts';
import {
  type QuadraticRewardInput,
  quadraticContextNoise,
  quadraticRewardNoise,
} from './quadratic-context-noise.ts';

const random = seededRandom(7);
const normal = (): number => standardNormal(random);
const normals = (length: number): Float64Array => Float64Array.from({ length }, normal);

/** Right side of the definition: the bound on ln E exp(s · noise). */
function momentBound({ variance }: NoiseBound, tail: number, s: number): number {
  return (s * s * variance) / (2 * (1 - tail * Math.abs(s)));
}

/** ln E exp(s · noise) of a discrete noise with mean 0. */
function logMoment(values: readonly number[], chances: readonly number[], s: number): number {
  const mean = values.reduce((sum, value, k) => sum + chances[k]! * value, 0);
  return Math.log(
    values.reduce((sum, value, k) => sum + chances[k]! * Math.exp(s * (value - mean)), 0),
  );
}

const scales = [-3, -1.3, -0.4, -0.05, 0.05, 0.4, 1.3, 3];

describe('noise of bounded rewards', () => {
  it('has the values of the table', () => {
    const rewardRange = { min: -1, max: 2 };
    expect(boundedRewardNoise(rewardRange)).toEqual({ variance: 2.25, tail: 0 });
    const noisy = { rewardRange, rewardNoiseScale: 0.5 };
    expect(boundedMeanNoise(noisy)).toEqual({ variance: 2.5, tail: 0 });
    expect(bernsteinNoise({ ...noisy, meanVariance: 0.3 })).toEqual({ variance: 0.55, tail: 1 });
    expect(revealedNoise(0.5)).toEqual({ variance: 0.25, tail: 0 });
  });

  it('bounds the moments of every reward that lives on the ends of the range', () => {
    const ends = [-1, 2] as const;
    for (const chance of [0.02, 0.3, 0.5, 0.85]) {
      const chances = [1 - chance, chance];
      const hoeffding = boundedRewardNoise({ min: -1, max: 2 });
      const bernstein = bernsteinNoise({
        rewardRange: { min: -1, max: 2 },
        rewardNoiseScale: 0,
        meanVariance: 9 * chance * (1 - chance),
      });
      for (const s of scales) {
        const exact = logMoment(ends, chances, s);
        expect(exact).toBeLessThanOrEqual(momentBound(hoeffding, 0, s) + 1e-12);
        if (Math.abs(s) * bernstein.tail < 1) {
          expect(exact).toBeLessThanOrEqual(momentBound(bernstein, bernstein.tail, s) + 1e-12);
        }
      }
    }
  });

  it('adds up: variances sum, the larger tail wins', () => {
    const sum = addedNoise({ variance: 2, tail: 0.5 }, { variance: 0.25, tail: 3 });
    expect(sum).toEqual({ variance: 2.25, tail: 3 });
  });

  it('refuses a range that is upside down', () => {
    expect(() => boundedRewardNoise({ min: 3, max: 2 })).toThrow(
      'rewardRange.max must be at least rewardRange.min = 3, but it is 2. [HR_INPUT_RANGE]',
    );
    expect(() => revealedNoise(-1)).toThrow('rewardNoiseScale');
  });
});

describe('noise of linear features', () => {
  it('a sum of uniform coordinates is sub-Gaussian with its own variance', () => {
    const halfWidths = [0.5, 2, 3];
    const weights = [1.5, -0.4, 0.7];
    const meanVariance = halfWidths.reduce((sum, h, i) => sum + (weights[i]! * h) ** 2 / 3, 0);
    const noise = linearContextNoise({ rewardNoiseScale: 0, meanVariance });
    for (const s of scales) {
      const exact = halfWidths.reduce((sum, h, i) => {
        const x = s * weights[i]! * h;
        return sum + Math.log(Math.sinh(x) / x);
      }, 0);
      expect(exact).toBeLessThanOrEqual(momentBound(noise, 0, s));
    }
    expect(linearContextNoise({ rewardNoiseScale: 2, meanVariance: 3 }).variance).toBe(7);
  });
});

function randomQuadratic(size: number): QuadraticRewardInput {
  const root = normals(size * size);
  const bend = normals(size * size);
  const covariance = new Float64Array(size * size);
  const quadraticTerms = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) {
        covariance[i * size + j]! += root[i * size + k]! * root[j * size + k]!;
      }
      quadraticTerms[i * size + j] = (bend[i * size + j]! + bend[j * size + i]!) / 2;
    }
  }
  return {
    contextMean: normals(size),
    contextCovariance: covariance,
    quadraticTerms,
    linearTerms: normals(size),
  };
}

/**
 * ln E exp(s · noise) of a quadratic form of a normal vector, by a second route: with the symmetric
 * root S of Σ, eigenvalues of SQS and slopes along its eigenvectors.
 */
function exactQuadraticLogMoment(input: QuadraticRewardInput): {
  readonly at: (s: number) => number;
  readonly curvatures: Float64Array;
} {
  const size = input.contextMean.length;
  const spread = symmetricEigen(input.contextCovariance, size);
  const entry = (i: number, j: number): number => {
    let sum = 0;
    for (let k = 0; k < size; k++) {
      const scale = Math.sqrt(Math.max(spread.values[k]!, 0));
      sum += scale * spread.vectors[k * size + i]! * spread.vectors[k * size + j]!;
    }
    return sum;
  };
  const root = Float64Array.from({ length: size * size }, (_, p) =>
    entry(Math.floor(p / size), p % size),
  );
  const row = (matrix: Float64Array, i: number): Float64Array =>
    matrix.subarray(i * size, (i + 1) * size);
  const product = (a: Float64Array, b: Float64Array): Float64Array =>
    Float64Array.from({ length: size * size }, (_, p) =>
      row(a, Math.floor(p / size)).reduce(
        (sum, value, k) => sum + value * b[k * size + (p % size)]!,
        0,
      ),
    );
  const bent = product(product(root, input.quadraticTerms), root);
  const { values, vectors } = symmetricEigen(bent, size);
  const gradient = Float64Array.from(
    { length: size },
    (_, i) =>
      row(input.quadraticTerms, i).reduce((sum, q, j) => sum + 2 * q * input.contextMean[j]!, 0) +
      input.linearTerms[i]!,
  );
  const whitened = Float64Array.from({ length: size }, (_, i) =>
    row(root, i).reduce((sum, value, j) => sum + value * gradient[j]!, 0),
  );
  const slopes = Float64Array.from({ length: size }, (_, k) =>
    row(vectors, k).reduce((sum, value, i) => sum + value * whitened[i]!, 0),
  );
  return {
    curvatures: values,
    at: (s) =>
      values.reduce((sum, curvature, k) => {
        const left = 1 - 2 * s * curvature;
        return sum - Math.log(left) / 2 - s * curvature + (s * slopes[k]!) ** 2 / (2 * left);
      }, 0),
  };
}

describe('noise of quadratic features over a normal context (Lemma 3)', () => {
  it('bounds the moments on both sides in 300 random cases', () => {
    let checkCount = 0;
    for (let trial = 0; trial < 300; trial++) {
      const input = randomQuadratic(1 + (trial % 4));
      const noise = quadraticRewardNoise(input);
      const exact = exactQuadraticLogMoment(input);
      for (const share of [0.02, 0.3, 0.7, 0.95]) {
        const up = share / (noise.upperTail || 1);
        const down = -share / (noise.lowerTail || 1);
        const tolerance = 1e-9 * (1 + noise.variance);
        expect(exact.at(up)).toBeLessThanOrEqual(
          momentBound(noise, noise.upperTail, up) + tolerance,
        );
        expect(exact.at(down)).toBeLessThanOrEqual(
          momentBound(noise, noise.lowerTail, down) + tolerance,
        );
        checkCount += 2;
      }
    }
    expect(checkCount).toBe(2400);
  });

  it('has the true variance: the moments touch the bound where s is small', () => {
    const input = randomQuadratic(3);
    const { variance } = quadraticRewardNoise(input);
    const s = 1e-4 / Math.sqrt(variance);
    expect((2 * exactQuadraticLogMoment(input).at(s)) / s ** 2 / variance).toBeCloseTo(1, 3);
  });

  it('has the values of the synthetic experiment: v = 10 + 4|m − x|², tail 2 above, 0 below', () => {
    const action = normals(5);
    const contextMean = normals(5);
    const identity = Float64Array.from({ length: 25 }, (_, p) => (p % 6 === 0 ? 1 : 0));
    const noise = quadraticRewardNoise({
      contextMean,
      contextCovariance: identity,
      quadraticTerms: identity,
      linearTerms: action.map((value) => -2 * value),
    });
    const distance = contextMean.reduce((sum, m, i) => sum + (m - action[i]!) ** 2, 0);
    expect(noise.variance).toBeCloseTo(10 + 4 * distance, 10);
    expect(noise.upperTail).toBeCloseTo(2, 12);
    expect(noise.lowerTail).toBe(0);
    expect(noise.tail).toBe(noise.upperTail);
  });

  it('accepts a singular covariance, and with bounds only, twice the curvature', () => {
    const noise = quadraticRewardNoise({
      contextMean: [3, -1],
      contextCovariance: Float64Array.of(4, 4, 4, 4),
      quadraticTerms: Float64Array.of(1, 0, 0, -3),
      linearTerms: [0.5, 2],
    });
    // c = mean + 2 z (1, 1): reward's random part is −8 z² + 2 z (2·3 + 6 + 0.5 + 2).
    expect(noise.variance).toBeCloseTo(2 * 64 + 29 ** 2, 9);
    expect(noise.upperTail).toBeLessThan(1e-12);
    expect(noise.lowerTail).toBeCloseTo(16, 10);
    const bounds = { rewardNoiseScale: 0.5, meanVariance: 3, curvatureBound: 4 };
    expect(quadraticContextNoise(bounds)).toEqual({ variance: 3.25, tail: 8 });
  });
});

describe('noise of mixtures', () => {
  it('bounds the moments of a mixture of normals', () => {
    const means = [-1, 0.5, 2];
    const chances = [0.2, 0.7, 0.1];
    const spreads = [0.3, 2, 0.7];
    const noise = mixtureNoise({
      components: spreads.map((variance) => ({ variance, tail: 0 })),
      componentMeans: { min: -1, max: 2 },
    });
    expect(noise).toEqual({ variance: 2 + 2.25, tail: 0 });
    const mean = means.reduce((sum, value, k) => sum + chances[k]! * value, 0);
    for (const s of scales) {
      const exact = Math.log(
        means.reduce(
          (sum, value, k) =>
            sum + chances[k]! * Math.exp(s * (value - mean) + (s * s * spreads[k]!) / 2),
          0,
        ),
      );
      expect(exact).toBeLessThanOrEqual(momentBound(noise, 0, s));
    }
    expect(() => mixtureNoise({ components: [], componentMeans: { min: 0, max: 0 } })).toThrow(
      'HR_INPUT_DIMENSION',
    );
  });
});

function randomModel(dimension: number, ridgePenalty: number): RidgeModel {
  const model = createRidgeModel({ dimension, actionCapacity: 1, ridgePenalty });
  for (let k = 0; k < 2 * dimension; k++) model.learn(normals(dimension), normal(), 0.2 + random());
  return model;
}

function randomCovariance(dimension: number, rank: number): FeatureCovariance {
  const directions = Array.from({ length: rank }, () => normals(dimension));
  const dense = Float64Array.from({ length: dimension * dimension }, (_, p) =>
    directions.reduce((sum, g) => sum + g[Math.floor(p / dimension)]! * g[p % dimension]!, 0),
  );
  return {
    quadraticForm: (weights) => quadraticForm(dense, weights),
    largestEigenvalue: () => symmetricEigen(dense, dimension).values[dimension - 1]!,
    toDense: () => Float64Array.from(dense),
  };
}

/** Largest eigenvalue of V⁻¹C by the power method, which shares nothing with the code. */
function spreadByPowers(model: RidgeModel, dense: Float64Array): number {
  const { dimension, kernel } = model;
  let vector = normals(dimension);
  let growth = 0;
  for (let step = 0; step < 3000; step++) {
    for (let i = 0; i < dimension; i++) {
      kernel.direction[i] = vector.reduce(
        (sum, value, j) => sum + dense[i * dimension + j]! * value,
        0,
      );
    }
    const next = new Float64Array(dimension);
    kernel.solve(next);
    growth = Math.hypot(...next);
    vector = next.map((value) => value / growth);
  }
  return growth;
}

describe('variance caused by the context, over what the weights may be', () => {
  it('has the exact spread, and the trace is never below it', () => {
    for (const ridgePenalty of [0.25, 1, 4]) {
      for (const rank of [1, 2, 5]) {
        const model = randomModel(4, ridgePenalty);
        const dense = randomCovariance(4, rank).toDense();
        const exact = largestSpread(model, dense);
        expect(exact / spreadByPowers(model, dense)).toBeCloseTo(1, 8);
        expect(traceSpread(model, dense)).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        if (rank === 1) expect(traceSpread(model, dense) / exact).toBeCloseTo(1, 10);
      }
    }
  });

  it('no weights in the ball or in the confidence set see more variance', () => {
    const dimension = 3;
    const model = randomModel(dimension, 0.25);
    const covariance = randomCovariance(dimension, 2);
    const [radius, weightNormBound] = [1.7, 2.5];
    const ball = ballMeanVariance({ covariance, weightNormBound });
    const set = { covariance, model, radius };
    const exactBound = ellipsoidMeanVariance({ ...set, measure: 'eigenvalue' });
    const traceBound = ellipsoidMeanVariance(set);
    expect(traceBound).toBeGreaterThanOrEqual(exactBound);
    const both = meanVarianceBound({ ...set, weightNormBound });
    expect(both).toBe(Math.min(ball, traceBound));
    const centre = new Float64Array(dimension);
    model.kernel.estimateWeights(centre);
    for (let trial = 0; trial < 2000; trial++) {
      const direction = normals(dimension);
      model.kernel.direction.set(direction);
      model.kernel.probe();
      const width = model.kernel.probedUncertainty;
      const inverse = new Float64Array(dimension);
      model.kernel.solve(inverse);
      // V⁻¹g · radius / ‖g‖ in V⁻¹ lies on the boundary of the set.
      const weights = centre.map((value, i) => value + (radius * inverse[i]!) / width);
      expect(covariance.quadraticForm(weights)).toBeLessThanOrEqual(exactBound * (1 + 1e-12));
      const length = Math.hypot(...direction) / weightNormBound;
      const inBall = direction.map((value) => value / length);
      expect(covariance.quadraticForm(inBall)).toBeLessThanOrEqual(ball * (1 + 1e-12));
    }
  });
});

describe('the allowance for bias (Lemma 2)', () => {
  it('bounds how far errors move the estimate, in 500 random regressions', () => {
    let closest = 0;
    for (let trial = 0; trial < 500; trial++) {
      const dimension = 1 + (trial % 3);
      const options = { dimension, actionCapacity: 1, ridgePenalty: [0.25, 1, 4][trial % 3]! };
      const model = createRidgeModel(options);
      const allowance = new BiasAllowance();
      for (let k = 0; k < 1 + (trial % 7); k++) {
        const [error, weight] = [normal(), 0.1 + 3 * random()];
        // With true weights 0 and no noise, the errors alone make the estimate.
        model.learn(normals(dimension), error, weight);
        allowance.add(weight, Math.abs(error));
      }
      const moved = estimateNorm(model);
      closest = Math.max(closest, moved / allowance.radiusIncrease);
      expect(moved).toBeLessThanOrEqual(allowance.radiusIncrease * (1 + 1e-9));
    }
    expect(closest).toBeGreaterThan(0.9);
  });

  it('widens a radius by what it holds when asked', () => {
    const allowance = new BiasAllowance();
    const radius = withBias(() => 2.5, allowance);
    const model = createRidgeModel({ dimension: 1, actionCapacity: 1, ridgePenalty: 4 });
    expect(radius(model)).toBe(2.5);
    allowance.add(4, 0.5);
    allowance.add(0.75, 2);
    expect(radius(model)).toBe(2.5 + 2);
    expect(() => allowance.add(0, 1)).toThrow('weight');
  });
});

/** ‖θ̂‖ in V, from V rebuilt by solving: θ̂ᵀVθ̂ = |z|², which the exported state holds. */
function estimateNorm(model: RidgeModel): number {
  const { dimension } = model;
  const start = (dimension * (dimension + 1)) / 2;
  return Math.hypot(...model.kernel.exportState().subarray(start, start + dimension));
}
