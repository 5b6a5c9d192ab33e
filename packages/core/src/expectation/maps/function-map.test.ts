import { expect, test } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { ensemble, multivariateNormal, normal } from '../../context/index.ts';
import { degreeTwoLift } from '../lifts/degree-two-lift.ts';
import { functionMap } from './function-map.ts';
import { kroneckerMap } from './kronecker-map.ts';

const forecast = normal(1.5, 0.7);

function shiftMap(sampleCount: number, seed = 4) {
  return functionMap({
    dimension: 2,
    actionCount: 3,
    contextDimension: 1,
    evaluate: (actionIndex, context, into) => {
      into[0] = context[0]! ** 3;
      into[1] = context[0]! + actionIndex;
    },
    sampleCount,
    random: seededRandom(seed),
  });
}

test('all actions are averaged over the same draws, so their difference has no noise', () => {
  const into = new Float64Array(6);
  shiftMap(10).expectedFeatures(forecast, into);
  expect(into[2]).toBe(into[0]);
  expect(into[3]! - into[1]!).toBeCloseTo(1, 14);
  expect(into[5]! - into[1]!).toBeCloseTo(2, 14);
});

test('sampled averages approach the closed form: within 6 standard errors of 100 000 draws', () => {
  const into = new Float64Array(6);
  shiftMap(100_000).expectedFeatures(forecast, into);
  const [m, v] = [1.5, 0.49];
  const varianceOfCube = 9 * m ** 4 * v + 36 * m * m * v * v + 15 * v ** 3;
  const limit = 6 * Math.sqrt(varianceOfCube / 100_000);
  expect(Math.abs(into[0]! - (m ** 3 + 3 * m * v))).toBeLessThan(limit);
});

test('each call draws anew; the same seed gives the same draws', () => {
  const [map, twin] = [shiftMap(10), shiftMap(10)];
  const [first, second, other] = [0, 1, 2].map(() => new Float64Array(6));
  map.expectedFeatures(forecast, first!);
  map.expectedFeatures(forecast, second!);
  twin.expectedFeatures(forecast, other!);
  expect(second).not.toEqual(first);
  expect(other).toEqual(first);
});

test('the covariance uses the draws of the latest expected features', () => {
  const contexts: number[] = [];
  const map = functionMap({
    dimension: 1,
    actionCount: 1,
    contextDimension: 1,
    evaluate: (_, context, into) => {
      contexts.push(context[0]!);
      into[0] = 2 * context[0]!;
    },
    sampleCount: 5,
    random: seededRandom(9),
  });
  map.expectedFeatures(forecast, new Float64Array(1));
  const drawn = contexts.splice(0);
  const covariance = map.covariance(forecast, [{ actionIndex: 0, coefficient: 3 }]);
  expect(contexts).toEqual(drawn);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / 5;
  const sampleVariance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4;
  expect(covariance.quadraticForm([1])).toBeCloseTo(36 * sampleVariance, 12);
});

test('over a list of points it agrees with the closed form of the same map', () => {
  const points = ensemble(
    [
      [1.5, 2],
      [0.5, -1],
      [3, 0.25],
    ],
    [0.5, 0.3, 0.2],
  );
  const closed = kroneckerMap({
    actionVectors: [
      [1.5, -2],
      [0.5, 4],
    ],
    lift: degreeTwoLift(2),
  });
  const own = functionMap({
    dimension: closed.dimension,
    actionCount: 2,
    contextDimension: 2,
    evaluate: (actionIndex, context, into) => closed.features(actionIndex, context, into, 0),
    sampleCount: 2,
    random: () => {
      throw new Error('no draw is needed');
    },
  });
  const [a, b] = [closed, own].map((map) => {
    const into = new Float64Array(map.actionCount * map.dimension);
    map.expectedFeatures(points, into);
    const contrast = [
      { actionIndex: 0, coefficient: 1 },
      { actionIndex: 1, coefficient: -0.8 },
    ];
    const covariance = map.covariance(points, contrast);
    return [...into, ...covariance.toDense(), covariance.largestEigenvalue()];
  });
  a!.forEach((value, k) => {
    expect(b![k]).toBeCloseTo(value, 11);
  });
});

test('a feature that was not written, or is not a number, is refused', () => {
  const map = functionMap({
    dimension: 2,
    actionCount: 1,
    contextDimension: 1,
    evaluate: (_, context, into) => {
      into[0] = context[0]!;
    },
    sampleCount: 2,
    random: seededRandom(1),
  });
  expect(() => map.features(0, [2.5], new Float64Array(2), 0)).toThrow(
    'features(action 0)[1] must be a finite number, but it is NaN',
  );
});

test('the function cannot change the forecast', () => {
  const points = ensemble([[1.5], [2.5]]);
  const map = functionMap({
    dimension: 1,
    actionCount: 1,
    contextDimension: 1,
    evaluate: (_, context, into) => {
      into[0] = context[0]!;
      context[0] = 1000;
    },
    sampleCount: 2,
    random: seededRandom(1),
  });
  const into = new Float64Array(1);
  map.expectedFeatures(points, into);
  map.expectedFeatures(points, into);
  expect(into[0]).toBe(2);
});

test('it cannot be written down, and says so', () => {
  expect(() => shiftMap(10).describe()).toThrow('but it is one made from a function');
});

test('with fewer draws than features the largest eigenvalue is still that of the matrix', () => {
  const map = functionMap({
    dimension: 9,
    actionCount: 1,
    contextDimension: 2,
    evaluate: (_, context, into) => {
      into.forEach((_value, j) => {
        into[j] = Math.sin(context[0]! * (j + 1)) + context[1]! * j;
      });
    },
    sampleCount: 4,
    random: seededRandom(12),
  });
  const two = multivariateNormal({ mean: [0.5, 1], variances: [0.8, 0.3] });
  const covariance = map.covariance(two, [{ actionIndex: 0, coefficient: 1 }]);
  const direction = Float64Array.from({ length: 9 }, (_, j) => j + 0.5);
  let length = 0;
  for (let step = 0; step < 200; step++) {
    const dense = covariance.toDense();
    const next = direction.map((_, i) =>
      direction.reduce((sum, value, j) => sum + dense[i * 9 + j]! * value, 0),
    );
    length = Math.hypot(...next);
    direction.set(next.map((value) => value / length));
  }
  expect(covariance.largestEigenvalue() / length).toBeCloseTo(1, 10);
});
