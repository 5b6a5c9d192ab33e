/**
 * What a learner is, as plain data, and what is declared of the world it plays in.
 *
 * A definition is what is written into an experiment file. Every field may be left out where there is a
 * default or a declaration; a field that a kind does not know is not read.
 */
import type { RandomSource } from '../../base/random-source.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import type { VarianceProxy } from '../../safety/bets/bet-components.ts';
import type { ContextFeedback } from '../../safety/paper/kirschner-krause-radius.ts';
import type { Selection, StartingSet } from './linear-learner.ts';

export type StrategyKind =
  | 'baselineOnly'
  /** LUCB: sees the context exactly, no promise (Abbasi-Yadkori 2011). */
  | 'linearUcb'
  /** Sees the forecast, no promise (Kirschner & Krause 2019). */
  | 'contextUcb'
  /** CLUCB: sees the context exactly, cumulative gate (Kazerouni et al. 2017). */
  | 'conservativeLinearUcb'
  /** The paper's Algorithm 1: sees the forecast, cumulative gate. */
  | 'conservativeContextUcb'
  /** Behind certificates that trust a noise model. */
  | 'certifiedContextUcb'
  /** The default: behind a book that trusts nothing but declarations. */
  | 'hedge';

export interface ProposerDefinition {
  readonly kind: 'optimistic' | 'greedy' | 'thompson';
  /** Multiplies what an action is hoped to pay beyond its prediction. */
  readonly boldness?: number | undefined;
}

export interface LearnerDefinition {
  readonly kind: StrategyKind;
  /** α: largest share of the baseline's total that may be lost; all with a gate need it. */
  readonly allowedShortfall?: number | null | undefined;
  /** λ: ridge penalty, greater than 0. Default 1. */
  readonly ridgePenalty?: number | undefined;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability?: number | undefined;
  /** In place of what is declared of the world. */
  readonly noiseScale?: number | undefined;
  readonly weightNormBound?: number | undefined;
  readonly featureNormBound?: number | undefined;
  /** Linear learners: the confidence set. Default the paper's, for contextUcb Kirschner & Krause's. */
  readonly radius?: 'paper' | 'determinant' | 'kirschner-krause' | undefined;
  readonly startingSet?: StartingSet | undefined;
  readonly selection?: Selection | undefined;
  readonly learnFromBaseline?: boolean | undefined;
  /** Whether rewards are weighted by the declared variance of each. Default no. */
  readonly isWeighted?: boolean | undefined;
  /** Whether contexts are revealed afterwards, so that rewards are regressed on what came. */
  readonly feedback?: ContextFeedback | undefined;
  /**
   * 'none' lets it play whatever it likes; 'stage-wise', for the conservative kinds, asks every round by
   * itself and not the running total.
   */
  readonly gate?: 'none' | 'stage-wise' | undefined;
  /** hedge: share by which the declared baseline reward may be off; null takes no hint. */
  readonly hintDoubt?: number | null | undefined;
  /** hedge: whether the baseline's expected reward is told. */
  readonly baselineReward?: 'known' | 'unknown' | undefined;
  /** hedge: what the promise is about. */
  readonly promise?: 'expected' | 'played' | 'observed' | undefined;
  /** hedge: the promise is kept after every so many rounds. Default 1. */
  readonly window?: number | undefined;
  readonly proposer?: ProposerDefinition | undefined;
}

/** Facts that a careful user could know beforehand; each kind needs some of them. */
export interface LearnerDeclarations {
  readonly dimension: number;
  /** Largest number of actions to choose from in a round. */
  readonly actionCount: number;
  /** σ: sub-Gaussian scale of what is observed around the reward without noise, in reward units. */
  readonly rewardNoiseScale?: number;
  /** σ as the linear learners count it: all that they believe cannot be predicted. */
  readonly linearNoiseScale?: number;
  /** A: norm of the true weights, or a bound on it. */
  readonly weightNormBound?: number;
  /** D: bound on the norm of features. */
  readonly featureNormBound?: number;
  /** Lowest reward without noise. */
  readonly rewardFloor?: number;
  /** Least that the baseline earns in any round; within a window it can be lent. Default the floor. */
  readonly baselineRewardMin?: number;
  /** Highest reward that is declared where the baseline's reward is unknown. */
  readonly rewardCeiling?: number;
  /** What an action pays for all a proposer knows at the start. Default 0. */
  readonly rewardOffset?: number;
  /** How far untried actions may pay from that, squared; from the baseline's size if null. */
  readonly priorVariance?: number | null;
  /** Whether no fixed weights make every action pay 1: a proposer then learns a constant beside. */
  readonly lacksConstant?: boolean;
  /** Bound on the variance of any reward that bettors may use. */
  readonly varianceProxy?: VarianceProxy;
  /** Variance of an action's reward around its expectation in the round at hand. */
  readonly varianceOf?: (expectedFeatures: Float64Array, actionIndex: number) => number;
  /** Sub-gamma tail that goes with it, in reward units. */
  readonly varianceTail?: number;
  /** For the coin of an unknown baseline, by the number of the decision. */
  readonly coin?: (sequence: number) => number;
  /** For proposers that draw. */
  readonly random?: RandomSource;
  readonly engine?: KernelEngine;
}
