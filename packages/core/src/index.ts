/**
 * The public face of the core, in the order of the flow:
 * base → context → expectation → model → proposal → safety → strategies.
 */
export { ERROR_CODES, type ErrorCode, type ErrorText, HedgerowError } from './base/errors.ts';
export { type RandomSource, standardNormal } from './base/random-source.ts';
export type {
  ConfidenceDeclarations,
  ConfidenceRadius,
} from './model/confidence-radius.ts';
export { determinantRadius } from './model/determinant-radius.ts';
export { createEngine } from './model/kernel/create-engine.ts';
export type { EngineKind, KernelEngine, RidgeKernel } from './model/kernel/ridge-kernel.ts';
export {
  type ContextFeedback,
  type KirschnerKrauseRadiusOptions,
  kirschnerKrauseRadius,
} from './model/kirschner-krause-radius.ts';
export { type PaperRadiusOptions, paperRadius } from './model/paper-radius.ts';
export { createRidgeModel, type RidgeModel, type RidgeModelOptions } from './model/ridge-model.ts';
export { type OptimismOptions, proposeOptimistic } from './proposal/propose-optimistic.ts';
export { type CumulativeGate, cumulativeGate } from './safety/cumulative-gate.ts';
export {
  type EllipsoidCertificateInput,
  learnerTotalLowerBound,
} from './safety/ellipsoid-certificate.ts';
export { Ledger } from './safety/ledger.ts';
export type { BaselineChoice } from './strategies/baseline-choice.ts';
export { type BaselineOnlyOptions, baselineOnly } from './strategies/baseline-only.ts';
export {
  type ConservativeUcbOptions,
  conservativeContextUcb,
} from './strategies/conservative-context-ucb.ts';
export { conservativeLinearUcb } from './strategies/conservative-linear-ucb.ts';
export { type ContextUcbOptions, contextUcb } from './strategies/context-ucb.ts';
export type { Chooser, Decision, DecisionReason } from './strategies/decision.ts';
export {
  LinearLearner,
  type LinearLearnerOptions,
  type Selection,
  type StartingSet,
} from './strategies/linear-learner.ts';
export { type LinearUcbOptions, linearUcb } from './strategies/linear-ucb.ts';
export type { Observation, Situation, Strategy } from './strategies/strategy.ts';
