/**
 * The rooms taken apart, for experiments and other strategies, in the order of the flow:
 * base → context → expectation → model → proposal → safety → strategies.
 */
export { uniformAt } from './base/counter-random.ts';
export { upperNormalProbability } from './base/normal-distribution.ts';
export { type RandomSource, standardNormal } from './base/random-source.ts';
export { choleskyFactor, choleskySolve } from './base/small-matrix.ts';
export type { ComplexNumber, ContextAtom } from './context/context-distribution.ts';
export type { CombinationTerm, FeatureCovariance } from './expectation/feature-map.ts';
export { spansConstant } from './expectation/lacks-constant.ts';
export type {
  DrawFourierWavesInput,
  FourierWaves,
} from './expectation/lifts/random-fourier-lift.ts';
export type { KroneckerMapInput } from './expectation/maps/kronecker-map.ts';
export type { PerActionMapInput } from './expectation/maps/per-action-map.ts';
export type { PolynomialMapInput } from './expectation/maps/polynomial-map.ts';
export type { RandomFourierMapInput } from './expectation/maps/random-fourier-map.ts';
export type { StandardisedMapInput } from './expectation/maps/standardised-map.ts';
export type { RidgeKernel } from './model/kernel/ridge-kernel.ts';
export {
  createRidgeModel,
  type RidgeModel,
  type RidgeModelOptions,
  type RidgeModelState,
} from './model/ridge-model.ts';
export {
  curiousProposer,
  type PosteriorInput,
  type RewardBeliefs,
} from './proposal/curious-proposer.ts';
export { greedyProposer } from './proposal/greedy-proposer.ts';
export { optimisticProposer } from './proposal/optimistic-proposer.ts';
export type { Proposer } from './proposal/proposer.ts';
export { type ThompsonProposerOptions, thompsonProposer } from './proposal/thompson-proposer.ts';
export {
  type Bet,
  type BetInput,
  BettingCertificate,
  type BettingCertificateOptions,
  type BettingCertificateState,
} from './safety/bets/betting-certificate.ts';
export { type CoinBookOptions, type CoinSubject, coinBook } from './safety/books/coin-book.ts';
export {
  type KnownBaselineBookOptions,
  knownBaselineBook,
} from './safety/books/known-baseline-book.ts';
export { type ObservedBookOptions, observedBook } from './safety/books/observed-book.ts';
export type {
  BookEntry,
  Execution,
  Offer,
  OfferFeatures,
  Player,
  Quote,
  SafetyBook,
  Stake,
  TakeBackKnowledge,
} from './safety/books/safety-book.ts';
export { SplitBook, type SplitBookOptions } from './safety/books/split-book.ts';
export {
  type TracedBook,
  type TracedCase,
  type TracedDecision,
  type TracedState,
  type TracedStep,
  traceSplitBook,
} from './safety/books/split-trace.ts';
export {
  type StitchedBoundaryOptions,
  stitchedBoundary,
} from './safety/noise-model/stitched-boundary.ts';
export type { TimeUniformBoundary } from './safety/noise-model/time-uniform-boundary.ts';
export { type CumulativeGate, cumulativeGate } from './safety/paper/cumulative-gate.ts';
export { determinantRadius } from './safety/paper/determinant-radius.ts';
export { type PaperRadiusOptions, paperRadius } from './safety/paper/paper-radius.ts';
export {
  type AbsolutePromiseOptions,
  absolutePromise,
  type PromiseTerms,
  type RelativePromiseOptions,
  relativePromise,
} from './safety/promise-terms.ts';
export {
  type CertainLine,
  certainLines,
  type LossLimits,
  limitsOfMeans,
} from './safety/split/certain-part.ts';
export { type PlannedShare, planSeason, type SeasonItem } from './safety/split/season-plan.ts';
export { type HedgeOptions, hedge } from './strategies/hedge.ts';
export type { BaselineChoice } from './strategies/learners/baseline-choice.ts';
export { createLearner, makesPromise } from './strategies/learners/create-learner.ts';
export type { Chooser, Decision, DecisionReason } from './strategies/learners/decision.ts';
export type { HedgeDecision, HedgeReason } from './strategies/learners/hedge/hedge-decision.ts';
export { BOLDNESS, HINT_DOUBT } from './strategies/learners/hedge/hedge-defaults.ts';
export {
  HedgeLearner,
  type HedgeLearnerOptions,
  type HedgeLearnerState,
} from './strategies/learners/hedge/hedge-learner.ts';
export type { ConfidenceSet, Learner } from './strategies/learners/learner.ts';
export type {
  LearnerDeclarations,
  LearnerDefinition,
  ProposerDefinition,
  StrategyKind,
} from './strategies/learners/learner-definition.ts';
export {
  LinearLearner,
  type LinearLearnerOptions,
  type Selection,
  type StartingSet,
} from './strategies/learners/linear-learner.ts';
export type { Ticket } from './strategies/learners/ticket.ts';
export { type MappedStrategyOptions, mappedStrategy } from './strategies/mapped-strategy.ts';
export {
  type BaselineOnlyOptions,
  baselineOnly,
  type ConservativeUcbOptions,
  type ContextUcbOptions,
  conservativeContextUcb,
  conservativeLinearUcb,
  contextUcb,
  type LinearUcbOptions,
  linearUcb,
} from './strategies/published-strategies.ts';
export type { Observation, Situation, Strategy } from './strategies/strategy.ts';
