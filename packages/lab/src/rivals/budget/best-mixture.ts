/**
 * The small linear program of knapsack rules with one budget: which mixture of choices earns most, if on average it
 * may use no more than its share? Some mixture of at most two is best: the best one that fits by itself, or one
 * that fits and one that does not, mixed so that the share is just used up.
 *
 *     most  Σ p reward    with  Σ p use ≤ share,  Σ p = 1,  p ≥ 0
 */

/** Two choices and the probability of the second; the same one twice where one alone is best. */
export interface Mixture {
  readonly first: number;
  readonly second: number;
  /** Probability of `second`. */
  readonly weight: number;
  readonly reward: number;
}

/** Returns the best mixture; null where nothing fits. With `through` only those in which that choice has a part. */
export function bestMixture(
  rewards: ArrayLike<number>,
  uses: ArrayLike<number>,
  share: number,
  through?: number,
): Mixture | null {
  let best: Mixture | null = null;
  const consider = (mixture: Mixture) => {
    const isIn = through === undefined || mixture.first === through || mixture.second === through;
    if (isIn && (best === null || mixture.reward > best.reward)) best = mixture;
  };
  for (let first = 0; first < rewards.length; first++) {
    if (uses[first]! > share) continue;
    consider({ first, second: first, weight: 0, reward: rewards[first]! });
    for (let second = 0; second < rewards.length; second++) {
      if (uses[second]! <= share) continue;
      const weight = (share - uses[first]!) / (uses[second]! - uses[first]!);
      const reward = (1 - weight) * rewards[first]! + weight * rewards[second]!;
      consider({ first, second, weight, reward });
    }
  }
  return best;
}
