/**
 * The contract of every strategy: it is shown a situation, answers with a decision, and is told
 * the reward.
 *
 * A strategy sees the context only as a distribution, and the baseline only as an action with an
 * expected reward. `strategy.contract.ts` holds the promises that all strategies keep.
 */
import type { ContextDistribution } from '../context/context-distribution.ts';
import type { BaselineChoice } from './learners/baseline-choice.ts';
import type { Decision } from './learners/decision.ts';

export interface Situation {
  /** What is known of the context before deciding. */
  readonly context: ContextDistribution;
  readonly baseline: BaselineChoice;
}

export interface Observation {
  readonly reward: number;
  /** The context as it turned out, if it was seen; strategies that cannot use it ignore it. */
  readonly context?: ArrayLike<number>;
}

export interface Strategy {
  readonly name: string;
  /** Chooses an action and books it. The answer is overwritten by the next call. */
  decide(situation: Situation): Decision;
  /** Learns from the reward of the action decided last. */
  observe(observation: Observation): void;
  /** Writes θ̂ into `into`; all zeros before anything has been learnt. */
  estimateWeights(into: Float64Array): void;
}
