import { expect, test } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { exact } from '../../context/exact.ts';
import { multivariateNormal } from '../../context/multivariate-normal.ts';
import { normal } from '../../context/normal.ts';
import { featureMapFromDescription } from '../feature-map-from-description.ts';
import { degreeTwoLift } from './degree-two-lift.ts';
import { LIFT_KINDS, liftFromDescription } from './lift-from-description.ts';
import { drawFourierWaves, randomFourierLift } from './random-fourier-lift.ts';

const DESCRIPTIONS = [
  { kind: 'identity', contextDimension: 2 },
  { kind: 'affine', contextDimension: 2 },
  { kind: 'degree-two', contextDimension: 2 },
  { kind: 'squares-and-linear', contextDimension: 2 },
  {
    kind: 'linear',
    weights: [
      [0.5, 2, -1],
      [1.5, 0.25, 3],
    ],
  },
  {
    kind: 'random-fourier',
    frequencies: [
      [0.5, 2],
      [1.5, 0.25],
    ],
    phases: [0.3, 4.5],
  },
];

test('every kind of lift is built from its description and describes itself so', () => {
  expect(DESCRIPTIONS.map(({ kind }) => kind)).toEqual(LIFT_KINDS);
  for (const description of DESCRIPTIONS) {
    const lift = liftFromDescription(description);
    expect(lift.describe()).toEqual(description);
    expect(lift.kind).toBe(description.kind);
  }
});

test('every lift of a known context has mean g(c), up to rounding, and no covariance', () => {
  const context = [0.75, -1.25];
  for (const description of DESCRIPTIONS) {
    const lift = liftFromDescription(description);
    const [value, mean] = [0, 1].map(() => new Float64Array(lift.dimension));
    lift.evaluate(context, value!);
    lift.mean(exact(context), mean!);
    value!.forEach((entry, k) => {
      expect(mean![k]).toBeCloseTo(entry, 14);
    });
    expect(lift.covariance(exact(context)).every((entry) => entry === 0)).toBe(true);
  }
});

test('degree two lists 1, then cᵢ, then cᵢcⱼ row by row', () => {
  const into = new Float64Array(10);
  degreeTwoLift(3).evaluate([2, 3, 5], into);
  expect([...into]).toEqual([1, 2, 3, 5, 4, 6, 10, 9, 15, 25]);
});

test('the covariance of squares keeps its digits far from zero', () => {
  const lift = degreeTwoLift(1);
  const found = lift.covariance(normal(2 ** 20, 0.5))[8];
  expect(found).toBe(2 * 0.25 ** 2 + 4 * 2 ** 40 * 0.25);
});

test('a wave over a normal distribution has mean exp(−½ωᵀΣω)·cos(ωᵀm + phase)', () => {
  const lift = randomFourierLift({ frequencies: [[0.8, -0.3]], phases: [0.7] });
  const mean = new Float64Array(1);
  lift.mean(multivariateNormal({ mean: [1.5, 2], variances: [0.6, 1.1] }), mean);
  const damping = Math.exp(-0.5 * (0.64 * 0.6 + 0.09 * 1.1));
  expect(mean[0]).toBeCloseTo(damping * Math.cos(0.8 * 1.5 - 0.3 * 2 + 0.7), 14);
});

test('many waves approximate the Gaussian kernel: within 6 standard errors of 20 000 waves', () => {
  const waveCount = 20_000;
  const lengthScale = 1.6;
  const random = seededRandom(5);
  const lift = randomFourierLift(
    drawFourierWaves({ waveCount, contextDimension: 2, lengthScale, random }),
  );
  const [here, there] = [
    [0.5, 1.5],
    [1.75, 0.25],
  ];
  const [a, b] = [here!, there!].map((context) => {
    const into = new Float64Array(waveCount);
    lift.evaluate(context, into);
    return into;
  });
  const average = a!.reduce((sum, value, k) => sum + (2 * value * b![k]!) / waveCount, 0);
  const kernel = Math.exp(-(1.25 ** 2 + 1.25 ** 2) / (2 * lengthScale ** 2));
  // Each term lies between −2 and 2, so its standard deviation is at most 2.
  expect(Math.abs(average - kernel)).toBeLessThan((6 * 2) / Math.sqrt(waveCount));
});

test('wrong descriptions and sizes are refused in clear words', () => {
  expect(() => liftFromDescription({ kind: 'cubic' })).toThrow('but it is "cubic"');
  expect(() => liftFromDescription({ kind: 'affine', contextDimension: 0 })).toThrow(
    'contextDimension must be a whole number of at least 1, but it is 0',
  );
  expect(() => liftFromDescription({ kind: 'affine', contextDimension: 2, size: 3 })).toThrow(
    '"size"',
  );
  expect(() => randomFourierLift({ frequencies: [[2], [3]], phases: [0.5] })).toThrow(
    'phases must hold 2 numbers',
  );
  const wave = { waveCount: 2, contextDimension: 2, lengthScale: 0, random: seededRandom(1) };
  expect(() => drawFourierWaves(wave)).toThrow('lengthScale must be greater than 0');
  expect(() => featureMapFromDescription({ kind: 'deep' })).toThrow('but it is "deep"');
  expect(() => featureMapFromDescription(7)).toThrow('A feature map description must be an object');
  expect(() =>
    featureMapFromDescription({ kind: 'hadamard', actionFactors: [[2, 3]], contextWeights: [[4]] }),
  ).toThrow('contextWeights must have 2 columns, one for each action factor, but it is 1 wide');
});
