/**
 * Closed forms of expected features and covariances against values made by an independent program
 * (vectors/expected-features.json), within 1e-10 of max(1, |value|).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { categories } from '../context/categories.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { independent } from '../context/independent.ts';
import { mixture } from '../context/mixture.ts';
import { multivariateNormal } from '../context/multivariate-normal.ts';
import { uniformBox } from '../context/uniform-box.ts';
import type { ContextLift } from './context-lift.ts';
import type { FeatureMap } from './feature-map.ts';
import { degreeTwoLift } from './lifts/degree-two-lift.ts';
import { identityLift } from './lifts/identity-lift.ts';
import { hadamardMap } from './maps/hadamard-map.ts';
import { kroneckerMap } from './maps/kronecker-map.ts';
import { latentOuterMap } from './maps/latent-outer-map.ts';
import { polynomialMap } from './maps/polynomial-map.ts';
import { syntheticMap } from './maps/synthetic-map.ts';

interface Expected {
  readonly E: readonly number[];
  readonly C: readonly (readonly number[])[];
}

interface Vectors {
  readonly gaussian_deg2: Expected & { m: number[]; S: number[][] };
  readonly uniform_deg2: Expected & { a: number[]; b: number[] };
  readonly kron: Expected & { v: number[]; m: number[]; S: number[][] };
  readonly latent_outer: Expected & { v: number[]; W: number[][] };
  readonly hadamard: Expected;
  readonly paper_synthetic: Expected & { x: number[]; m: number[]; s2: number[] };
  readonly mixture: Expected;
  readonly onehot_kron_gauss: Expected & { p: number[]; m: number[]; S: number[][] };
}

const path = new URL('../../../../vectors/expected-features.json', import.meta.url);
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vectors;
const correlated = multivariateNormal({ mean: vectors.kron.m, covariance: vectors.kron.S });

test('degree two over a normal distribution', () => {
  const { m, S } = vectors.gaussian_deg2;
  expectLift(
    degreeTwoLift(3),
    multivariateNormal({ mean: m, covariance: S }),
    vectors.gaussian_deg2,
  );
});

test('degree two over a uniform box', () => {
  const { a, b } = vectors.uniform_deg2;
  expectLift(degreeTwoLift(3), uniformBox({ min: a, max: b }), vectors.uniform_deg2);
});

test('degree two over a mixture of normal distributions', () => {
  const distribution = mixture([
    { weight: 0.3, distribution: multivariateNormal({ mean: [0, 0], variances: [1, 1] }) },
    { weight: 0.7, distribution: multivariateNormal({ mean: [2, 1], variances: [0.2, 0.5] }) },
  ]);
  expectLift(degreeTwoLift(2), distribution, vectors.mixture);
  expectMap(
    polynomialMap({ actionVectors: [[1]], contextDimension: 2 }),
    distribution,
    vectors.mixture,
  );
});

test('a category times a normal distribution: the cross terms of degree two', () => {
  const { p, m, S } = vectors.onehot_kron_gauss;
  const distribution = independent([categories(p), multivariateNormal({ mean: m, covariance: S })]);
  // After the constant and the five coordinates; pairs of five in order, of which cᵢ c₃₊ⱼ are wanted.
  const wanted = [9, 10, 13, 14, 16, 17];
  expectLift(degreeTwoLift(5), distribution, vectors.onehot_kron_gauss, wanted);
});

test('the Kronecker map', () => {
  const map = kroneckerMap({ actionVectors: [vectors.kron.v], lift: identityLift(3) });
  expectMap(map, correlated, vectors.kron);
});

test('the latent outer map', () => {
  const { v, W } = vectors.latent_outer;
  const map = latentOuterMap({ actionFactors: [v], contextWeights: W });
  expectMap(map, correlated, vectors.latent_outer);
});

test('the Hadamard map', () => {
  const { v, W } = vectors.latent_outer;
  expectMap(hadamardMap({ actionFactors: [v], contextWeights: W }), correlated, vectors.hadamard);
});

test("the paper's synthetic map", () => {
  const { x, m, s2 } = vectors.paper_synthetic;
  const distribution = multivariateNormal({ mean: m, variances: s2 });
  expectMap(syntheticMap([x]), distribution, vectors.paper_synthetic);
});

test('every case of the file is used', () => {
  expect(Object.keys(vectors)).toHaveLength(8);
});

function expectLift(
  lift: ContextLift,
  distribution: ContextDistribution,
  expected: Expected,
  wanted: readonly number[] = expected.E.map((_, k) => k),
): void {
  const mean = new Float64Array(lift.dimension);
  lift.mean(distribution, mean);
  const covariance = lift.covariance(distribution);
  expectClose(
    wanted.map((k) => mean[k]!),
    expected.E,
  );
  expectClose(
    wanted.flatMap((j) => wanted.map((k) => covariance[j * lift.dimension + k]!)),
    expected.C.flat(),
  );
}

function expectMap(map: FeatureMap, distribution: ContextDistribution, expected: Expected): void {
  const features = new Float64Array(map.dimension);
  map.expectedFeatures(distribution, features);
  expectClose([...features], expected.E);
  const covariance = map.covariance(distribution, [{ actionIndex: 0, coefficient: 1 }]);
  expectClose([...covariance.toDense()], expected.C.flat());
}

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((value, k) => {
    expect(Math.abs(found[k]! - value)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(value)));
  });
}
