/**
 * Rewards that stray together, one after the other.
 *
 * In one situation (a field in its season) the weights are θ + ξ, with ξ drawn once for the situation,
 * independent from feature to feature: ξ ~ N(0, S), S diagonal. So what is measured there has errors that
 * belong together:
 *
 *     y = ψᵀθ + ψᵀξ + ε        V = ΨSΨᵀ + σ²I
 *
 * A regression that takes one reward at a time needs errors that do not. Each reward is therefore taken
 * less what the ones before it tell of it; with c = cov(new, before) and k = V⁻¹c,
 *
 *     ψ' = ψ − Ψᵀk      y' = y − kᵀy      variance' = ψᵀSψ + σ² − cᵀk
 *
 * which is the Cholesky decomposition of V, row by row. Whatever the order in which rewards come, in the
 * end as much is known as if all had been learnt at once: Λ + ΨᵀV⁻¹Ψ.
 */
import { choleskyFactor, choleskySolve, weightedProduct } from '../base/small-matrix.ts';

export interface Straying {
  /** The diagonal of S: how far each weight strays in one situation, as a variance. */
  readonly seasonVariance: ArrayLike<number>;
  /** σ²: of one measurement by itself. */
  readonly noiseVariance: number;
}

/** What a reward tells that the ones before it, in the same situation, have not. */
export interface FreshRow {
  readonly features: Float64Array;
  /** How much of each reward before it is taken off. */
  readonly shares: Float64Array;
  /** σ² over what is left of its variance. */
  readonly weight: number;
}

/** What rounding leaves of a covariance of some hundred rows, with room. */
const ROUNDING_SHARE = 1e-12;

/** Returns what is fresh in a row after others of the same situation. */
export function freshRow(
  before: readonly ArrayLike<number>[],
  row: ArrayLike<number>,
  { seasonVariance, noiseVariance }: Straying,
): FreshRow {
  const covariance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    weightedProduct(seasonVariance, a, b);
  const size = before.length;
  const largest = Math.max(...[...before, row].map((one) => covariance(one, one)));
  // Below that it would be lost in rounding, and rows that are alike could not be told apart any more.
  const noise = Math.max(noiseVariance, ROUNDING_SHARE * largest);
  const matrix = Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return covariance(before[i]!, before[j]!) + (i === j ? noise : 0);
  });
  const withOthers = before.map((other) => covariance(other, row));
  // More than rounding on the diagonal: it always has a factor.
  const shares = choleskySolve(choleskyFactor(matrix, size)!, withOthers);
  const features = Float64Array.from(row);
  let variance = covariance(row, row) + noise;
  before.forEach((other, i) => {
    variance -= shares[i]! * withOthers[i]!;
    for (let k = 0; k < features.length; k++) features[k]! -= shares[i]! * other[k]!;
  });
  // No less than the measurement's own, whatever rounding does.
  return { features, shares, weight: noiseVariance / Math.max(variance, noise) };
}
