/**
 * Comparators as an experiment file names them. Every field may be left out; which of them a kind has is said
 * by the schema, and what a field means by the file of the rule.
 */
import type { LearnerDefinition, StrategyKind } from '@hedgerow/core/research';

export const RIVAL_KINDS = [
  'conservativeUcb',
  'clucb2',
  'stageWiseUcb',
  'safeLucb',
  'discUcb',
  'conservativeSquareCb',
  'conservativeFastCb',
  'supLinUcb',
  'knapsackUcb',
  'linearThompson',
  'conformalControl',
  'kernelUcb',
  'measurementErrorUcb',
  'ucb1',
  'disjointLinUcb',
  'confidenceBall',
  'sampLinUcb',
  'neuralBandit',
  'constrainedThompson',
  'convexKnapsacks',
  'resourceful',
] as const;

export type RivalKind = (typeof RIVAL_KINDS)[number];

export interface RivalDefinition extends Omit<LearnerDefinition, 'kind'>, RivalTerms {
  readonly kind: RivalKind;
}

/** What the comparators have beside the fields of learners. */
export interface RivalTerms {
  readonly armRadius?: 'union' | 'iterated' | undefined;
  readonly gateNoiseScale?: number | undefined;
  readonly choice?: 'optimistic' | 'thompson' | 'greedy' | undefined;
  readonly width?: 'action' | 'eigenvalue' | undefined;
  readonly isEigenvalueTested?: boolean | undefined;
  readonly conservativeRound?: 'baseline' | 'coin' | undefined;
  readonly seedRounds?: number | undefined;
  readonly hiddenNoiseScale?: number | undefined;
  readonly rewardRange?: number | undefined;
  readonly marginScale?: number | undefined;
  readonly marginFactor?: number | undefined;
  readonly exploitation?: number | undefined;
  readonly riskLevel?: number | undefined;
  readonly explorationShare?: number | undefined;
  readonly memory?: number | undefined;
  readonly kernel?: 'rbf' | 'linear' | undefined;
  readonly lengthScale?: number | undefined;
  readonly plainRounds?: number | undefined;
  readonly profiles?: 'constant' | 'round' | undefined;
  readonly sampleSpread?: number | undefined;
  readonly sampleCount?: number | undefined;
  readonly hiddenUnits?: readonly number[] | undefined;
  readonly learningRate?: number | undefined;
  readonly policyCount?: number | undefined;
}

/** Any strategy that an experiment can name. */
export interface AnyLearnerDefinition extends Omit<LearnerDefinition, 'kind'>, RivalTerms {
  readonly kind: StrategyKind | RivalKind | 'own';
  /** What a strategy of one's own promises; nothing if absent. */
  readonly ownPromise?: 'expected' | 'stage' | undefined;
}

export function isRival(definition: AnyLearnerDefinition): definition is RivalDefinition {
  return (RIVAL_KINDS as readonly string[]).includes(definition.kind);
}

export function isOfCore(definition: AnyLearnerDefinition): definition is LearnerDefinition {
  return definition.kind !== 'own' && !isRival(definition);
}

/** No promise, or one that is neither about the running total nor about every round. */
const UNGATED: ReadonlySet<RivalKind> = new Set<RivalKind>([
  'knapsackUcb',
  'conformalControl',
  'supLinUcb',
  'linearThompson',
  'kernelUcb',
  'measurementErrorUcb',
  'ucb1',
  'disjointLinUcb',
  'confidenceBall',
  'sampLinUcb',
  'neuralBandit',
  'convexKnapsacks',
  'resourceful',
]);
const STAGE_WISE: ReadonlySet<RivalKind> = new Set<RivalKind>([
  'stageWiseUcb',
  'safeLucb',
  'discUcb',
  'constrainedThompson',
]);

/** Whether it makes a promise, and so needs `allowedShortfall`. */
export function rivalPromises({ kind, gate }: Pick<RivalDefinition, 'kind' | 'gate'>): boolean {
  return !UNGATED.has(kind) && gate !== 'none';
}

/** The promise it makes: about every round by itself, or about the running total. */
export function rivalPromise({ kind }: Pick<RivalDefinition, 'kind'>): 'stage' | 'expected' {
  return STAGE_WISE.has(kind) ? 'stage' : 'expected';
}
