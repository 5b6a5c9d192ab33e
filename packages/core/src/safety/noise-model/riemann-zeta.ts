/**
 * Riemann's zeta function for real arguments above 1, by Euler and Maclaurin's summation.
 *
 *     ζ(s) = Σ_{n<N} n⁻ˢ + N^(1−s)/(s−1) + N⁻ˢ/2 + Σ_j B₂ⱼ/(2j)! · s(s+1)…(s+2j−2) · N^(1−s−2j)
 *
 * With N = 20 and six Bernoulli terms the error is below 1e-14 relative for s up to 10.
 */
import { requireBetween } from '../../base/require.ts';

const TERM_COUNT = 20;
/** B₂ⱼ / (2j)! for j = 1 to 6. */
const BERNOULLI_RATIOS = [
  1 / 12,
  -1 / 720,
  1 / 30_240,
  -1 / 1_209_600,
  1 / 47_900_160,
  -691 / 1_307_674_368_000,
];

/** Returns ζ(exponent), exponent greater than 1. */
export function riemannZeta(exponent: number): number {
  requireBetween('exponent', exponent, 1, Number.POSITIVE_INFINITY);
  let sum = 0;
  for (let n = 1; n < TERM_COUNT; n++) sum += n ** -exponent;
  sum += TERM_COUNT ** (1 - exponent) / (exponent - 1) + TERM_COUNT ** -exponent / 2;
  let derivative = exponent * TERM_COUNT ** (-exponent - 1);
  for (let j = 0; j < BERNOULLI_RATIOS.length; j++) {
    sum += BERNOULLI_RATIOS[j]! * derivative;
    derivative *= ((exponent + 2 * j + 1) * (exponent + 2 * j + 2)) / TERM_COUNT ** 2;
  }
  return sum;
}
