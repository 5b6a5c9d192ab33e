/**
 * The public face of the core, in the order of the flow:
 * base → context → expectation → model → proposal → safety → strategies.
 */
export { uniformAt } from './base/counter-random.ts';
export { ERROR_CODES, type ErrorCode, type ErrorText, HedgerowError } from './base/errors.ts';
export { type RandomSource, standardNormal } from './base/random-source.ts';
export { categories } from './context/categories.ts';
export type {
  CategoriesDescription,
  ContextDescription,
  EnsembleDescription,
  ExactDescription,
  IndependentDescription,
  MixtureDescription,
  MultivariateNormalDescription,
  NormalDescription,
  QuantilesDescription,
  StandardisedDescription,
  UniformBoxDescription,
  UniformDescription,
} from './context/context-description.ts';
export type {
  ComplexNumber,
  ContextAtom,
  ContextDistribution,
} from './context/context-distribution.ts';
export { CONTEXT_KINDS, contextFromDescription } from './context/context-from-description.ts';
export { ensemble } from './context/ensemble.ts';
export { exact } from './context/exact.ts';
export { independent } from './context/independent.ts';
export { type MixtureComponent, mixture } from './context/mixture.ts';
export { type MultivariateNormalInput, multivariateNormal } from './context/multivariate-normal.ts';
export { normal } from './context/normal.ts';
export { type QuantilesInput, quantiles } from './context/quantiles.ts';
export { type StandardisedInput, standardised } from './context/standardised.ts';
export { uniform } from './context/uniform.ts';
export { type UniformBoxInput, uniformBox } from './context/uniform-box.ts';
export type { ContextLift, ContextLiftDescription } from './expectation/context-lift.ts';
export type { CombinationTerm, FeatureCovariance, FeatureMap } from './expectation/feature-map.ts';
export type { FeatureMapDescription } from './expectation/feature-map-description.ts';
export {
  FEATURE_MAP_KINDS,
  featureMapFromDescription,
} from './expectation/feature-map-from-description.ts';
export { spansConstant } from './expectation/lacks-constant.ts';
export { affineLift } from './expectation/lifts/affine-lift.ts';
export { degreeTwoLift } from './expectation/lifts/degree-two-lift.ts';
export { identityLift } from './expectation/lifts/identity-lift.ts';
export { LIFT_KINDS } from './expectation/lifts/lift-from-description.ts';
export { linearLift } from './expectation/lifts/linear-lift.ts';
export {
  type DrawFourierWavesInput,
  drawFourierWaves,
  type FourierWaves,
  randomFourierLift,
} from './expectation/lifts/random-fourier-lift.ts';
export { squaresAndLinearLift } from './expectation/lifts/squares-and-linear-lift.ts';
export { hadamardMap } from './expectation/maps/hadamard-map.ts';
export { type KroneckerMapInput, kroneckerMap } from './expectation/maps/kronecker-map.ts';
export { latentOuterMap } from './expectation/maps/latent-outer-map.ts';
export { type PerActionMapInput, perActionMap } from './expectation/maps/per-action-map.ts';
export { type PolynomialMapInput, polynomialMap } from './expectation/maps/polynomial-map.ts';
export {
  type RandomFourierMapInput,
  randomFourierMap,
} from './expectation/maps/random-fourier-map.ts';
export { type StandardisedMapInput, standardisedMap } from './expectation/maps/standardised-map.ts';
export { syntheticMap } from './expectation/maps/synthetic-map.ts';
export type { ConfidenceDeclarations, ConfidenceRadius } from './model/confidence-radius.ts';
export { createEngine } from './model/kernel/create-engine.ts';
export type { EngineKind, KernelEngine, RidgeKernel } from './model/kernel/ridge-kernel.ts';
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
export type { BookState } from './safety/books/promise-book.ts';
export type {
  BookEntry,
  Execution,
  Offer,
  OfferFeatures,
  Player,
  Quote,
  RewardInterval,
  SafetyBook,
  Stake,
} from './safety/books/safety-book.ts';
export { EXPECTED_PROMISE_SHARES, splitFailure } from './safety/noise-model/failure-split.ts';
export {
  type StitchedBoundaryOptions,
  stitchedBoundary,
} from './safety/noise-model/stitched-boundary.ts';
export {
  type TheoremBRadiusOptions,
  type TheoremBVarianceInput,
  theoremBRadius,
} from './safety/noise-model/theorem-b-radius.ts';
export type { TimeUniformBoundary } from './safety/noise-model/time-uniform-boundary.ts';
export { type CumulativeGate, cumulativeGate } from './safety/paper/cumulative-gate.ts';
export { determinantRadius } from './safety/paper/determinant-radius.ts';
export {
  type ContextFeedback,
  type KirschnerKrauseRadiusOptions,
  kirschnerKrauseRadius,
} from './safety/paper/kirschner-krause-radius.ts';
export { type PaperRadiusOptions, paperRadius } from './safety/paper/paper-radius.ts';
export {
  type AbsolutePromiseOptions,
  absolutePromise,
  type PromiseTerms,
  type RelativePromiseOptions,
  relativePromise,
} from './safety/promise-terms.ts';
export type { BaselineChoice } from './strategies/baseline-choice.ts';
export { type BaselineOnlyOptions, baselineOnly } from './strategies/baseline-only.ts';
export {
  type ActionNoise,
  CertifiedContextUcb,
  type CertifiedContextUcbOptions,
} from './strategies/certified-context-ucb.ts';
export {
  type ConservativeUcbOptions,
  conservativeContextUcb,
} from './strategies/conservative-context-ucb.ts';
export { conservativeLinearUcb } from './strategies/conservative-linear-ucb.ts';
export { type ContextUcbOptions, contextUcb } from './strategies/context-ucb.ts';
export type { Chooser, Decision, DecisionReason } from './strategies/decision.ts';
export type { HedgeDecision, HedgeReason } from './strategies/hedge/hedge-decision.ts';
export { BOLDNESS, HINT_DOUBT } from './strategies/hedge/hedge-defaults.ts';
export {
  HedgeLearner,
  type HedgeLearnerOptions,
  type HedgeLearnerState,
} from './strategies/hedge/hedge-learner.ts';
export type { Ticket } from './strategies/hedge/ticket.ts';
export { type HedgeOptions, hedge } from './strategies/hedge.ts';
export {
  LinearLearner,
  type LinearLearnerOptions,
  type Selection,
  type StartingSet,
} from './strategies/linear-learner.ts';
export { type LinearUcbOptions, linearUcb } from './strategies/linear-ucb.ts';
export {
  type PlanInterval,
  type PlanOptions,
  type PlanRow,
  planBaselineRounds,
} from './strategies/plan/plan-baseline-rounds.ts';
export { POLICY_DEFAULTS } from './strategies/policy/defaults.ts';
export type { Outcome } from './strategies/policy/outcome.ts';
export {
  createPolicy,
  type DecideOptions,
  type ObserveOptions,
  type Policy,
  type PolicyOptions,
  type RestoreOptions,
  restorePolicy,
} from './strategies/policy/policy.ts';
export type {
  ActionDefinition,
  BaselineDefinition,
  CoinScope,
  ExecutionMode,
  PolicyDefinition,
  PromiseSubject,
  ProposerDefinition,
  RewardDefinition,
  VariableDefinition,
} from './strategies/policy/policy-definition.ts';
export type { PolicyWeights, WeightBounds } from './strategies/policy/policy-weights.ts';
export {
  type PromiseAssumption,
  promiseAssumptions,
} from './strategies/policy/promise-assumptions.ts';
export {
  type ActionBounds,
  type Receipt,
  type ReceiptBaseline,
  type ReceiptCoin,
  type ReceiptMargin,
  type ReceiptPromise,
  rederive,
} from './strategies/policy/receipt.ts';
export type { TextInSteps } from './strategies/policy/state-text.ts';
export type { ContextValue, VariableValue } from './strategies/policy/variables.ts';
export type { Observation, Situation, Strategy } from './strategies/strategy.ts';
