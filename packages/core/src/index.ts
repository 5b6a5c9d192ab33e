/**
 * What a policy needs: contexts, feature maps, the policy itself, errors.
 *
 * Whoever takes the rooms apart, to compare or to build other strategies, comes in by `research.ts`.
 */
export { ERROR_CODES, type ErrorCode, type ErrorText, HedgerowError } from './base/errors.ts';
export { categories } from './context/categories.ts';
export type { ContextDescription, QuantilesDescription } from './context/context-description.ts';
export type { ContextDistribution } from './context/context-distribution.ts';
export { CONTEXT_KINDS, contextFromDescription } from './context/context-from-description.ts';
export { ensemble } from './context/ensemble.ts';
export { exact } from './context/exact.ts';
export { independent } from './context/independent.ts';
export { mixture } from './context/mixture.ts';
export { multivariateNormal } from './context/multivariate-normal.ts';
export { normal } from './context/normal.ts';
export { quantiles } from './context/quantiles.ts';
export { standardised } from './context/standardised.ts';
export { uniform } from './context/uniform.ts';
export { uniformBox } from './context/uniform-box.ts';
export type { ContextLift, ContextLiftDescription } from './expectation/context-lift.ts';
export type { FeatureMap } from './expectation/feature-map.ts';
export type { FeatureMapDescription, FeatureTerm } from './expectation/feature-map-description.ts';
export {
  FEATURE_MAP_KINDS,
  featureMapFromDescription,
} from './expectation/feature-map-from-description.ts';
export { affineLift } from './expectation/lifts/affine-lift.ts';
export { degreeTwoLift } from './expectation/lifts/degree-two-lift.ts';
export { identityLift } from './expectation/lifts/identity-lift.ts';
export { LIFT_KINDS } from './expectation/lifts/lift-from-description.ts';
export { linearLift } from './expectation/lifts/linear-lift.ts';
export { drawFourierWaves, randomFourierLift } from './expectation/lifts/random-fourier-lift.ts';
export { squaresAndLinearLift } from './expectation/lifts/squares-and-linear-lift.ts';
export { hadamardMap } from './expectation/maps/hadamard-map.ts';
export { kroneckerMap } from './expectation/maps/kronecker-map.ts';
export { latentOuterMap } from './expectation/maps/latent-outer-map.ts';
export { perActionMap } from './expectation/maps/per-action-map.ts';
export { polynomialMap } from './expectation/maps/polynomial-map.ts';
export { randomFourierMap } from './expectation/maps/random-fourier-map.ts';
export { standardisedMap } from './expectation/maps/standardised-map.ts';
export { syntheticMap } from './expectation/maps/synthetic-map.ts';
export { createEngine } from './model/kernel/create-engine.ts';
export type { EngineBranch, EngineKind, KernelEngine } from './model/kernel/ridge-kernel.ts';
export type { GiveUpReason, RewardInterval } from './safety/books/safety-book.ts';
export {
  type PlanInterval,
  type PlanOptions,
  type PlanRow,
  planBaselineRounds,
} from './strategies/plan/plan-baseline-rounds.ts';
export type { Outcome } from './strategies/policy/decision-lifecycle.ts';
export { POLICY_DEFAULTS } from './strategies/policy/defaults.ts';
export {
  describePolicy,
  type FirstSeason,
  type PolicyDescription,
} from './strategies/policy/describe-policy.ts';
export type { GiveUp } from './strategies/policy/give-up.ts';
export { growPolicy } from './strategies/policy/grow-policy.ts';
export { isKept } from './strategies/policy/is-kept.ts';
export type {
  NamedDefinition,
  NamedOptions,
  NamedPolicy,
  NamedReceipt,
} from './strategies/policy/named-policy.ts';
export type { PartReward, PartRewards } from './strategies/policy/part-rewards.ts';
export {
  createPolicy,
  type DecideOptions,
  type ExecutedShare,
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
  ExplorationDefinition,
  GuardDefinition,
  MemoryDefinition,
  PlotNoiseDefinition,
  PolicyDefinition,
  PolicyWords,
  PriorDefinition,
  PromiseSubject,
  ProposerDefinition,
  RewardDefinition,
  SeenRange,
  SizeDefinition,
  SplitDefinition,
  Usual,
  UsualNumber,
  VariableDefinition,
} from './strategies/policy/policy-definition.ts';
export { type PolicyGrowth, policyGrowth } from './strategies/policy/policy-growth.ts';
export type { PolicyWeights, WeightBounds } from './strategies/policy/policy-weights.ts';
export {
  type PromiseAssumption,
  promiseAssumptions,
} from './strategies/policy/promise-assumptions.ts';
export {
  type ActionBounds,
  type ActionOutlook,
  type ActionPropensity,
  type OutsideVariable,
  type Proposing,
  type Receipt,
  type ReceiptBaseline,
  type ReceiptCoin,
  type ReceiptExploration,
  type ReceiptMargin,
  type ReceiptPart,
  type ReceiptPromise,
  rederive,
  type SplitReason,
} from './strategies/policy/receipt.ts';
export {
  type PlanInSteps,
  type PlanSituation,
  type SeasonPlan,
  type SitePlan,
  seasonPlan,
  type TogetherOptions,
} from './strategies/policy/season-plan.ts';
export type { ShelvedDecisions, Shelving } from './strategies/policy/shelf-text.ts';
export type { TextInSteps } from './strategies/policy/state-text.ts';
export type { ContextValue, VariableValue } from './strategies/policy/variables.ts';
