/**
 * Ours, in the place of Theorem 1: how many rounds the baseline gets before the learner's first.
 *
 * Before anything is learnt the confidence set is the ball of radius β₁/√λ, so the first proposal,
 * with expected features ψ, passes the gate only if
 *
 *     α · (baseline total so far)  ≥  (1 − α) · baseline reward now + β₁/√λ · ‖ψ‖
 *
 * and therefore, if the learner ever plays,
 *
 *     n  ≥  ( (1 − α) · baselineRewardMin + β₁/√λ · featureNormMin ) / ( α · baselineRewardMax )
 *
 * A gate that knows a floor of 0 for rewards drops the second term (erratum 11).
 */
import type { ProblemConstants } from './problem-constants.ts';

export interface FirstProposalInput {
  readonly constants: ProblemConstants;
  /** Least norm of the expected features of a first proposal. */
  readonly featureNormMin: number;
  /** Whether the gate knows that no reward is below 0. */
  readonly isFloorKnown: boolean;
}

/** Returns the least number of baseline rounds in a run in which the learner plays at all. */
export function roundsBeforeFirstProposal(input: FirstProposalInput): number {
  const { constants, featureNormMin, isFloorKnown } = input;
  const { allowedShortfall, baselineRewardMin, baselineRewardMax } = constants;
  const fromDoubt = isFloorKnown ? 0 : startingRadius(constants) * featureNormMin;
  const needed = (1 - allowedShortfall) * baselineRewardMin + fromDoubt;
  return Math.ceil(needed / (allowedShortfall * baselineRewardMax));
}

/** β₁/√λ: how far from the origin the true weights may lie before anything is learnt. */
function startingRadius(constants: ProblemConstants): number {
  const { dimension, noiseScale, weightNormBound } = constants;
  const { featureNormBound, ridgePenalty, failureProbability } = constants;
  const growth = 1 + featureNormBound ** 2 / ridgePenalty;
  const fromNoise = noiseScale * Math.sqrt(dimension * Math.log(growth / failureProbability));
  return fromNoise / Math.sqrt(ridgePenalty) + weightNormBound;
}
