/**
 * Takes over weights that must be probabilities, and draws an index by them.
 *
 * A sum that misses 1 by rounding (up to 1e-9) is divided out; a larger miss is refused, because
 * nobody can tell whether a weight was forgotten or the scale is wrong.
 */
import { HedgerowError } from '../../base/errors.ts';
import { copyNumbers } from '../../base/number-lists.ts';
import type { RandomSource } from '../../base/random-source.ts';

const SUM_TOLERANCE = 1e-9;

/** Returns a copy of the weights, summing to 1 up to rounding. */
export function copyProbabilities(name: string, weights: ArrayLike<number>): Float64Array {
  const probabilities = copyNumbers(name, weights);
  requireNoneNegative(name, probabilities);
  const sum = probabilities.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) > SUM_TOLERANCE) throw wrongSum(name, sum);
  return sum === 1 ? probabilities : probabilities.map((weight) => weight / sum);
}

/** Draws an index k with probability `probabilities[k]`. */
export function drawIndex(random: RandomSource, probabilities: Float64Array): number {
  let remaining = random();
  let drawn = 0;
  for (let k = 0; k < probabilities.length; k++) {
    if (probabilities[k] === 0) continue;
    drawn = k;
    remaining -= probabilities[k]!;
    if (remaining < 0) break;
  }
  return drawn;
}

function requireNoneNegative(name: string, weights: Float64Array): void {
  const position = weights.findIndex((weight) => weight < 0);
  if (position < 0) return;
  throw new HedgerowError({
    code: 'HR_CONTEXT_WEIGHTS',
    rule: `${name}[${position}] must not be negative`,
    received: String(weights[position]),
  });
}

function wrongSum(name: string, sum: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_CONTEXT_WEIGHTS',
    rule: `${name} must sum to 1`,
    received: `a list with sum ${sum}`,
    remedy: 'Divide every weight by their sum, or add the one that is missing.',
  });
}
