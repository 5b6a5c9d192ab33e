/**
 * Arbitrary small symmetric matrices, for property tests.
 */
import fc from 'fast-check';

export interface SquareMatrix {
  readonly matrix: Float64Array;
  readonly size: number;
}

export function anySymmetric(): fc.Arbitrary<SquareMatrix> {
  return fc.integer({ min: 1, max: 8 }).chain((size) =>
    fc
      .array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), {
        minLength: size * size,
        maxLength: size * size,
      })
      .map((entries) => {
        const matrix = Float64Array.from(entries, (_, position) => {
          const [i, j] = [Math.floor(position / size), position % size];
          return entries[Math.min(i, j) * size + Math.max(i, j)]!;
        });
        return { matrix, size };
      }),
  );
}
