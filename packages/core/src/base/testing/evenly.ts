/**
 * Arbitrary numbers spread evenly over a range. fast-check's own doubles crowd around 0, which
 * makes properties of sums pass without testing anything.
 */
import fc from 'fast-check';

/** Not a power of 2, so that the numbers use all their binary digits and sums of them round. */
const STEP_COUNT = 1_000_000_007;

/** Returns numbers from `min` to `max`, both included. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc
    .integer({ min: 0, max: STEP_COUNT })
    .map((step) => min + (max - min) * (step / STEP_COUNT));
}
