/**
 * Arbitrary numbers spread evenly over a range. fast-check's own doubles crowd around 0, which
 * makes properties of sums pass without testing anything.
 */
import fc from 'fast-check';

const STEP_COUNT = 2 ** 30;

/** Returns numbers from `min` to `max`, both included. */
export function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc
    .integer({ min: 0, max: STEP_COUNT })
    .map((step) => min + (max - min) * (step / STEP_COUNT));
}
