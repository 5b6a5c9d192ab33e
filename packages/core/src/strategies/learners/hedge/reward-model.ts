/**
 * What the proposer has learnt of rewards, and how noisy they are around its predictions.
 *
 *   with hints      learns rewards and declared baseline rewards: this one proposes
 *   without hints   learns rewards alone, beside it, from the first hint on
 *
 * The two are compared at every reward (hint-verdict.ts). When rewards contradict the hints, the model
 * without hints takes over for good: nothing that a hint said is left. It scores no actions, so it adds
 * little to a decision; where no baseline reward is declared it does not exist.
 *
 * With an intercept the models have one more coordinate than the features, always the same: a learnt
 * constant, for feature maps that have none. Books and tickets see the features as they were declared.
 */
import { createEngine } from '../../../model/kernel/create-engine.ts';
import type { KernelEngine } from '../../../model/kernel/ridge-kernel.ts';
import type { ModelPrior } from '../../../model/prior.ts';
import { ResidualVariance } from '../../../model/residual-variance.ts';
import {
  createRidgeModel,
  type RidgeModel,
  type RidgeModelState,
} from '../../../model/ridge-model.ts';
import { INTERCEPT_SIZE } from './hedge-defaults.ts';
import { HintVerdict } from './hint-verdict.ts';

export interface RewardModelOptions {
  readonly dimension: number;
  readonly actionCount: number;
  readonly ridgePenalty: number;
  /** What an action pays for all the models know at the start; they learn the rest. */
  readonly rewardOffset: number;
  /** Whether a constant is learnt beside the features. */
  readonly hasIntercept: boolean;
  /** What is known before the first reward; the models then have no intercept of their own. */
  readonly prior?: ModelPrior;
  readonly engine?: KernelEngine;
}

interface RegressionState {
  readonly variance: readonly [number, number];
  readonly model: RidgeModelState;
}

export interface RewardModelState extends RegressionState {
  /** What stands beside the model with hints; null before the first hint and after the last. */
  readonly withoutHints: (RegressionState & { readonly verdict: readonly [number, number] }) | null;
  readonly areHintsRefuted: boolean;
}

export interface Prediction {
  /** In reward units. */
  readonly prediction: number;
  /** ‖ψ‖ in V⁻¹. */
  readonly uncertainty: number;
}

/** A reward to be learnt; its weight is 1 where it is as noisy as rewards are. */
export interface Observation {
  readonly features: ArrayLike<number>;
  readonly reward: number;
  readonly weight: number;
}

/** A reward that was reported wrong, and the right one. */
export interface Correction {
  readonly before: number;
  readonly after: number;
}

/** One regression and the noise around it. */
interface Regression {
  readonly model: RidgeModel;
  readonly variance: ResidualVariance;
}

export class RewardModel {
  /** Expected features ψ, one action after the other; write them before a decision. */
  readonly expectedFeatures: Float64Array;
  readonly #options: RewardModelOptions;
  readonly #engine: KernelEngine;
  readonly #used: Regression;
  readonly #verdict: HintVerdict = new HintVerdict();
  /** Features of actions that were asked for: making a view takes longer than reading it. */
  readonly #views: (Float64Array | undefined)[] = [];
  /** A feature vector as the models see it. */
  readonly #row: Float64Array;
  #withoutHints: Regression | null = null;
  #isComparing = false;
  #areHintsRefuted = false;

  constructor(options: RewardModelOptions) {
    const { dimension, actionCount, hasIntercept } = options;
    this.#options = options;
    this.#engine = options.engine ?? createEngine();
    this.#row = new Float64Array(dimension + (hasIntercept ? 1 : 0)).fill(INTERCEPT_SIZE);
    this.#used = this.#createRegression(actionCount);
    this.expectedFeatures = hasIntercept
      ? new Float64Array(actionCount * dimension)
      : this.model.kernel.features;
  }

  /** The model that proposes. */
  get model(): RidgeModel {
    return this.#used.model;
  }

  /** Whether rewards have contradicted the hints; then no more are taken. */
  get areHintsRefuted(): boolean {
    return this.#areHintsRefuted;
  }

  /** Number of rewards learnt from; hints do not count. */
  get rewardCount(): number {
    return this.#used.variance.count;
  }

  /** Variance of rewards around predictions, given what one would guess without any data. */
  noiseVariance(priorVariance: number): number {
    return this.#used.variance.estimate(priorVariance);
  }

  /** Features of an action of this round, as they were declared. */
  featuresOf(action: number): Float64Array {
    const known = this.#views[action];
    if (known !== undefined) return known;
    const { dimension } = this.#options;
    const view = this.expectedFeatures.subarray(action * dimension, (action + 1) * dimension);
    this.#views[action] = view;
    return view;
  }

  /** Shows the first `actionCount` of the expected features to the model. */
  showActions(actionCount: number): void {
    if (!this.#options.hasIntercept) return;
    const { dimension } = this.#options;
    const { expectedFeatures } = this;
    const { features } = this.model.kernel;
    let [from, to] = [0, 0];
    for (let action = 0; action < actionCount; action++) {
      for (let i = 0; i < dimension; i++) features[to++] = expectedFeatures[from++]!;
      features[to++] = INTERCEPT_SIZE;
    }
  }

  /** What is predicted for the features given. */
  predict(features: ArrayLike<number>): Prediction {
    return this.#predictWith(this.model, features);
  }

  /** Learns a reward, and what it says of the hints. A weight of ½ is that of twice the noise. */
  learn(observation: Observation, priorVariance: number): void {
    const noiseVariance = this.noiseVariance(priorVariance);
    const { residual, uncertainty } = this.#learnWith(this.#used, observation);
    if (!this.#isComparing) return;
    const without = this.#learnWith(this.#withoutHints!, observation);
    const disagreement = residual - without.residual;
    this.#verdict.add({ residual, disagreement, uncertainty, noiseVariance });
    if (this.#verdict.isRefuted) this.#dropHints();
  }

  /** Learns a hint: `features` are said to pay `reward`. */
  takeHint(features: ArrayLike<number>, reward: number, weight: number): void {
    if (this.#areHintsRefuted) return;
    if (!this.#isComparing) this.#beginComparing(stateOf(this.#used));
    this.model.learn(this.#rowOf(features), reward - this.#options.rewardOffset, weight);
  }

  /** Learns features with the reward that is predicted for them. */
  imagine(features: ArrayLike<number>, weight: number): void {
    const { prediction } = this.predict(features);
    this.model.learn(this.#rowOf(features), prediction - this.#options.rewardOffset, weight);
  }

  /** Replaces the reward of an earlier observation, of which `weight` is left. */
  revise(features: ArrayLike<number>, rewards: Correction, weight: number): void {
    this.#reviseWith(this.#used, features, rewards, weight);
    if (this.#isComparing) this.#reviseWith(this.#withoutHints!, features, rewards, weight);
  }

  /** Keeps a share of what was learnt, and the start for the rest. */
  forget(kept: number): void {
    this.model.forget(kept);
    if (this.#isComparing) this.#withoutHints!.model.forget(kept);
  }

  exportState(): RewardModelState {
    const withoutHints = this.#isComparing
      ? { ...stateOf(this.#withoutHints!), verdict: this.#verdict.exportState() }
      : null;
    return { ...stateOf(this.#used), withoutHints, areHintsRefuted: this.#areHintsRefuted };
  }

  importState(state: RewardModelState): void {
    restore(this.#used, state);
    this.#areHintsRefuted = state.areHintsRefuted;
    this.#isComparing = false;
    this.#verdict.importState(state.withoutHints?.verdict ?? [0, 0]);
    if (state.withoutHints !== null) this.#beginComparing(state.withoutHints);
  }

  #beginComparing(state: RegressionState): void {
    this.#withoutHints ??= this.#createRegression(1);
    restore(this.#withoutHints, state);
    this.#isComparing = true;
  }

  /** The count of observations goes on: proposers that draw at random draw by it, never twice alike. */
  #dropHints(): void {
    const { observationCount } = this.model;
    const { variance, model } = stateOf(this.#withoutHints!);
    restore(this.#used, { variance, model: { ...model, observationCount } });
    this.#areHintsRefuted = true;
    this.#isComparing = false;
  }

  #createRegression(actionCapacity: number): Regression {
    const { ridgePenalty, prior } = this.#options;
    const engine = this.#engine;
    const dimension = this.#row.length;
    const model = createRidgeModel({
      dimension,
      actionCapacity,
      ridgePenalty,
      engine,
      ...(prior === undefined ? {} : { prior }),
    });
    return { model, variance: new ResidualVariance() };
  }

  #predictWith({ kernel }: RidgeModel, features: ArrayLike<number>): Prediction {
    kernel.direction.set(this.#rowOf(features));
    kernel.probe();
    return {
      prediction: this.#options.rewardOffset + kernel.probedPrediction,
      uncertainty: kernel.probedUncertainty,
    };
  }

  /** Learns a reward and returns how well it was foreseen. */
  #learnWith({ model, variance }: Regression, { features, reward, weight }: Observation) {
    const { prediction, uncertainty } = this.#predictWith(model, features);
    const residual = reward - prediction;
    variance.add(residual, uncertainty);
    model.learn(this.#rowOf(features), reward - this.#options.rewardOffset, weight);
    return { residual, uncertainty };
  }

  /** Noise first: it is measured by what the model predicts with the old reward. */
  #reviseWith(
    { model, variance }: Regression,
    features: ArrayLike<number>,
    { before, after }: Correction,
    weight: number,
  ): void {
    const { prediction, uncertainty } = this.#predictWith(model, features);
    const [residual, change] = [before - prediction, after - before];
    variance.revise({ residual, change, leverage: weight * uncertainty * uncertainty });
    if (weight > 0) model.revise(this.#rowOf(features), change, weight);
  }

  #rowOf(features: ArrayLike<number>): ArrayLike<number> {
    if (!this.#options.hasIntercept) return features;
    this.#row.set(features);
    return this.#row;
  }
}

function stateOf({ model, variance }: Regression): RegressionState {
  return { variance: variance.exportState(), model: model.exportState() };
}

function restore({ model, variance }: Regression, state: RegressionState): void {
  variance.importState(state.variance);
  model.importState(state.model);
}
