/**
 * The algorithms by the names people know, and the policy that people use.
 */
export type { BaselineChoice } from './baseline-choice.ts';
export { type BaselineOnlyOptions, baselineOnly } from './baseline-only.ts';
export { type ConservativeUcbOptions, conservativeContextUcb } from './conservative-context-ucb.ts';
export { conservativeLinearUcb } from './conservative-linear-ucb.ts';
export { type ContextUcbOptions, contextUcb } from './context-ucb.ts';
export type { Chooser, Decision, DecisionReason } from './decision.ts';
export { type HintInput, hintWeight } from './hedge/baseline-hint.ts';
export type { HedgeDecision, HedgeReason } from './hedge/hedge-decision.ts';
export { BOLDNESS, HINT_DOUBT } from './hedge/hedge-defaults.ts';
export {
  HedgeLearner,
  type HedgeLearnerOptions,
  type HedgeLearnerState,
} from './hedge/hedge-learner.ts';
export type { Ticket } from './hedge/ticket.ts';
export { type HedgeOptions, hedge } from './hedge.ts';
export {
  LinearLearner,
  type LinearLearnerOptions,
  type Selection,
  type StartingSet,
} from './linear-learner.ts';
export { type LinearUcbOptions, linearUcb } from './linear-ucb.ts';
export {
  type PlanInterval,
  type PlanOptions,
  type PlanRow,
  planBaselineRounds,
} from './plan/plan-baseline-rounds.ts';
export type { Outcome } from './policy/decision-lifecycle.ts';
export { POLICY_DEFAULTS } from './policy/defaults.ts';
export { describePolicy, type PolicyDescription } from './policy/describe-policy.ts';
export {
  createPolicy,
  type DecideOptions,
  type ObserveOptions,
  type Policy,
  type PolicyOptions,
  type RestoreOptions,
  restorePolicy,
} from './policy/policy.ts';
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
} from './policy/policy-definition.ts';
export type { PolicyWeights, WeightBounds } from './policy/policy-weights.ts';
export { type PromiseAssumption, promiseAssumptions } from './policy/promise-assumptions.ts';
export {
  type ActionBounds,
  type Receipt,
  type ReceiptBaseline,
  type ReceiptCoin,
  type ReceiptMargin,
  type ReceiptPromise,
  rederive,
} from './policy/receipt.ts';
export type { TextInSteps } from './policy/state-text.ts';
export type { ContextValue, VariableValue } from './policy/variables.ts';
export type { Observation, Situation, Strategy } from './strategy.ts';
