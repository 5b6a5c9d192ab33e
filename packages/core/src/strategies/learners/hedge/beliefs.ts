/**
 * What the default learner believes of rewards: what its model learnt from them, what was declared of
 * the baseline, and how sure it is. Proposals and receipts read it; the books never do.
 *
 * The declared baseline reward is a hint for the model (baseline-hint.ts), unless rewards refuted it. In
 * the round itself the baseline action is believed to pay what is declared, give or take the doubt.
 */
import { requireLength } from '../../../base/require.ts';
import { dotProduct, weightedProduct } from '../../../base/small-matrix.ts';
import type { KernelEngine } from '../../../model/kernel/ridge-kernel.ts';
import { posteriorOf } from '../../../model/posterior.ts';
import type { ModelPrior } from '../../../model/prior.ts';
import type { RidgeModel } from '../../../model/ridge-model.ts';
import {
  type BelievedReward,
  posteriorVariances,
  type RewardBeliefs,
  varianceAlong,
} from '../../../proposal/curious-proposer.ts';
import type { RewardInterval } from '../../../safety/books/safety-book.ts';
import { hintLimits, hintWeight } from './baseline-hint.ts';
import { INTERCEPT_SIZE } from './hedge-defaults.ts';
import { Memory, type MemoryOptions } from './memory.ts';
import {
  type Correction,
  type Prediction,
  RewardModel,
  type RewardModelState,
} from './reward-model.ts';

export interface BeliefsOptions {
  readonly dimension: number;
  readonly actionCount: number;
  /** λ: ridge penalty of the model. */
  readonly ridgePenalty: number;
  /** What an action pays for all the model knows at the start, in reward units. */
  readonly rewardOffset: number;
  /** How far untried actions may pay from the offset, squared; from the baseline's size if null. */
  readonly priorVariance: number | null;
  /** Share by which a declared baseline reward may be off; null takes no hint at all. */
  readonly hintDoubt: number | null;
  /** Whether the model learns a constant beside the features; for maps that have none. */
  readonly hasIntercept: boolean;
  /** What is known before the first reward, and how noisy rewards are around it. */
  readonly prior?: BeliefsPrior;
  /** Lets old rewards fade; without it nothing is forgotten. */
  readonly memory?: MemoryOptions;
  readonly engine?: KernelEngine;
}

export interface BeliefsPrior extends ModelPrior {
  readonly noiseVariance: number;
  /** What is predicted where all features are 0. Default 0. */
  readonly offset?: number;
  /** How far the weights of one situation stray from those of all, as a variance for each feature. */
  readonly seasonVariance?: readonly number[];
}

export interface BeliefsState extends RewardModelState {
  readonly baselineMean: number;
  readonly baselineCount: number;
  /** Half-lives that have passed, and rewards since what they left was last taken. */
  readonly memory: readonly [number, number];
}

/** What is thought of one action, in reward units. */
export interface ActionBelief {
  readonly prediction: number;
  readonly deviation: number;
}

export class Beliefs implements RewardBeliefs {
  readonly #options: BeliefsOptions;
  readonly #rewards: RewardModel;
  readonly #memory: Memory;
  /** What is not known of each action, while it is told. */
  readonly #variances: Float64Array;
  #baselineMean = 0;
  #baselineCount = 0;
  #believedBaseline: BelievedReward | null = null;

  constructor(options: BeliefsOptions) {
    this.#options = options;
    this.#rewards = new RewardModel(options);
    this.#memory = new Memory(options.memory);
    this.#variances = new Float64Array(options.actionCount);
  }

  get expectedFeatures(): Float64Array {
    return this.#rewards.expectedFeatures;
  }

  /** What has been learnt, and scores actions. With an intercept its last coordinate is that. */
  get model(): RidgeModel {
    return this.#rewards.model;
  }

  /** Whether declared baseline rewards are read as hints: asked for, and not refuted by rewards. */
  get takesHints(): boolean {
    return this.#options.hintDoubt !== null && !this.#rewards.areHintsRefuted;
  }

  /** What an action pays for all the model knows at the start; its weights are about the rest. */
  get rewardOffset(): number {
    return this.#options.rewardOffset;
  }

  /** Number of rewards learnt from; declared baseline rewards do not count. */
  get rewardCount(): number {
    return this.#rewards.rewardCount;
  }

  noiseVariance(): number {
    const { prior } = this.#options;
    // Residuals hold what strays with the season, too; a prior that tells the two apart is believed.
    if (prior?.seasonVariance !== undefined) return prior.noiseVariance;
    return this.#rewards.noiseVariance(this.surpriseVariance());
  }

  surpriseVariance(): number {
    const { prior, priorVariance } = this.#options;
    if (prior !== undefined) return prior.noiseVariance;
    return priorVariance ?? (this.#baselineMean * this.#baselineMean) / 4;
  }

  believedBaseline(): BelievedReward | null {
    return this.#believedBaseline;
  }

  /** Features of an action of this round, as they were declared. */
  featuresOf(actionIndex: number): Float64Array {
    return this.#rewards.featuresOf(actionIndex);
  }

  /** What the model predicts for an action whose features are given, in reward units. */
  predict(features: ArrayLike<number>): Prediction {
    return this.#rewards.predict(features);
  }

  /** The same for an action of this round, whose proposer may have scored it already. */
  predictionOf(action: number): number {
    const { kernel } = this.model;
    return action < kernel.scoredCount
      ? this.rewardOffset + kernel.predictions[action]!
      : this.predict(this.featuresOf(action)).prediction;
  }

  /** What features are worth by themselves, without the offset, and √ of what is not known of that. */
  along(features: ArrayLike<number>): ActionBelief {
    const { prediction, uncertainty } = this.predict(features);
    const deviation = Math.sqrt(this.noiseVariance()) * uncertainty;
    return { prediction: prediction - this.rewardOffset, deviation };
  }

  /** Shows a new round to the model, and what is declared of its baseline; null if nothing is. */
  beginRound(baselineAction: number, declared: RewardInterval | null, actionCount: number): void {
    this.#believedBaseline = null;
    this.forgetScores();
    if (declared !== null) this.#readDeclaration(baselineAction, declared);
    this.#rewards.showActions(actionCount);
  }

  /** How much a reward of a situation by itself counts: less, where weights stray with the season. */
  weightOf(features: ArrayLike<number>): number {
    const { prior } = this.#options;
    if (prior?.seasonVariance === undefined) return 1;
    const strays = weightedProduct(prior.seasonVariance, features, features);
    return prior.noiseVariance / (prior.noiseVariance + strays);
  }

  /** Learns a reward and returns the age of memory at which it was learnt, for `revise`. */
  learn(features: Float64Array, reward: number, weight: number = this.weightOf(features)): number {
    this.#rewards.learn({ features, reward, weight }, this.surpriseVariance());
    const { age } = this.#memory;
    this.#forget(this.#memory.passReward());
    return age;
  }

  /** Learns that something will be tried, and not what it pays: only how sure one is changes. */
  imagine(features: Float64Array, weight: number = this.weightOf(features)): void {
    this.#rewards.imagine(features, weight);
  }

  /** Replaces the reward of an observation that was learnt at this age of memory. */
  revise(
    features: Float64Array,
    rewards: Correction,
    age: number,
    weight: number = this.weightOf(features),
  ): void {
    this.#rewards.revise(features, rewards, this.#memory.leftSince(age) * weight);
  }

  /** A season is over: memory that counts seasons fades. */
  passSeason(): void {
    this.#forget(this.#memory.passSeason());
  }

  /**
   * What is thought of the first `actionCount` actions, for features now in `expectedFeatures`:
   * predicted rewards, and √ of what is not known of their expected rewards.
   */
  ofActions(actionCount: number): ActionBelief[] {
    this.forgetScores();
    return this.ofRound(actionCount);
  }

  /** The same in the round at hand, whose proposer may have scored the actions already. */
  ofRound(actionCount: number): ActionBelief[] {
    return this.mapRound(actionCount, (prediction, deviation) => ({ prediction, deviation }));
  }

  /** What is made of the same, action by action. */
  mapRound<Told>(
    actionCount: number,
    tell: (prediction: number, deviation: number, action: number) => Told,
  ): Told[] {
    const { model, rewardOffset } = this;
    const { kernel } = model;
    if (kernel.scoredCount < actionCount) {
      this.#rewards.showActions(actionCount);
      kernel.scoreActions(actionCount, 0);
    }
    const [noise, surprise] = [this.noiseVariance(), this.surpriseVariance()];
    const variances = this.#variances;
    posteriorVariances({ model, actionCount, noise, surprise }, variances);
    const told: Told[] = [];
    for (let action = 0; action < actionCount; action++) {
      const prediction = rewardOffset + kernel.predictions[action]!;
      told.push(tell(prediction, Math.sqrt(variances[action]!), action));
    }
    return told;
  }

  /** Another round begins: what was scored before are other features. */
  forgetScores(): void {
    this.model.kernel.forgetScores();
  }

  /** Writes the estimated weights of the features, without the intercept. */
  estimateWeights(into: Float64Array): void {
    requireLength('into', into, this.#options.dimension);
    const all = new Float64Array(this.model.dimension);
    this.model.kernel.estimateWeights(all);
    into.set(all.subarray(0, into.length));
  }

  /** √ of what is not known of the weight of one feature. */
  weightDeviation(featureIndex: number): number {
    const { direction } = this.model.kernel;
    direction.fill(0);
    direction[featureIndex] = 1;
    return this.#deviationAlongDirection();
  }

  /** What is thought of features that are all 0; null if no constant is learnt. */
  intercept(): ActionBelief | null {
    if (!this.#options.hasIntercept) return null;
    const { prediction } = this.predict(new Float64Array(this.#options.dimension));
    return { prediction, deviation: this.#deviationAlongDirection() };
  }

  /** What is known now, for another learner to start from; all that the prior said besides stays. */
  asPrior(): BeliefsPrior & { readonly offset: number } {
    const { dimension, rewardOffset, prior } = this.#options;
    const { constant, ...known } = posteriorOf(this.model, dimension, INTERCEPT_SIZE);
    const offset = rewardOffset + constant;
    return { ...prior, ...known, noiseVariance: this.noiseVariance(), offset };
  }

  exportState(): BeliefsState {
    return {
      baselineMean: this.#baselineMean,
      baselineCount: this.#baselineCount,
      memory: this.#memory.exportState(),
      ...this.#rewards.exportState(),
    };
  }

  importState(state: BeliefsState): void {
    this.#baselineMean = state.baselineMean;
    this.#baselineCount = state.baselineCount;
    this.#memory.importState(state.memory);
    this.#rewards.importState(state);
  }

  #forget(kept: number): void {
    if (kept < 1) this.#rewards.forget(kept);
  }

  #readDeclaration(baselineAction: number, declared: RewardInterval): void {
    const middle = (declared.min + declared.max) / 2;
    this.#baselineCount += 1;
    this.#baselineMean += (middle - this.#baselineMean) / this.#baselineCount;
    if (this.takesHints) this.#takeHint(baselineAction, declared);
  }

  #takeHint(baselineAction: number, declared: RewardInterval): void {
    const hint = {
      baselineReward: declared,
      baselineMean: this.#baselineMean,
      noiseVariance: this.noiseVariance(),
      doubt: this.#options.hintDoubt!,
    };
    const middle = (declared.min + declared.max) / 2;
    const weight = hintWeight(hint);
    if (weight > 0) this.#rewards.takeHint(this.featuresOf(baselineAction), middle, weight);
    this.#believedBaseline = { action: baselineAction, ...hintLimits(hint) };
  }

  #deviationAlongDirection(): number {
    const { kernel, ridgePenalty, hasPrior } = this.model;
    kernel.probe();
    if (hasPrior) return Math.sqrt(this.noiseVariance()) * kernel.probedUncertainty;
    const variance = varianceAlong({
      squaredNorm: dotProduct(kernel.direction, kernel.direction),
      uncertainty: kernel.probedUncertainty,
      ridgePenalty,
      noise: this.noiseVariance(),
      surprise: this.surpriseVariance(),
    });
    return Math.sqrt(variance);
  }
}
