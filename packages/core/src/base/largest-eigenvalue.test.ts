import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestEigenvalue } from './largest-eigenvalue.ts';
import { symmetricEigen } from './symmetric-eigen.ts';
import { anySymmetric } from './testing/any-symmetric.ts';

test('it agrees with the rotations of Jacobi on any matrix', () => {
  fc.assert(
    fc.property(anySymmetric(), ({ matrix, size }) => {
      const { values } = symmetricEigen(matrix, size);
      const scale = Math.max(...values.map(Math.abs));
      const found = largestEigenvalue(matrix, size);
      expect(Math.abs(found - values[size - 1]!)).toBeLessThanOrEqual(1e-14 * size * scale);
    }),
    { seed: 8, numRuns: 500 },
  );
});

test('the chain with 2 beside −1 has the largest eigenvalue 2 − 2·cos(nπ/(n+1))', () => {
  const size = 60;
  const chain = Float64Array.from({ length: size * size }, (_, position) => {
    const distance = Math.abs(Math.floor(position / size) - (position % size));
    return distance === 0 ? 2 : distance === 1 ? -1 : 0;
  });
  const expected = 2 - 2 * Math.cos((size * Math.PI) / (size + 1));
  expect(largestEigenvalue(chain, size)).toBeCloseTo(expected, 13);
});

test('sizes far from one neither overflow nor vanish', () => {
  for (const scale of [1e-200, 1e200]) {
    const matrix = Float64Array.of(2, 1.5, 0.5, 1.5, 3, -1, 0.5, -1, 4).map(
      (entry) => scale * entry,
    );
    const plain = largestEigenvalue(
      matrix.map((entry) => entry / scale),
      3,
    );
    expect(largestEigenvalue(matrix, 3) / scale / plain).toBeCloseTo(1, 14);
  }
});

test('zero, one by one, diagonal and negative matrices', () => {
  expect(largestEigenvalue(new Float64Array(9), 3)).toBe(0);
  expect(largestEigenvalue(Float64Array.of(-2.5), 1)).toBe(-2.5);
  expect(largestEigenvalue(Float64Array.of(3, 0, 0, 7.5), 2)).toBeCloseTo(7.5, 14);
  expect(largestEigenvalue(Float64Array.of(-3, 0, 0, -7.5), 2)).toBeCloseTo(-3, 14);
});

test('the matrix is left unchanged', () => {
  const matrix = Float64Array.of(2, 1.5, 1.5, 3);
  largestEigenvalue(matrix, 2);
  expect(matrix).toEqual(Float64Array.of(2, 1.5, 1.5, 3));
});
