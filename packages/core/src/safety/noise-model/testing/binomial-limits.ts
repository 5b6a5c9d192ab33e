/**
 * Clopper and Pearson's exact limits for a probability, from `failureCount` of `trialCount`.
 *
 *     upper: the p at which P(count ≤ failureCount) = 1 − confidence
 *
 * A simulation that sees no failure proves nothing about small probabilities; this says how little.
 */

/** Returns the one-sided upper limit, by bisection on the binomial distribution function. */
export function binomialUpperLimit(
  failureCount: number,
  trialCount: number,
  confidence = 0.95,
): number {
  if (failureCount >= trialCount) return 1;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (binomialAtMost(failureCount, trialCount, middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return high;
}

function binomialAtMost(failureCount: number, trialCount: number, probability: number): number {
  if (probability <= 0) return 1;
  let logTerm = trialCount * Math.log1p(-probability);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= failureCount; k++) {
    logTerm += Math.log((trialCount - k + 1) / k) + Math.log(probability / (1 - probability));
    sum += Math.exp(logTerm);
  }
  return sum;
}
