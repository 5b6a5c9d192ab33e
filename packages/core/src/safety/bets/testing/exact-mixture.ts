/**
 * The mixture of bettors in 120-digit arithmetic: log of the mixture over its target, at any gain.
 */
import { fixed, fixedExp, fixedLog, fixedProduct, multiply } from './fixed-point.ts';

export interface ExactMixture {
  readonly rates: readonly number[];
  readonly weights: readonly number[];
  readonly failureProbability: number;
  /** As fixed-point numbers. */
  readonly logWealths: readonly bigint[];
}

/**
 * Returns log( failureProbability · Σ weight · exp(logWealth − rate · gain) ) as a fixed-point
 * number: at least 0 exactly when the gain is at most the root.
 */
export function exactExcess(mixture: ExactMixture, gain: number): bigint {
  const exponents = mixture.rates.map(
    (rate, k) => mixture.logWealths[k]! - fixedProduct(rate, gain),
  );
  const [highest = 0n] = [...exponents].sort((left, right) => (left > right ? -1 : 1));
  const total = exponents.reduce(
    (sum, exponent, k) => sum + multiply(fixed(mixture.weights[k]!), fixedExp(exponent - highest)),
    0n,
  );
  return highest + fixedLog(total) + fixedLog(fixed(mixture.failureProbability));
}
