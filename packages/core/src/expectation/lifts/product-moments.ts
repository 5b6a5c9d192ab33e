/**
 * Moments of products of context coordinates, from central moments.
 *
 * With c = m + u, mean m, covariance S, central moments T (third) and Q (fourth):
 *
 *     E[cᵢcⱼ]          = mᵢmⱼ + Sᵢⱼ
 *     Cov(cₖ, cᵢcⱼ)    = mᵢSⱼₖ + mⱼSᵢₖ + Tᵢⱼₖ
 *     Cov(cᵢcⱼ, cₖcₗ)  = mᵢmₖSⱼₗ + mᵢmₗSⱼₖ + mⱼmₖSᵢₗ + mⱼmₗSᵢₖ
 *                      + mᵢTⱼₖₗ + mⱼTᵢₖₗ + mₖTᵢⱼₗ + mₗTᵢⱼₖ + (Qᵢⱼₖₗ − SᵢⱼSₖₗ)
 *
 * No raw fourth moments occur: their differences would lose all digits when the mean is large
 * beside the spread.
 */
import type { ContextDistribution } from '../../context/context-distribution.ts';

export type Pair = readonly [number, number];

/** Returns E[cᵢcⱼ]. */
export function expectedProduct(distribution: ContextDistribution, [i, j]: Pair): number {
  const { mean } = distribution;
  return mean[i]! * mean[j]! + covarianceAt(distribution, i, j);
}

/** Returns Cov(cₖ, cᵢcⱼ). */
export function covarianceWithProduct(
  distribution: ContextDistribution,
  k: number,
  [i, j]: Pair,
): number {
  const { mean } = distribution;
  return (
    mean[i]! * covarianceAt(distribution, j, k) +
    mean[j]! * covarianceAt(distribution, i, k) +
    distribution.thirdCentralMoment(i, j, k)
  );
}

/** Returns Cov(cᵢcⱼ, cₖcₗ). */
export function covarianceOfProducts(
  distribution: ContextDistribution,
  [i, j]: Pair,
  [k, l]: Pair,
): number {
  const { mean } = distribution;
  const central =
    distribution.fourthCentralMoment(i, j, k, l) -
    covarianceAt(distribution, i, j) * covarianceAt(distribution, k, l);
  return (
    mean[i]! * mean[k]! * covarianceAt(distribution, j, l) +
    mean[i]! * mean[l]! * covarianceAt(distribution, j, k) +
    mean[j]! * mean[k]! * covarianceAt(distribution, i, l) +
    mean[j]! * mean[l]! * covarianceAt(distribution, i, k) +
    mean[i]! * distribution.thirdCentralMoment(j, k, l) +
    mean[j]! * distribution.thirdCentralMoment(i, k, l) +
    mean[k]! * distribution.thirdCentralMoment(i, j, l) +
    mean[l]! * distribution.thirdCentralMoment(i, j, k) +
    central
  );
}

/** Returns Cov(cᵢ, cⱼ). */
export function covarianceAt(distribution: ContextDistribution, i: number, j: number): number {
  return distribution.covariance[i * distribution.dimension + j]!;
}

/** Fills a symmetric matrix from a function of row and column, called once a pair. */
export function fillSymmetric(
  size: number,
  entryAt: (row: number, column: number) => number,
): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const entry = entryAt(row, column);
      matrix[row * size + column] = entry;
      matrix[column * size + row] = entry;
    }
  }
  return matrix;
}
