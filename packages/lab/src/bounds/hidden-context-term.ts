/**
 * What a hidden context adds to the regret. Proposition 2 (line 295), taken over from Kirschner and
 * Krause:
 *
 *     hiddenContextTerm = 4 · √( 2 · rounds · ln(1/δ) )
 *
 * It grows like the root of the rounds: the "constant term" of the abstract and of Theorem 2 it is
 * not (erratum 13). The 4 belongs to rewards in [−1, 1]. The difference of two rewards, each less its
 * expectation over the forecast, lies in a range of twice their width; hence, by Azuma,
 *
 *     fluctuationTerm = (rewardMax − rewardMin) · √( 2 · rounds · ln(1/δ) )
 */
export interface RoundsAndFailure {
  readonly roundCount: number;
  /** δ: probability that the bound fails. */
  readonly failureProbability: number;
}

/** Returns the paper's term, in reward units. */
export function hiddenContextTerm({ roundCount, failureProbability }: RoundsAndFailure): number {
  return 4 * Math.sqrt(2 * roundCount * Math.log(1 / failureProbability));
}

export interface FluctuationInput extends RoundsAndFailure {
  /** Width of the range that rewards lie in. */
  readonly rewardWidth: number;
}

/** Returns the term that the range of rewards gives, in reward units. */
export function fluctuationTerm(input: FluctuationInput): number {
  const { roundCount, failureProbability, rewardWidth } = input;
  return rewardWidth * Math.sqrt(2 * roundCount * Math.log(1 / failureProbability));
}
