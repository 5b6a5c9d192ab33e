/**
 * Keeps the promise for the contexts that really came, not only for the forecast's average.
 *
 *     Σ reward(action, context) ≥ (1 − α) · Σ reward(baseline, context)      at all times
 *
 * This is what the paper states (Eq. 4) and its check does not give: an expected margin of 0 leaves
 * the realised one to luck. A candidate may be played if either of two margins is at least 0:
 *
 *     by expectation   expectedMargin − contextBoundary(Σ contrast variances, this round included)
 *     by observation   Σ y of the learner + α · Σ y of the baseline − noiseBoundary(σ² (m + α² n))
 *                      − (1 − α) · [ Σ expected baseline + baselineBoundary(Σ baseline variances) ]
 *                      + rewardMin
 *
 * where the last bracket runs over the learner's rounds and this one. The second sees realised
 * rewards through the reward noise alone, and is often the better one although it ignores the model.
 *
 * Only proposals are checked: in a baseline round the margin grows by α · reward ≥ 0 whatever the
 * context. Each boundary has its own share of δ. The context boundary must cover the LOWER side of
 * the contrasts, the baseline boundary the UPPER side of baseline rewards.
 */
import type { TimeUniformBoundary } from '@hedgerow/core/research';

export interface RealisedContextGateOptions {
  /** α: largest share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** σ: sub-Gaussian scale of the reward noise alone, in reward units. */
  readonly rewardNoiseScale: number;
  /** Least noiseless reward in any context, in reward units, at least 0. */
  readonly rewardMin: number;
  readonly contextBoundary: TimeUniformBoundary;
  readonly noiseBoundary: TimeUniformBoundary;
  readonly baselineBoundary: TimeUniformBoundary;
}

export interface RealisedRound {
  /** u: variance proxy of what the context adds to the margin. */
  readonly contrastVariance: number;
  /** Expected reward of the baseline, at least 0, in reward units. */
  readonly baselineExpectedReward: number;
  /** Variance proxy of the baseline's realised reward, without reward noise. */
  readonly baselineVariance: number;
}

export interface RealisedMargin {
  readonly byExpectation: number;
  readonly byObservation: number;
  /** The larger of both: the candidate may be played if it is at least 0. */
  readonly margin: number;
}

export class RealisedContextGate {
  readonly #options: RealisedContextGateOptions;
  /** 1 for the learner's rounds and α for the baseline's, oldest first, until the reward comes. */
  readonly #pendingShares: number[] = [];
  #pendingShareTotal = 0;
  #observedTotal = 0;
  #noiseVariance = 0;
  #contrastVariance = 0;
  #baselineTotalOnLearnerRounds = 0;
  #baselineVarianceOnLearnerRounds = 0;

  constructor(options: RealisedContextGateOptions) {
    this.#options = options;
  }

  /**
   * Returns the room left if the candidate is played. `expectedMargin` is what the gate for the
   * expected promise gave for it.
   */
  margin(expectedMargin: number, round: RealisedRound): RealisedMargin {
    const { contextBoundary } = this.#options;
    const byExpectation =
      expectedMargin - contextBoundary(this.#contrastVariance + round.contrastVariance);
    const byObservation = this.#observedMargin(round);
    const margin = Math.max(byExpectation, byObservation);
    return { byExpectation, byObservation, margin };
  }

  bookLearnerRound(round: RealisedRound): void {
    this.#book(1, round);
    this.#baselineTotalOnLearnerRounds += round.baselineExpectedReward;
    this.#baselineVarianceOnLearnerRounds += round.baselineVariance;
  }

  bookBaselineRound(round: RealisedRound): void {
    this.#book(this.#options.allowedShortfall, round);
  }

  /** Takes the reward of the oldest booked round that has none yet. */
  observe(reward: number): void {
    const share = this.#pendingShares.shift()!;
    this.#pendingShareTotal -= share;
    this.#observedTotal += share * reward;
    this.#noiseVariance += (share * this.#options.rewardNoiseScale) ** 2;
  }

  #book(share: number, round: RealisedRound): void {
    this.#pendingShares.push(share);
    this.#pendingShareTotal += share;
    this.#contrastVariance += round.contrastVariance;
  }

  #observedMargin(round: RealisedRound): number {
    const { allowedShortfall, rewardMin, noiseBoundary, baselineBoundary } = this.#options;
    const earnedTotal =
      this.#observedTotal -
      noiseBoundary(this.#noiseVariance) +
      (this.#pendingShareTotal + 1) * rewardMin;
    const baselineTotal =
      this.#baselineTotalOnLearnerRounds +
      round.baselineExpectedReward +
      baselineBoundary(this.#baselineVarianceOnLearnerRounds + round.baselineVariance);
    return earnedTotal - (1 - allowedShortfall) * baselineTotal;
  }
}
