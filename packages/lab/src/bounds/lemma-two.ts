/**
 * Lemma 2 (line 344), which is false, and the lemma that is true.
 *
 *     claimed    −c₃ m − c₁ √m ln(c₂ m)  ≥  16 c₁² / (25 c₃) · ln(2 c₁ √c₂ e / c₃)²      for m ≥ 2
 *     true        c₁ √m ln(c₂ m) − c₃ m  ≤  16 c₁² / ( 9 c₃) · ln(2 c₁ √c₂ e / c₃)²      for m > 0
 *
 * For c₂ m ≥ 1 the left of the claim is negative and falls without end, and its right is never
 * negative. The smallest example: m = 2 and c₁ = c₂ = c₃ = 1 give −2.98 ≥ 1.83. The proof sets a
 * derivative to zero that has no root, and then squares a bound that may be negative (erratum 10).
 */
export interface LemmaCoefficients {
  /** c₁, c₂ and c₃, all greater than 0. */
  readonly root: number;
  readonly inside: number;
  readonly slope: number;
}

/** The example that refutes the claim. */
export const LEMMA_TWO_COUNTER_EXAMPLE: {
  readonly roundCount: number;
  readonly coefficients: LemmaCoefficients;
} = { roundCount: 2, coefficients: { root: 1, inside: 1, slope: 1 } };

/** Returns the left side of the claim. */
export function claimedLeft(coefficients: LemmaCoefficients, roundCount: number): number {
  const { root, inside, slope } = coefficients;
  return -slope * roundCount - root * Math.sqrt(roundCount) * Math.log(inside * roundCount);
}

/** Returns the right side of the claim. */
export function claimedRight(coefficients: LemmaCoefficients): number {
  return (16 / 25) * squaredLogarithmTerm(coefficients);
}

/** Returns the left side of the true lemma: what √m ln m gains over m. */
export function rootAgainstSlope(coefficients: LemmaCoefficients, roundCount: number): number {
  const { root, inside, slope } = coefficients;
  return root * Math.sqrt(roundCount) * Math.log(inside * roundCount) - slope * roundCount;
}

/** Returns the right side of the true lemma: a bound for all m. */
export function rootAgainstSlopeBound(coefficients: LemmaCoefficients): number {
  return (16 / 9) * squaredLogarithmTerm(coefficients);
}

/** c₁² / c₃ · ln(2 c₁ √c₂ e / c₃)² */
function squaredLogarithmTerm({ root, inside, slope }: LemmaCoefficients): number {
  const logarithm = Math.log((2 * root * Math.sqrt(inside) * Math.E) / slope);
  return (root ** 2 / slope) * logarithm ** 2;
}
