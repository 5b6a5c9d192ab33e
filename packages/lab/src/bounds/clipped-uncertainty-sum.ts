/**
 * How often predictions can be uncertain. Proposition 5 (line 337), from Kazerouni and others, for
 * vectors of norm at most D:
 *
 *     Σ_{i ≤ k} min(1, ‖Y_i‖² in V_{i−1}⁻¹)  ≤  2 d · ln(1 + k D² / (λ d))
 *     V_i = λI + Σ_{j ≤ i} Y_j Y_jᵀ
 *
 * True as given here. The paper prints V_i with Y_j Y_iᵀ and a sum without an end, which is not even
 * symmetric (erratum 16).
 */
export interface UncertaintySumInput {
  readonly dimension: number;
  /** k: how many vectors. */
  readonly vectorCount: number;
  /** D: bound on their norm. */
  readonly featureNormBound: number;
  /** λ */
  readonly ridgePenalty: number;
}

/** Returns the bound on the clipped sum. */
export function clippedUncertaintyBound(input: UncertaintySumInput): number {
  const { dimension, vectorCount, featureNormBound, ridgePenalty } = input;
  const growth = (vectorCount * featureNormBound ** 2) / (ridgePenalty * dimension);
  return 2 * dimension * Math.log1p(growth);
}
