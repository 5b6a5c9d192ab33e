import fc from 'fast-check';
import { expect, test } from 'vitest';
import { symmetricEigen } from './symmetric-eigen.ts';
import { anySymmetric } from './testing/any-symmetric.ts';

test('a two by two matrix has the eigenvalues of the quadratic formula', () => {
  const { values } = symmetricEigen(Float64Array.of(2, -1.5, -1.5, 6), 2);
  const root = Math.sqrt(4 + 2.25);
  expect(values[0]).toBeCloseTo(4 - root, 14);
  expect(values[1]).toBeCloseTo(4 + root, 14);
});

test('the chain with 2 beside −1 has eigenvalues 2 − 2·cos(kπ/(n+1))', () => {
  const size = 30;
  const chain = Float64Array.from({ length: size * size }, (_, position) => {
    const distance = Math.abs(Math.floor(position / size) - (position % size));
    return distance === 0 ? 2 : distance === 1 ? -1 : 0;
  });
  const { values } = symmetricEigen(chain, size);
  values.forEach((value, k) => {
    expect(value).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (size + 1)), 12);
  });
});

test('eigenvalues far apart in size all come out', () => {
  const { values } = symmetricEigen(Float64Array.of(1e12, 3, 0, 3, 5, 0, 0, 0, 1e-9), 3);
  expect(values[0]! / 1e-9).toBeCloseTo(1, 12);
  expect(values[1]).toBeCloseTo(5, 10);
  expect(values[2]! / 1e12).toBeCloseTo(1, 12);
});

test('a zero matrix has zero eigenvalues', () => {
  expect(symmetricEigen(new Float64Array(9), 3).values).toEqual(new Float64Array(3));
});

test('eigenvectors are orthonormal and rebuild any matrix; values come smallest first', () => {
  fc.assert(
    fc.property(anySymmetric(), ({ matrix, size }) => {
      const { values, vectors } = symmetricEigen(matrix, size);
      const largest = Math.max(...values.map(Math.abs));
      for (let i = 0; i < size; i++) {
        if (i > 0) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]!);
        for (let j = 0; j < size; j++) {
          let product = 0;
          let rebuilt = 0;
          for (let k = 0; k < size; k++) {
            product += vectors[i * size + k]! * vectors[j * size + k]!;
            rebuilt += values[k]! * vectors[k * size + i]! * vectors[k * size + j]!;
          }
          expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-13);
          expect(Math.abs(rebuilt - matrix[i * size + j]!)).toBeLessThanOrEqual(2e-14 * largest);
        }
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('the matrix is left unchanged', () => {
  const matrix = Float64Array.of(2, 1.5, 1.5, 3);
  symmetricEigen(matrix, 2);
  expect(matrix).toEqual(Float64Array.of(2, 1.5, 1.5, 3));
});
