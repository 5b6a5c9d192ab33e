/**
 * Exact confidence limits for a probability, from a count of failures.
 */

/** Returns the upper limit that is too low with probability 0.001 at most. */
export function upperLimit(failureCount: number, trialCount: number): number {
  let [low, high] = [failureCount / trialCount, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (probabilityOfAtMost(failureCount, trialCount, middle) > 0.001) low = middle;
    else high = middle;
  }
  return high;
}

function probabilityOfAtMost(count: number, trialCount: number, probability: number): number {
  let logTerm = trialCount * Math.log1p(-probability);
  let total = 0;
  for (let k = 0; k <= count; k++) {
    total += Math.exp(logTerm);
    logTerm += Math.log(((trialCount - k) / (k + 1)) * (probability / (1 - probability)));
  }
  return total;
}
