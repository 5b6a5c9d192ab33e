/**
 * What every context distribution promises, checked for any of them.
 *
 * Statistical checks compare draws with the stated moments: a check fails when a mean of
 * DRAW_COUNT draws is more than LIMIT standard errors away. For a right implementation that
 * happens with probability of about 2e-9 a check; with some six hundred checks a run over all
 * distributions, about 1e-6 a run if seeds were drawn anew. They are fixed, so it is yes or no.
 */
import { expect, test } from 'vitest';
import { symmetricEigen } from '../base/symmetric-eigen.ts';
import { seededRandom } from '../base/testing/seeded-random.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { contextFromDescription } from './context-from-description.ts';
import { directionalMoments, momentsFromCharacteristic } from './testing/directional-moments.ts';

const DRAW_COUNT = 50_000;
const LIMIT = 6;

export function contextContract(name: string, distribution: ContextDistribution): void {
  test(`${name}: the mean and covariance have the stated dimension and are finite`, () => {
    expectFiniteShape(distribution);
  });
  test(`${name}: the covariance is symmetric and has no negative eigenvalue`, () => {
    expectPositiveSemidefinite(distribution);
  });
  test(`${name}: draws have the stated moments up to the fourth`, () => {
    expectMomentsOfDraws(distribution);
  });
  test(`${name}: draws have the stated characteristic function`, () => {
    expectCharacteristicOfDraws(distribution);
  });
  test(`${name}: moments are the derivatives of the characteristic function`, () => {
    expectMomentsOfCharacteristic(distribution);
  });
  test(`${name}: moments are the exact sums over the points it can take`, () => {
    expectMomentsOfAtoms(distribution);
  });
  test(`${name}: moments do not depend on the order of coordinates`, () => {
    expectSymmetricMoments(distribution);
  });
  test(`${name}: the same random source gives the same draws`, () => {
    expect(drawMany(distribution, 5, 40)).toEqual(drawMany(distribution, 5, 40));
  });
  test(`${name}: its description, through JSON, builds an equal distribution`, () => {
    expectRoundTrip(distribution);
  });
  test(`${name}: arrays of the wrong length are refused`, () => {
    const wrong = new Float64Array(distribution.dimension + 1);
    expect(() => distribution.sample(seededRandom(1), wrong)).toThrow('HR_INPUT_DIMENSION');
    expect(() => distribution.characteristic(wrong)).toThrow('HR_INPUT_DIMENSION');
  });
}

/** Fails unless both answer everything alike, bit for bit. */
export function expectEqualDistributions(a: ContextDistribution, b: ContextDistribution): void {
  expect(b.kind).toBe(a.kind);
  expect(b.mean).toEqual(a.mean);
  expect(b.covariance).toEqual(a.covariance);
  expect(b.repairs).toEqual(a.repairs);
  expect(b.atoms).toEqual(a.atoms);
  const last = a.dimension - 1;
  expect(b.thirdCentralMoment(0, last, last)).toBe(a.thirdCentralMoment(0, last, last));
  expect(b.fourthCentralMoment(0, 0, last, last)).toBe(a.fourthCentralMoment(0, 0, last, last));
  const frequency = frequencyFor(a, 2);
  expect(b.characteristic(frequency)).toEqual(a.characteristic(frequency));
  expect(drawMany(b, 3, 8)).toEqual(drawMany(a, 3, 8));
}

function expectRoundTrip(distribution: ContextDistribution): void {
  const copy = contextFromDescription(JSON.parse(JSON.stringify(distribution.describe())));
  expect(copy.describe()).toEqual(distribution.describe());
  expectEqualDistributions(distribution, copy);
}

function expectFiniteShape({ dimension, mean, covariance }: ContextDistribution): void {
  expect(mean.length).toBe(dimension);
  expect(covariance.length).toBe(dimension ** 2);
  expect([...mean, ...covariance].every(Number.isFinite)).toBe(true);
}

function expectPositiveSemidefinite({ dimension, covariance }: ContextDistribution): void {
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j < dimension; j++) {
      expect(covariance[i * dimension + j]).toBe(covariance[j * dimension + i]);
    }
  }
  const { values } = symmetricEigen(covariance, dimension);
  expect(values[0]!).toBeGreaterThanOrEqual(-1e-13 * values[dimension - 1]!);
}

function drawMany(
  distribution: ContextDistribution,
  seed: number,
  count: number,
): readonly Float64Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const into = new Float64Array(distribution.dimension);
    distribution.sample(random, into);
    return into;
  });
}

function expectMomentsOfDraws(distribution: ContextDistribution): void {
  const draws = drawMany(distribution, 20_240_611, DRAW_COUNT);
  const deviations = draws.map((draw) => draw.map((value, i) => value - distribution.mean[i]!));
  for (const indexes of indexSets(distribution.dimension)) {
    const products = deviations.map((deviation) => productAt(deviation, indexes));
    expectMean(products, statedMoment(distribution, indexes), `moment ${indexes}`);
  }
}

function expectCharacteristicOfDraws(distribution: ContextDistribution): void {
  const draws = drawMany(distribution, 77, DRAW_COUNT);
  for (const seed of [1, 2, 3]) {
    const frequency = frequencyFor(distribution, seed);
    const { real, imaginary } = distribution.characteristic(frequency);
    const angles = draws.map((draw) => draw.reduce((sum, c, i) => sum + c * frequency[i]!, 0));
    expectMean(angles.map(Math.cos), real, 'real part');
    expectMean(angles.map(Math.sin), imaginary, 'imaginary part');
  }
}

function expectMean(values: readonly number[], stated: number, label: string): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const standardError = Math.sqrt(variance / values.length);
  const rounding = 1e-9 * Math.max(1, Math.abs(stated));
  expect(Math.abs(mean - stated), label).toBeLessThan(LIMIT * standardError + rounding);
}

function expectMomentsOfCharacteristic(distribution: ContextDistribution): void {
  for (const seed of [4, 5, 6]) {
    const direction = frequencyFor(distribution, seed);
    const stated = directionalMoments(distribution, direction);
    if (stated.second === 0) continue;
    const scale = Math.sqrt(stated.second);
    const found = momentsFromCharacteristic(distribution, direction, scale);
    expect(found.second / scale ** 2).toBeCloseTo(1, 5);
    expect(found.third / scale ** 3).toBeCloseTo(stated.third / scale ** 3, 4);
    expect(found.fourth / scale ** 4).toBeCloseTo(stated.fourth / scale ** 4, 3);
  }
}

function expectMomentsOfAtoms(distribution: ContextDistribution): void {
  const { atoms, mean, dimension } = distribution;
  if (atoms === null) return;
  const total = atoms.reduce((sum, { probability }) => sum + probability, 0);
  expect(total).toBeCloseTo(1, 12);
  for (let i = 0; i < dimension; i++) {
    const average = atoms.reduce((sum, atom) => sum + atom.probability * atom.point[i]!, 0);
    expect(average).toBeCloseTo(mean[i]!, 10);
  }
  for (const indexes of indexSets(dimension).filter(({ length }) => length > 1)) {
    const average = atoms.reduce((sum, { probability, point }) => {
      const deviation = point.map((value, i) => value - mean[i]!);
      return sum + probability * productAt(deviation, indexes);
    }, 0);
    const stated = statedMoment(distribution, indexes);
    expect(Math.abs(average - stated)).toBeLessThan(1e-11 * Math.max(1, Math.abs(stated)));
  }
}

function expectSymmetricMoments(distribution: ContextDistribution): void {
  for (const indexes of indexSets(distribution.dimension)) {
    const turned = [...indexes.slice(1), indexes[0]!];
    const [stated, other] = [indexes, turned].map((order) => statedMoment(distribution, order));
    expect(Math.abs(stated! - other!)).toBeLessThan(1e-12 * Math.max(1, Math.abs(stated!)));
  }
}

/** Sorted lists of one to four coordinates, over the first three coordinates. */
function indexSets(dimension: number): number[][] {
  const used = Math.min(dimension, 3);
  const sets: number[][] = [];
  const extend = (set: readonly number[]): void => {
    for (let i = set.at(-1) ?? 0; i < used && set.length < 4; i++) {
      sets.push([...set, i]);
      extend([...set, i]);
    }
  };
  extend([]);
  return sets;
}

function productAt(values: Float64Array, indexes: readonly number[]): number {
  return indexes.reduce((product, i) => product * values[i]!, 1);
}

function statedMoment(distribution: ContextDistribution, indexes: readonly number[]): number {
  const [i, j, k, l] = indexes as [number, number, number, number];
  if (indexes.length === 1) return 0;
  if (indexes.length === 2) return distribution.covariance[i * distribution.dimension + j]!;
  if (indexes.length === 3) return distribution.thirdCentralMoment(i, j, k);
  return distribution.fourthCentralMoment(i, j, k, l);
}

/** A direction in which the distribution has a spread of about one. */
function frequencyFor(distribution: ContextDistribution, seed: number): Float64Array {
  const random = seededRandom(7919 * seed);
  for (let k = 0; k < 20; k++) random();
  const { covariance, dimension } = distribution;
  return Float64Array.from({ length: dimension }, (_, i) => {
    const sd = Math.sqrt(covariance[i * dimension + i]!);
    return (2 * random() - 1) / (sd === 0 ? 1 : sd);
  });
}
