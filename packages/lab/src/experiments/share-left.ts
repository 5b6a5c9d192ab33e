/**
 * How much of what may be lost is left: 1 if nothing has been lost against the baseline, above 1 if
 * something was won, 0 at the edge, below 0 if the promise is broken.
 */

/** Returns slack / allowed loss; without anything to lose, only the sign of the slack counts. */
export function shareLeft(slack: number, allowedLoss: number): number {
  if (allowedLoss > 0) return slack / allowedLoss;
  return slack < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
