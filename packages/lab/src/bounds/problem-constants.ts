/**
 * The constants that the paper's propositions speak of, under our names.
 *
 * The paper's experiment states none of λ, δ, A, D and r_ℓ. Those below are the ones its figures can
 * be reproduced with: λ = 1, δ = 0.001, A the true norm √30, D = 40. Its Assumption 2 puts rewards
 * into [0, 1], hence r_h = Δ_h = 1 and Δ_ℓ = 0 (line 292); for r_ℓ we take the middle, ½.
 */
export interface ProblemConstants {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** σ: scale of the noise that the confidence radius counts, in reward units. */
  readonly noiseScale: number;
  /** A: bound on the norm of the true weights. */
  readonly weightNormBound: number;
  /** D: bound on the norm of a feature vector. */
  readonly featureNormBound: number;
  /** λ: ridge penalty. */
  readonly ridgePenalty: number;
  /** δ: failure probability over the whole run. */
  readonly failureProbability: number;
  /** α: share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** r_ℓ and r_h: least and largest reward of the baseline in a round. */
  readonly baselineRewardMin: number;
  readonly baselineRewardMax: number;
  /** Δ_ℓ and Δ_h: least and largest distance of the baseline from the best action in a round. */
  readonly baselineGapMin: number;
  readonly baselineGapMax: number;
}

/** The synthetic experiment as the paper's assumptions have it, for one α. */
export function paperConstants(allowedShortfall: number): ProblemConstants {
  return {
    dimension: 15,
    noiseScale: 0.1,
    weightNormBound: Math.sqrt(30),
    featureNormBound: 40,
    ridgePenalty: 1,
    failureProbability: 0.001,
    allowedShortfall,
    baselineRewardMin: 0.5,
    baselineRewardMax: 1,
    baselineGapMin: 0,
    baselineGapMax: 1,
  };
}

/** A √λ + σ, which all bounds of the paper have in common. */
export function boundScale(constants: ProblemConstants): number {
  const { weightNormBound, ridgePenalty, noiseScale } = constants;
  return weightNormBound * Math.sqrt(ridgePenalty) + noiseScale;
}
