/**
 * What every feature map promises, for any map and any distributions of its context.
 *
 * Statistical checks compare with DRAW_COUNT draws of the context: a check fails when a mean is more
 * than LIMIT standard errors away, with probability of about 2e-9 a check for a right
 * implementation. There are about a thousand of them in a run over all maps, so about 2e-6 a run if
 * seeds were drawn anew; they are fixed. Maps that sample themselves are exact only over lists, and say so.
 */
import { expect, test } from 'vitest';
import { quadraticForm } from '../base/small-matrix.ts';
import { symmetricEigen } from '../base/symmetric-eigen.ts';
import { seededRandom } from '../base/testing/seeded-random.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { exact } from '../context/exact.ts';
import { independent } from '../context/independent.ts';
import { normal } from '../context/normal.ts';
import type { CombinationTerm, FeatureMap } from './feature-map.ts';
import { featureMapFromDescription } from './feature-map-from-description.ts';
import { type Averages, averagesOf } from './testing/averages.ts';

const DRAW_COUNT = 10_000;
const LIMIT = 6;

export interface FeatureMapCase {
  readonly name: string;
  readonly map: FeatureMap;
  readonly distributions: Readonly<Record<string, ContextDistribution>>;
}

export function featureMapContract({ name, map, distributions }: FeatureMapCase): void {
  test(`${name}: expected features of a known context are its features, bit for bit`, () => {
    expectSameBitsWhenKnown(map);
  });
  test(`${name}: a known context has no covariance`, () => {
    const known = exact(someContext(map, 3));
    const covariance = map.covariance(known, contrastOf(map));
    expect(covariance.toDense().every((entry) => entry === 0)).toBe(true);
    expect(covariance.largestEigenvalue()).toBe(0);
    expect(covariance.quadraticForm(someWeights(map, 1))).toBe(0);
  });
  for (const [kind, distribution] of Object.entries(distributions)) {
    test(`${name}: quadratic form and largest eigenvalue are those of the matrix, ${kind}`, () => {
      for (const combination of combinationsOf(map)) {
        expectOwnMatrix(map, distribution, combination);
      }
    });
    if (distribution.atoms !== null) {
      test(`${name}: mean and covariance are the exact sums over the points, ${kind}`, () => {
        expectSumsOverAtoms(map, distribution);
      });
    }
    test(`${name}: draws of the context have this mean and covariance of features, ${kind}`, () => {
      expectAveragesOverDraws(map, distribution);
    });
  }
  test(`${name}: its description, through JSON, builds an equal map`, () => {
    expectRoundTrip(map, Object.values(distributions)[0]!);
  });
  test(`${name}: wrong actions, contexts and arrays are refused`, () => {
    expectRefusals(map);
  });
}

function expectSameBitsWhenKnown(map: FeatureMap): void {
  for (let seed = 1; seed <= 20; seed++) {
    const context = someContext(map, seed);
    const blocks = independent(Array.from(context, (value) => normal(value, 0)));
    for (const known of [exact(context), blocks]) {
      const expected = new Float64Array(map.actionCount * map.dimension);
      map.expectedFeatures(known, expected);
      const features = new Float64Array(expected.length);
      for (let x = 0; x < map.actionCount; x++) {
        map.features(x, context, features, x * map.dimension);
      }
      expect(features.every((value, j) => Object.is(value, expected[j]))).toBe(true);
    }
  }
}

function expectOwnMatrix(
  map: FeatureMap,
  distribution: ContextDistribution,
  combination: readonly CombinationTerm[],
): void {
  const covariance = map.covariance(distribution, combination);
  const dense = covariance.toDense();
  const largest = symmetricEigen(symmetrised(dense, map.dimension), map.dimension).values.at(-1)!;
  const tolerance = 1e-10 * Math.max(1, largest);
  expect(Math.abs(covariance.largestEigenvalue() - largest)).toBeLessThan(tolerance);
  for (const seed of [1, 2, 3]) {
    const weights = someWeights(map, seed);
    const expected = quadraticForm(dense, weights);
    expect(Math.abs(covariance.quadraticForm(weights) - expected)).toBeLessThan(
      tolerance * weights.length,
    );
  }
}

function symmetrised(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((entry, position) => {
    const mirrored = matrix[(position % size) * size + Math.floor(position / size)]!;
    expect(Math.abs(entry - mirrored)).toBeLessThan(1e-10 * Math.max(1, Math.abs(entry)));
    return (entry + mirrored) / 2;
  });
}

function expectSumsOverAtoms(map: FeatureMap, distribution: ContextDistribution): void {
  const atoms = distribution.atoms!;
  const points = {
    contexts: atoms.map(({ point }) => point),
    weights: atoms.map((a) => a.probability),
  };
  compare(map, distribution, points, combinationsOf(map), (found, { average }) => {
    expect(Math.abs(found - average)).toBeLessThan(1e-10 * Math.max(1, Math.abs(average)));
  });
}

function expectAveragesOverDraws(map: FeatureMap, distribution: ContextDistribution): void {
  const random = seededRandom(99_991);
  const contexts = Array.from({ length: DRAW_COUNT }, () => {
    const into = new Float64Array(distribution.dimension);
    distribution.sample(random, into);
    return into;
  });
  const weights = contexts.map(() => 1 / DRAW_COUNT);
  compare(
    map,
    distribution,
    { contexts, weights },
    [contrastOf(map)],
    (found, { average, variance }) => {
      const standardError = Math.sqrt(variance / DRAW_COUNT);
      const rounding = 1e-9 * Math.max(1, Math.abs(found));
      expect(Math.abs(found - average)).toBeLessThan(LIMIT * standardError + rounding);
    },
  );
}

interface Points {
  readonly contexts: readonly Float64Array[];
  readonly weights: readonly number[];
}

/** Compares expected features, and variances of rewards under some weights, with averages. */
function compare(
  map: FeatureMap,
  distribution: ContextDistribution,
  points: Points,
  combinations: readonly (readonly CombinationTerm[])[],
  check: (found: number, averages: Averages) => void,
): void {
  const expected = new Float64Array(map.actionCount * map.dimension);
  map.expectedFeatures(distribution, expected);
  for (const combination of combinations) {
    const vectors = points.contexts.map((context) => combined(map, context, combination));
    const mean = combinedRows(map, expected, combination);
    mean.forEach((value, j) => {
      check(
        value,
        averagesOf(points.weights, (k) => vectors[k]![j]!),
      );
    });
    const covariance = map.covariance(distribution, combination);
    for (const seed of [11, 12, 13]) {
      const weights = someWeights(map, seed);
      const deviationAt = (k: number): number =>
        vectors[k]!.reduce((sum, value, j) => sum + weights[j]! * (value - mean[j]!), 0);
      check(
        covariance.quadraticForm(weights),
        averagesOf(points.weights, (k) => deviationAt(k) ** 2),
      );
    }
  }
}

function combined(
  map: FeatureMap,
  context: Float64Array,
  combination: readonly CombinationTerm[],
): Float64Array {
  const features = new Float64Array(map.actionCount * map.dimension);
  for (const { actionIndex } of combination) {
    map.features(actionIndex, context, features, actionIndex * map.dimension);
  }
  return combinedRows(map, features, combination);
}

function combinedRows(
  map: FeatureMap,
  rows: Float64Array,
  combination: readonly CombinationTerm[],
): Float64Array {
  const sum = new Float64Array(map.dimension);
  for (const { actionIndex, coefficient } of combination) {
    for (let j = 0; j < sum.length; j++) {
      sum[j]! += coefficient * rows[actionIndex * map.dimension + j]!;
    }
  }
  return sum;
}

function expectRoundTrip(map: FeatureMap, distribution: ContextDistribution): void {
  const copy = featureMapFromDescription(JSON.parse(JSON.stringify(map.describe())));
  expect(copy.describe()).toEqual(map.describe());
  const [first, second] = [map, copy].map((either) => {
    const into = new Float64Array(either.actionCount * either.dimension);
    either.expectedFeatures(distribution, into);
    return [...into, ...either.covariance(distribution, contrastOf(either)).toDense()];
  });
  expect(second).toEqual(first);
}

function expectRefusals(map: FeatureMap): void {
  const into = new Float64Array(map.actionCount * map.dimension);
  const context = someContext(map, 2);
  const tooLong = [...context, 1.5];
  expect(() => map.features(map.actionCount, context, into, 0)).toThrow('HR_INPUT_RANGE');
  expect(() => map.features(0, tooLong, into, 0)).toThrow('HR_INPUT_DIMENSION');
  expect(() => map.features(0, context, into, into.length - 1)).toThrow('HR_INPUT_DIMENSION');
  expect(() => map.expectedFeatures(exact(tooLong), into)).toThrow('HR_INPUT_DIMENSION');
  expect(() => map.expectedFeatures(exact(context), into.subarray(1))).toThrow(
    'HR_INPUT_DIMENSION',
  );
  expect(() => map.covariance(exact(context), [])).toThrow('HR_INPUT_DIMENSION');
  const unknown = [{ actionIndex: map.actionCount, coefficient: 0.5 }];
  expect(() => map.covariance(exact(context), unknown)).toThrow('HR_INPUT_RANGE');
  const covariance = map.covariance(exact(context), contrastOf(map));
  expect(() => covariance.quadraticForm([...someWeights(map, 1), 2])).toThrow('HR_INPUT_DIMENSION');
}

/** φ(x) − 0.9·φ(b): what a promise about realised contexts looks at. */
function contrastOf(map: FeatureMap): CombinationTerm[] {
  return [
    { actionIndex: 0, coefficient: 1 },
    { actionIndex: map.actionCount - 1, coefficient: -0.9 },
  ];
}

function combinationsOf(map: FeatureMap): CombinationTerm[][] {
  return [
    [{ actionIndex: 1, coefficient: 1 }],
    contrastOf(map),
    [{ actionIndex: 0, coefficient: 0.3 }],
  ];
}

/** Every fifth context has zeros of both signs, which equality of bits tells apart. */
function someContext(map: FeatureMap, seed: number): Float64Array {
  const random = seededRandom(1000 + 17 * seed);
  if (seed % 5 === 0)
    return Float64Array.from({ length: map.contextDimension }, (_, i) => (i - 1) * 0);
  return Float64Array.from({ length: map.contextDimension }, () => 6 * random() - 3);
}

function someWeights(map: FeatureMap, seed: number): Float64Array {
  const random = seededRandom(2000 + 31 * seed);
  return Float64Array.from({ length: map.dimension }, () => 2 * random() - 1);
}
