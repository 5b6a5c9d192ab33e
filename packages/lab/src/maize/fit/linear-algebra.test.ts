import { describe, expect, it } from 'vitest';
import { randomStream } from '../../environments/random-stream.ts';
import { decompose } from './jacobi-svd.ts';
import { denseSystem, factorInPlace, solveInPlace } from './skyline-cholesky.ts';

function randomColumns(rowCount: number, columnCount: number, seed: number): Float64Array[] {
  const stream = randomStream({ seed, index: 0 });
  return Array.from({ length: columnCount }, () => {
    const column = new Float64Array(rowCount);
    stream.fillNormal(column);
    return column;
  });
}

function dot(first: ArrayLike<number>, second: ArrayLike<number>): number {
  return Array.from(first).reduce((sum, value, i) => sum + value * second[i]!, 0);
}

/** A positive definite matrix in which the first `blockCount` rows never meet. */
function arrowMatrix(size: number, blockCount: number): Float64Array {
  const matrix = new Float64Array(size * size);
  const columns = randomColumns(size, size, 5);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const isZero = i !== j && i < blockCount && j < blockCount;
      matrix[i * size + j] = isZero ? 0 : dot(columns[i]!, columns[j]!) / 8;
    }
    matrix[i * size + i]! += 4;
  }
  return matrix;
}

describe('the skyline Cholesky factor', () => {
  it('solves a system with known zeros as it solves it without knowing them', () => {
    const size = 9;
    const blockCount = 6;
    const matrix = arrowMatrix(size, blockCount);
    const wanted = randomColumns(size, 1, 8)[0]!;
    const right = Float64Array.from({ length: size }, (_, i) =>
      dot(matrix.subarray(i * size, (i + 1) * size), wanted),
    );
    const firstColumns = Int32Array.from({ length: size }, (_, i) => (i < blockCount ? i : 0));
    for (const system of [
      denseSystem(size, matrix.slice()),
      { size, matrix: matrix.slice(), firstColumns },
    ]) {
      const solution = right.slice();
      factorInPlace(system);
      solveInPlace(system, solution);
      solution.forEach((value, i) => {
        expect(value).toBeCloseTo(wanted[i]!, 12);
      });
    }
  });

  it('refuses a matrix that is not positive definite', () => {
    const system = denseSystem(2, Float64Array.of(1, 2, 2, 1));
    expect(() => factorInPlace(system)).toThrow(/must be positive definite, but it is not/);
  });
});

describe('decompose', () => {
  const columns = randomColumns(7, 5, 2);
  const { values, left, right } = decompose(columns);

  it('gives back the matrix', () => {
    columns.forEach((column, j) => {
      column.forEach((entry, i) => {
        const sum = values.reduce(
          (total, value, k) => total + value * left[k]![i]! * right[k]![j]!,
          0,
        );
        expect(sum).toBeCloseTo(entry, 13);
      });
    });
  });

  it('gives orthogonal unit vectors and falling values', () => {
    for (const vectors of [left, right]) {
      vectors.forEach((first, i) => {
        vectors.forEach((second, j) => {
          expect(dot(first, second)).toBeCloseTo(i === j ? 1 : 0, 13);
        });
      });
    }
    expect([...values].sort((first, second) => second - first)).toEqual(values);
  });

  it('finds the rank of a matrix with dependent columns', () => {
    const [first, second] = randomColumns(6, 2, 9) as [Float64Array, Float64Array];
    const dependent = first.map((value, i) => 2 * value - second[i]!);
    const found = decompose([first, second, dependent]).values;
    expect(found[1]!).toBeGreaterThan(0.1);
    expect(found[2]!).toBeLessThan(1e-14);
  });
});
