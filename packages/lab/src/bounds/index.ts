/**
 * The paper's propositions and theorems as functions, the false ones included, and our own bounds.
 */
export { baselineRoundsUpperBound } from './baseline-rounds-upper-bound.ts';
export {
  BOUND_STATEMENTS,
  type BoundStatement,
  type BoundStatementRow,
} from './bound-statements.ts';
export { boundsLines } from './bounds-text.ts';
export { clippedUncertaintyBound, type UncertaintySumInput } from './clipped-uncertainty-sum.ts';
export {
  type BoundRow,
  type BoundsInput,
  type BoundsReport,
  type BoundVerdict,
  evaluateBounds,
  type Measured,
  type ShortfallReport,
  type Spread,
} from './evaluate-bounds.ts';
export { type FewestRoundsInput, fewestBaselineRounds } from './fewest-baseline-rounds.ts';
export { type FirstProposalInput, roundsBeforeFirstProposal } from './first-proposal.ts';
export {
  type FluctuationInput,
  fluctuationTerm,
  hiddenContextTerm,
  type RoundsAndFailure,
} from './hidden-context-term.ts';
export { meantRegretBound, printedRegretBound } from './learner-regret-bound.ts';
export {
  claimedLeft,
  claimedRight,
  LEMMA_TWO_COUNTER_EXAMPLE,
  type LemmaCoefficients,
  rootAgainstSlope,
  rootAgainstSlopeBound,
} from './lemma-two.ts';
export { type ProblemConstants, paperConstants } from './problem-constants.ts';
export {
  type GateConstants,
  type ProvedBoundInput,
  provedBaselineRounds,
} from './proved-baseline-rounds.ts';
export { type ProvedRegretInput, provedLearnerRegret } from './proved-regret.ts';
export { decomposedRegretBound, type RoundsPlayed } from './regret-decomposition.ts';
export { theoremOneClaim, withAdmissiblePenalty } from './theorem-one.ts';
export { type TheoremTwoTerms, theoremTwoTerms } from './theorem-two.ts';
