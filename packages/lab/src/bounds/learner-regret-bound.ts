/**
 * How much regret the learner's own rounds can have. Proposition 3 (line 319), with m the learner's
 * rounds:
 *
 *     as printed   4 · √( m d · ln(λ + m D / d) ) · ( A√λ + σ · √( 2 ln(1/δ) + d · ln(1 + m D / (λ d)) ) )
 *     meant        4 · √( m d · ln(1 + m D² / (λ d)) ) · ( … the same with D² … )
 *
 * The printed one has lost a square twice, and its first logarithm is not that of a ratio of
 * determinants (erratum 15). Either presumes that no round can cost more than 1, which the
 * experiment's rewards do not respect (erratum 19), and that σ is all the noise there is (erratum 4).
 */
import type { ProblemConstants } from './problem-constants.ts';

/** Returns the bound as it stands in the paper, in reward units. */
export function printedRegretBound(constants: ProblemConstants, roundCount: number): number {
  const { dimension, featureNormBound, ridgePenalty } = constants;
  const share = (roundCount * featureNormBound) / dimension;
  return regretBound(constants, {
    roundCount,
    width: Math.log(ridgePenalty + share),
    logDeterminant: dimension * Math.log(1 + share / ridgePenalty),
  });
}

/** Returns the bound that the proof gives, in reward units. */
export function meantRegretBound(constants: ProblemConstants, roundCount: number): number {
  const { dimension } = constants;
  const logDeterminant = logDeterminantBound(constants, roundCount);
  return regretBound(constants, { roundCount, width: logDeterminant / dimension, logDeterminant });
}

/** Returns d · ln(1 + m D² / (λ d)), which bounds ln(det V / λᵈ) after m rounds. */
export function logDeterminantBound(constants: ProblemConstants, roundCount: number): number {
  const { dimension, featureNormBound, ridgePenalty } = constants;
  const growth = (roundCount * featureNormBound ** 2) / (ridgePenalty * dimension);
  return dimension * Math.log1p(growth);
}

interface RegretTerms {
  readonly roundCount: number;
  /** The logarithm under the first root. */
  readonly width: number;
  /** d times the logarithm under the second root. */
  readonly logDeterminant: number;
}

function regretBound(constants: ProblemConstants, terms: RegretTerms): number {
  const { dimension, weightNormBound, ridgePenalty, noiseScale, failureProbability } = constants;
  const { roundCount, width, logDeterminant } = terms;
  const fromNoise = noiseScale * Math.sqrt(2 * Math.log(1 / failureProbability) + logDeterminant);
  const radius = weightNormBound * Math.sqrt(ridgePenalty) + fromNoise;
  return 4 * Math.sqrt(roundCount * dimension * width) * radius;
}
