/**
 * One round of every linear strategy, on expected features that are already computed.
 *
 *   decide    1  radius β from the model            4  certificate: worst-case total
 *             2  upper bounds, optimistic action    5  gate: margin ≥ 0 ?
 *             3  the ledger opens the round         6  the ledger books who plays
 *   learn     7  the model takes the reward
 *
 * Paper: Algorithm 1, lines 5 to 17. LUCB, CLUCB, Kirschner & Krause's UCB and Algorithm 1 are this
 * one loop with different features, radii and gates; that is why they agree bit for bit wherever
 * they should. The caller writes the features into `expectedFeatures` before `decide`.
 *
 * Nothing here allocates per round.
 */
import { requireWhole } from '../base/require.ts';
import type { ConfidenceRadius } from '../model/confidence-radius.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import { createRidgeModel, type RidgeModel } from '../model/ridge-model.ts';
import { proposeOptimistic } from '../proposal/propose-optimistic.ts';
import type { CumulativeGate } from '../safety/paper/cumulative-gate.ts';
import {
  type EllipsoidCertificateInput,
  learnerTotalLowerBound,
} from '../safety/paper/ellipsoid-certificate.ts';
import { Ledger } from '../safety/paper/ledger.ts';
import {
  type BaselineChoice,
  requireBaselineAction,
  requireRewardNumber,
} from './baseline-choice.ts';
import { rewardWithoutDecision } from './call-order.ts';
import {
  type Decision,
  type DecisionReason,
  type MutableDecision,
  startingDecision,
} from './decision.ts';

/** Which candidates the gate is asked about before the baseline is played. */
export type Selection =
  /** Only the optimistic action (the paper). */
  | 'optimistic'
  /** Then the others by falling upper bound, while they may still beat the baseline. */
  | 'best-safe';

/** What the confidence set is before anything has been learnt. */
export type StartingSet =
  /** The ellipsoid of V = λI, which contains the ball ‖θ‖ ≤ A. */
  | 'ball'
  /** All of ℝᵈ, as the paper writes it. Then the gate never opens: kept to demonstrate that. */
  | 'everything';

export interface LinearLearnerOptions {
  readonly dimension: number;
  /** Largest number of actions to choose from in a round. */
  readonly actionCount: number;
  /** λ: ridge penalty, greater than 0. */
  readonly ridgePenalty: number;
  readonly radius: ConfidenceRadius;
  /** Without a gate every proposal is played. */
  readonly gate: CumulativeGate | null;
  /** Whether rewards of baseline rounds teach the model too. The paper: false. */
  readonly learnFromBaseline: boolean;
  readonly selection: Selection;
  readonly startingSet: StartingSet;
  readonly engine?: KernelEngine;
}

export class LinearLearner {
  readonly model: RidgeModel;
  readonly ledger: Ledger;
  /** Expected features ψ, one action after the other; write them before `decide`. */
  readonly expectedFeatures: Float64Array;
  readonly #options: LinearLearnerOptions;
  readonly #decision: MutableDecision;
  readonly #playedFeatures: Float64Array;
  readonly #isTried: Uint8Array;
  /** Kept between rounds, so that a round allocates nothing. */
  readonly #certificate: {
    -readonly [Field in keyof EllipsoidCertificateInput]: EllipsoidCertificateInput[Field];
  };
  #actionCount = 0;
  #isAwaitingReward = false;

  constructor(options: LinearLearnerOptions) {
    const { dimension, actionCount } = options;
    this.#options = options;
    this.model = createRidgeModel({ ...options, actionCapacity: actionCount });
    this.ledger = new Ledger(dimension);
    this.expectedFeatures = this.model.kernel.features;
    this.#playedFeatures = new Float64Array(dimension);
    this.#isTried = new Uint8Array(actionCount);
    this.#certificate = { model: this.model, ledger: this.ledger, radius: 0 };
    this.#decision = startingDecision(this.model.kernel.upperBounds);
  }

  /** ψ of the action played last; `learn` uses it unless it is given other features. */
  get playedFeatures(): Float64Array {
    return this.#playedFeatures;
  }

  /**
   * Chooses one of the first `actionCount` actions, whose features now stand in
   * `expectedFeatures`, and books it.
   */
  decide(baseline: BaselineChoice, actionCount: number = this.#options.actionCount): Decision {
    const { gate } = this.#options;
    requireWhole('actionCount', actionCount, 1, this.#options.actionCount);
    requireBaselineAction(baseline, actionCount);
    const baselineReward = requireRewardNumber(baseline);
    this.#actionCount = actionCount;
    const radius = this.#radius();
    const optimisticAction = this.#propose(actionCount, radius);
    this.#decision.confidenceRadius = radius;
    this.#decision.optimisticAction = optimisticAction;
    this.ledger.openRound(baselineReward);
    if (gate === null) this.#playLearner(optimisticAction, 'no-gate');
    else this.#decideWithGate(gate, baseline.action, baselineReward);
    this.#isAwaitingReward = true;
    return this.#decision;
  }

  /** Takes the reward of the action decided last, with weight 1 / (its variance). */
  observe(observedReward: number, weight: number): void {
    this.learn(this.#playedFeatures, observedReward, weight);
  }

  /** Like `observe`, but regresses the reward on other features than those decided with. */
  learn(features: Float64Array, observedReward: number, weight: number): void {
    if (!this.#isAwaitingReward) throw rewardWithoutDecision();
    const mayLearn = this.#decision.chosenBy === 'learner' || this.#options.learnFromBaseline;
    if (mayLearn) this.model.learn(features, observedReward, weight);
    this.#isAwaitingReward = false;
  }

  /** Over all of ℝᵈ every action may pay anything: all bounds are infinite and the first ties. */
  #propose(actionCount: number, radius: number): number {
    if (Number.isFinite(radius)) return proposeOptimistic(this.model, { actionCount, radius });
    this.model.kernel.upperBounds.fill(Number.POSITIVE_INFINITY, 0, actionCount);
    return 0;
  }

  #radius(): number {
    const isFresh = this.model.observationCount === 0;
    if (isFresh && this.#options.startingSet === 'everything') return Number.POSITIVE_INFINITY;
    return this.#options.radius(this.model);
  }

  #decideWithGate(gate: CumulativeGate, baselineAction: number, baselineReward: number): void {
    const optimisticAction = this.#decision.optimisticAction!;
    if (this.#isSafe(gate, optimisticAction)) {
      this.#playLearner(optimisticAction, 'optimistic-is-safe');
      return;
    }
    const alternative =
      this.#options.selection === 'best-safe'
        ? this.#findSafeAlternative(gate, baselineReward)
        : null;
    if (alternative === null) this.#playBaseline(baselineAction);
    else this.#playLearner(alternative, 'best-safe-action');
  }

  /** Asks the certificate and the gate about one action, and writes their answer down. */
  #isSafe(gate: CumulativeGate, actionIndex: number): boolean {
    this.#certificate.radius = this.#decision.confidenceRadius!;
    const lowerBound = Number.isFinite(this.#certificate.radius)
      ? learnerTotalLowerBound(this.#certificate, actionIndex)
      : Number.NEGATIVE_INFINITY;
    const margin = gate.margin(this.ledger, lowerBound);
    this.#decision.learnerTotalLowerBound = lowerBound;
    this.#decision.margin = margin;
    return margin >= 0;
  }

  /** Returns the safe action with the largest upper bound not below the baseline, or null. */
  #findSafeAlternative(gate: CumulativeGate, baselineReward: number): number | null {
    const optimisticAction = this.#decision.optimisticAction!;
    this.#isTried.fill(0);
    this.#isTried[optimisticAction] = 1;
    for (;;) {
      const candidate = this.#bestUntried();
      const mayBeatBaseline =
        candidate >= 0 && this.model.kernel.upperBounds[candidate]! >= baselineReward;
      if (!mayBeatBaseline) break;
      if (this.#isSafe(gate, candidate)) return candidate;
      this.#isTried[candidate] = 1;
    }
    // The answer of a refused round belongs to the optimistic action, not to the last one tried.
    this.#isSafe(gate, optimisticAction);
    return null;
  }

  /** Returns the untried action with the largest upper bound, or −1 when all are tried. */
  #bestUntried(): number {
    const { upperBounds } = this.model.kernel;
    let best = -1;
    for (let k = 0; k < this.#actionCount; k++) {
      if (this.#isTried[k] === 0 && (best < 0 || upperBounds[k]! > upperBounds[best]!)) best = k;
    }
    return best;
  }

  #playLearner(actionIndex: number, reason: DecisionReason): void {
    this.#keepFeatures(actionIndex);
    this.ledger.bookLearnerRound(this.#playedFeatures);
    this.#decision.playedAction = actionIndex;
    this.#decision.chosenBy = 'learner';
    this.#decision.reason = reason;
  }

  #playBaseline(baselineAction: number): void {
    this.#keepFeatures(baselineAction);
    this.ledger.bookBaselineRound();
    this.#decision.playedAction = baselineAction;
    this.#decision.chosenBy = 'baseline';
    this.#decision.reason = 'not-certified';
  }

  #keepFeatures(actionIndex: number): void {
    const { dimension } = this.#options;
    const start = actionIndex * dimension;
    for (let i = 0; i < dimension; i++) {
      this.#playedFeatures[i] = this.expectedFeatures[start + i]!;
    }
  }
}
