/**
 * How far a sum may stray above its expectation at any moment: the gamma-exponential mixture of Howard, Ramdas,
 * McAuliffe and Sekhon (Annals of Statistics 2021, Proposition 9), for values that are bounded from one side.
 *
 *     m(s, v) = ∫ exp(λ s − ψ(λ) v) dF(λ),   ψ(λ) = −ln(1 − λ) − λ,   is a bet whose money never grows on average,
 *
 * so it exceeds 1 / δ at any time with probability at most δ; the boundary is the s with m(s, v) = 1 / δ.
 */
import { logGamma } from '../numbers/beta-distribution.ts';
import { logLowerGamma } from '../numbers/incomplete-gamma.ts';

/** ρ: where the mixture is sharpest, in units of the variance. */
const SHARPEST_AT = 1;
const HALVINGS = 200;

/** ln m(s, v). */
function logMixture(sum: number, variance: number): number {
  const shape = variance + SHARPEST_AT;
  const value = sum + shape;
  const logNormaliser =
    SHARPEST_AT * Math.log(SHARPEST_AT) -
    logGamma(SHARPEST_AT) -
    logLowerGamma(SHARPEST_AT, SHARPEST_AT);
  const logIntegral = logGamma(shape) + logLowerGamma(shape, value) - shape * Math.log(value);
  return logNormaliser + logIntegral + sum + variance;
}

/** Returns the sum that is exceeded at any time with probability at most `failureProbability`. */
export function mixtureBoundary(variance: number, failureProbability: number): number {
  const limit = Math.log(1 / failureProbability);
  let high = 1;
  while (logMixture(high, variance) < limit) high *= 2;
  let low = 0;
  for (let halving = 0; halving < HALVINGS && high - low > 1e-15 * high; halving++) {
    const middle = (low + high) / 2;
    if (logMixture(middle, variance) < limit) low = middle;
    else high = middle;
  }
  return high;
}
