/**
 * One pair (W, V) out of the many with the same product: from M = W Vᵀ = U S Qᵀ,
 *
 *     siteWeights = U √S,   varietyFactors = Q √S,   each column's largest |V| entry positive
 *
 * Hadamard features depend on the pair, so they are defined only after this.
 */
import { type BilinearModel, rewardColumns } from './bilinear-model.ts';
import { decompose } from './jacobi-svd.ts';

export interface CanonicalModel extends BilinearModel {
  /** Falling; one for each latent number. */
  readonly singularValues: readonly number[];
}

/** Returns the canonical pair with the product of the model given. */
export function canonicalForm(model: BilinearModel): CanonicalModel {
  const { latentSize } = model;
  const { values, left, right } = decompose(rewardColumns(model));
  const siteWeights = new Float64Array(model.siteWeights.length);
  const varietyFactors = new Float64Array(model.varietyFactors.length);
  for (let a = 0; a < latentSize; a++) {
    const root = Math.sqrt(values[a]!) * signOf(right[a]!);
    left[a]!.forEach((entry, j) => {
      siteWeights[j * latentSize + a] = entry * root;
    });
    right[a]!.forEach((entry, hybrid) => {
      varietyFactors[hybrid * latentSize + a] = entry * root;
    });
  }
  return { latentSize, siteWeights, varietyFactors, singularValues: values.slice(0, latentSize) };
}

/** The sign that makes the largest entry positive. */
function signOf(column: Float64Array): number {
  const largest = column.reduce((most, entry) => (Math.abs(entry) > Math.abs(most) ? entry : most));
  return largest < 0 ? -1 : 1;
}
