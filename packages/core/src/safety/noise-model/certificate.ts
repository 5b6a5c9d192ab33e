/**
 * A certificate: the least that the learner's own rounds are worth in expectation.
 *
 *     lowerBound(candidate) ≤ Σ over the learner's rounds of ψᵀθ*  +  ψᵀθ* of the candidate
 *
 * It holds at all times together, up to its share of δ, for any candidate, however it was chosen.
 * Several certificates on the same run may therefore be asked, and the largest answer taken.
 *
 * A round is booked when it is issued and observed when its reward arrives. Rewards are given in
 * the order of the rounds; whoever receives a later one first must hold it back, because which
 * rewards come early may depend on how high they are.
 */

export interface CertificateCandidate {
  /** ψ: expected features of the candidate. */
  readonly features: ArrayLike<number>;
  /** ℓ: least that ψᵀθ* can be, in reward units. */
  readonly lowerBound: number;
  /** v: variance proxy of its reward, in squared reward units. */
  readonly variance: number;
}

export interface Certificate {
  /** Stable name, safe to store in a receipt. */
  readonly name: string;
  /** Returns the least total if the candidate is played too, in reward units. */
  lowerBound(candidate: CertificateCandidate): number;
  /** Returns the least total of the rounds booked so far. */
  settledTotal(): number;
  /** Books the candidate as one of the learner's rounds. */
  book(candidate: CertificateCandidate): void;
  /** Takes the reward of the oldest booked round that has none yet. */
  observe(reward: number): void;
}
