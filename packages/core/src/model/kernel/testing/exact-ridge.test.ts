import { expect, it } from 'vitest';
import { DenseRidge, dot } from './dense-ridge.ts';
import { ExactRidge, quotient } from './exact-ridge.ts';
import { seededRandom } from './seeded-random.ts';

it('agrees with a dense solver on a mild problem', () => {
  const units = [1, 4, 16];
  const exact = new ExactRidge({
    columnUnits: units,
    ridgePenalty: 0.25,
    wholeMax: 100,
    weightMax: 5,
  });
  const dense = new DenseRidge(3, 0.25);
  const random = seededRandom(4);
  const draw = () => Float64Array.from({ length: 4 }, () => Math.round(200 * random() - 100));
  const featuresOf = (row: Float64Array) => units.map((unit, i) => unit * row[i]!);
  for (let round = 0; round < 50; round++) {
    const row = draw();
    const weight = 1 + Math.floor(5 * random());
    exact.add(row, weight);
    dense.add(featuresOf(row), row[3]!, weight);
  }
  const row = draw();
  const [answer] = exact.probe([row]);
  const weights = dense.estimatedWeights();
  expect(answer!.squaredUncertainty / dense.squaredUncertainty(featuresOf(row))).toBeCloseTo(1, 12);
  expect(answer!.prediction).toBeCloseTo(dot(featuresOf(row), weights), 10);
});

it('knows the log-determinant of a matrix worked out by hand', () => {
  const exact = new ExactRidge({
    columnUnits: [1, 2],
    ridgePenalty: 4,
    wholeMax: 10,
    weightMax: 3,
  });
  exact.add(Float64Array.of(1, 2, 0), 3);
  // V = 4 I + 3 (1, 4)(1, 4)ᵀ, whose determinant is 7 · 52 − 12².
  expect(exact.logDeterminant()).toBeCloseTo(Math.log(220), 14);
});

it('turns a quotient of integers into the nearest doubles', () => {
  expect(quotient(1n, 3n)).toBe(1 / 3);
  expect(quotient(-(10n ** 60n), 10n ** 59n)).toBe(-10);
  expect(quotient(0n, 7n)).toBe(0);
});
