/**
 * How one failure probability δ is shared out among the events a promise rests on.
 *
 *     P(the promise is ever broken) ≤ Σ over events of share · δ ≤ δ
 *
 * Written down as data so that a receipt can show it and nobody spends the same δ twice. The shares
 * are fixed before the run. Bounds that rest on the same event (all ellipsoid bounds, say) share one
 * share, however many there are.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween } from '../../base/require.ts';

/** For the expected-reward promise of the strategy with a noise model. */
export const EXPECTED_PROMISE_SHARES: Readonly<{ ellipsoid: number; martingale: number }> = {
  /** The true weights lie in the confidence set at all times. */
  ellipsoid: 1 / 2,
  /** The noise of the learner's rewards stays below its boundary at all times. */
  martingale: 1 / 2,
};

/** Returns share · failureProbability for each event; refuses shares that add up to more than 1. */
export function splitFailure<Event extends string>(
  failureProbability: number,
  shares: Readonly<Record<Event, number>>,
): Record<Event, number> {
  requireBetween('failureProbability', failureProbability, 0, 1);
  const events = Object.keys(shares) as Event[];
  let shareTotal = 0;
  const split = {} as Record<Event, number>;
  for (const event of events) {
    requireBetween(`shares.${event}`, shares[event], 0, Number.POSITIVE_INFINITY);
    shareTotal += shares[event];
    split[event] = shares[event] * failureProbability;
  }
  requireShareTotal(shareTotal);
  return split;
}

function requireShareTotal(shareTotal: number): void {
  // Shares that are the whole may add up to 1 plus a rounding error.
  if (shareTotal <= 1 + 1e-12) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'the shares of a failure probability must add up to at most 1',
    received: String(shareTotal),
    remedy: 'Lower some of them: together the events may fail as often as the promise, not more.',
  });
}
