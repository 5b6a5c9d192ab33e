/**
 * Refuses limits in the wrong order.
 */
import { HedgerowError } from '../../base/errors.ts';

export interface OrderedPair {
  readonly lowerName: string;
  readonly lower: number;
  readonly upperName: string;
  readonly upper: number;
}

/** Refuses a lower limit above its upper limit; equal limits are allowed. */
export function requireOrdered(pair: OrderedPair): void {
  if (pair.lower <= pair.upper) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${pair.lowerName} must not be above ${pair.upperName} = ${pair.upper}`,
    received: String(pair.lower),
    remedy: 'Exchange the two if they were mixed up.',
  });
}
