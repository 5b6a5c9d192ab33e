/**
 * The books: what has been issued so far, and what the baseline would have earned.
 *
 * The ledger moves when an action is issued; the model moves when a reward arrives. In the paper
 * both happen in one line, in real life they are months apart, so they are two objects.
 *
 * Paper: S_t and S^b_t are kept only as counts and sums, ℓ_t is `learnerFeatureSum`.
 */
import { requireFinite } from '../../base/require.ts';

export class Ledger {
  /** ℓ: sum of the expected features of the learner's rounds. */
  readonly learnerFeatureSum: Float64Array;
  /** m: rounds given to the learner. */
  learnerRoundCount = 0;
  /** n: rounds given to the baseline. */
  baselineRoundCount = 0;
  /** Σ r_b over all rounds opened so far, the present one included, in reward units. */
  baselineTotal = 0;
  /** Σ r_b over the rounds given to the baseline, in reward units. */
  baselineTotalOnBaselineRounds = 0;
  #openBaselineReward = 0;

  constructor(dimension: number) {
    this.learnerFeatureSum = new Float64Array(dimension);
  }

  /** Begins a round in which the baseline would earn `baselineExpectedReward`. */
  openRound(baselineExpectedReward: number): void {
    requireFinite('baseline.expectedReward', baselineExpectedReward);
    this.#openBaselineReward = baselineExpectedReward;
    this.baselineTotal += baselineExpectedReward;
  }

  /** Gives the open round to the learner, who plays an action with these expected features. */
  bookLearnerRound(expectedFeatures: Float64Array): void {
    for (let i = 0; i < this.learnerFeatureSum.length; i++) {
      this.learnerFeatureSum[i]! += expectedFeatures[i]!;
    }
    this.learnerRoundCount += 1;
  }

  /** Gives the open round to the baseline. */
  bookBaselineRound(): void {
    this.baselineTotalOnBaselineRounds += this.#openBaselineReward;
    this.baselineRoundCount += 1;
  }
}
