/**
 * Ours: the most regret of an optimistic learner whose confidence set is true.
 *
 *     β(m) = noiseScale · √( ln(det V / λᵈ) + 2 ln(1/δ) ) + √λ · A          determinant form
 *     R(m) ≤ 2 · max(β(m), roundRegretMax / 2) · √( 2 m · ln(det V / λᵈ) )
 *     ln(det V / λᵈ) ≤ d · ln(1 + m D² / (λ d))
 *
 * The maximum is there because a round can cost more than the 1 that the paper assumes. Then for the
 * whole run: expected regret ≤ R(m) + n · baselineGapMax, and regret in the contexts that came has
 * `fluctuationTerm` on top. `noiseScale` must count the hidden context too.
 */
import { logDeterminantBound } from './learner-regret-bound.ts';
import type { ProblemConstants } from './problem-constants.ts';

export interface ProvedRegretInput {
  readonly constants: ProblemConstants;
  /** m: rounds of the learner. */
  readonly roundCount: number;
  /** The most that one round can cost, in reward units. */
  readonly roundRegretMax: number;
}

/** Returns the most regret of the learner's first m rounds, in reward units. */
export function provedLearnerRegret(input: ProvedRegretInput): number {
  const { constants, roundCount, roundRegretMax } = input;
  const { noiseScale, weightNormBound, ridgePenalty, failureProbability } = constants;
  const logDeterminant = logDeterminantBound(constants, roundCount);
  const radius =
    noiseScale * Math.sqrt(logDeterminant + 2 * Math.log(1 / failureProbability)) +
    Math.sqrt(ridgePenalty) * weightNormBound;
  const perRound = 2 * Math.max(radius, roundRegretMax / 2);
  return perRound * Math.sqrt(2 * roundCount * logDeterminant);
}
