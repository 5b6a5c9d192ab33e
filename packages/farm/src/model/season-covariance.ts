/**
 * V⁻¹ of the cells of one field-year: what they have in common there, and plot error.
 *
 *     V = τ_e 11ᵀ + τ_g K + diag(τ_s + σ²/plots),  K = number of common parents
 */
import type { FieldYearDesign } from './fit-design.ts';
import type { Variances } from './mixed-model.ts';
import { factorInPlace, inverseOf } from './symmetric-matrix.ts';

export interface SeasonPrecision {
  /** V⁻¹, row by row. */
  readonly matrix: Float64Array;
  readonly logDeterminant: number;
}

/** Returns V⁻¹ and ln|V|. */
export function seasonPrecision(
  { cellCount, common, plots }: Pick<FieldYearDesign, 'cellCount' | 'common' | 'plots'>,
  variances: Variances,
): SeasonPrecision {
  const { fieldYear, parentFieldYear, hybridFieldYear, plot } = variances;
  const matrix = common.map((shared) => fieldYear + parentFieldYear * shared);
  for (let i = 0; i < cellCount; i++) {
    matrix[i * cellCount + i]! += hybridFieldYear + plot / plots[i]!;
  }
  const logDeterminant = factorInPlace(matrix, cellCount);
  return { matrix: inverseOf(matrix, cellCount), logDeterminant };
}

/** Returns V⁻¹v. */
export function timesSymmetric(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += matrix[i * size + j]! * vector[j]!;
    product[i] = sum;
  }
  return product;
}
