import { expect, test } from 'vitest';
import { choleskyFactor, dotProduct, quadraticForm } from './small-matrix.ts';

test('dot product and quadratic form by hand', () => {
  expect(dotProduct([2, -3, 0.5], [4, 5, 6])).toBe(-4);
  expect(quadraticForm(Float64Array.of(2, 3, 5, 7), [10, -2])).toBe(200 - 60 - 100 + 28);
});

test('the Cholesky factor times its transpose is the matrix', () => {
  const factor = choleskyFactor(Float64Array.of(4, 6, 6, 25), 2)!;
  expect([...factor]).toEqual([2, 0, 3, 4]);
});

test('a matrix that is not positive definite has no Cholesky factor', () => {
  expect(choleskyFactor(Float64Array.of(1, 2, 2, 1), 2)).toBeNull();
  expect(choleskyFactor(Float64Array.of(4, 6, 6, 9), 2)).toBeNull();
});
