/**
 * One round of every linear strategy, on expected features that are already computed.
 *
 *   decide    1  radius β from the model            4  certificate: worst-case total
 *             2  upper bounds, optimistic action    5  gate: margin ≥ 0 ?
 *             3  the ledger opens the round         6  the ledger books who plays
 *   settle    7  the model takes the reward
 *
 * Paper: Algorithm 1, lines 5 to 17. LUCB, CLUCB, Kirschner & Krause's UCB and Algorithm 1 are this
 * one loop with different features, radii and gates; that is why they agree bit for bit wherever
 * they should. The caller writes the features into `expectedFeatures` before `decide`.
 *
 * What it claims: when the learner plays, the slack after that round is at least the margin of a gate for
 * totals.
 * After a round given to the baseline it claims nothing new. Nothing here allocates per round.
 */
import { requireWhole } from '../../base/require.ts';
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { createRidgeModel, type RidgeModel } from '../../model/ridge-model.ts';
import { proposeOptimistic } from '../../proposal/propose-optimistic.ts';
import type { CumulativeGate } from '../../safety/paper/cumulative-gate.ts';
import {
  type EllipsoidCertificateInput,
  learnerTotalLowerBound,
} from '../../safety/paper/ellipsoid-certificate.ts';
import { Ledger } from '../../safety/paper/ledger.ts';
import type { StageWiseGate } from '../../safety/paper/stage-wise-gate.ts';
import {
  type BaselineChoice,
  requireBaselineAction,
  requireRewardNumber,
} from './baseline-choice.ts';
import { requireOpen } from './call-order.ts';
import {
  type Chooser,
  type Decision,
  type DecisionReason,
  type MutableDecision,
  type MutableTicket,
  startingDecision,
} from './decision.ts';
import type { ConfidenceSet, Learner } from './learner.ts';
import type { Ticket } from './ticket.ts';

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

/** What a candidate must pass: the running total, or the round by itself. */
export type LinearGate = CumulativeGate | StageWiseGate;

export interface LinearLearnerOptions {
  readonly dimension: number;
  /** Largest number of actions to choose from in a round. */
  readonly actionCount: number;
  /** λ: ridge penalty, greater than 0. */
  readonly ridgePenalty: number;
  readonly radius: ConfidenceRadius;
  /** Without a gate every proposal is played. */
  readonly gate: LinearGate | null;
  /** Whether rewards of baseline rounds teach the model too. The paper: false. */
  readonly learnFromBaseline: boolean;
  readonly selection: Selection;
  readonly startingSet: StartingSet;
  /** Variance of an action's reward in the round at hand, which weights it; 1 if absent. */
  readonly varianceOf?: (expectedFeatures: Float64Array, actionIndex: number) => number;
  readonly engine?: KernelEngine;
}

export class LinearLearner implements Learner {
  readonly model: RidgeModel;
  readonly ledger: Ledger;
  /** Expected features ψ, one action after the other; write them before `decide`. */
  readonly expectedFeatures: Float64Array;
  readonly confidenceSet: ConfidenceSet;
  readonly #options: LinearLearnerOptions;
  readonly #decision: MutableDecision;
  readonly #ticket: MutableTicket;
  readonly #isTried: Uint8Array;
  /** Kept between rounds, so that a round allocates nothing. */
  readonly #certificate: {
    -readonly [Field in keyof EllipsoidCertificateInput]: EllipsoidCertificateInput[Field];
  };
  #actionCount = 0;
  /** Sequence of the decision whose reward is awaited. */
  #open: number | null = null;
  #claim: number | null = null;

  constructor(options: LinearLearnerOptions) {
    const { dimension, actionCount } = options;
    this.#options = options;
    this.model = createRidgeModel({ ...options, actionCapacity: actionCount });
    this.ledger = new Ledger(dimension);
    this.expectedFeatures = this.model.kernel.features;
    this.confidenceSet = { model: this.model, radius: options.radius };
    this.#isTried = new Uint8Array(actionCount);
    this.#certificate = { model: this.model, ledger: this.ledger, radius: 0 };
    this.#ticket = { sequence: 0, playedAction: 0, features: new Float64Array(dimension) };
    this.#decision = startingDecision(this.model.kernel.upperBounds, this.#ticket);
  }

  decide(baseline: BaselineChoice, actionCount: number = this.#options.actionCount): Decision {
    const { gate } = this.#options;
    requireWhole('actionCount', actionCount, 1, this.#options.actionCount);
    requireBaselineAction(baseline, actionCount);
    const baselineReward = requireRewardNumber(baseline);
    this.#actionCount = actionCount;
    const radius = this.#radius();
    const optimisticAction = this.#propose(actionCount, radius);
    this.#decision.provedSlack = this.#claim;
    this.#decision.confidenceRadius = radius;
    this.#decision.proposedAction = optimisticAction;
    this.ledger.openRound(baselineReward);
    if (gate === null) this.#playLearner(optimisticAction, 'no-gate');
    else this.#decideWithGate(gate, baseline.action, baselineReward);
    const isProved = this.#decision.chosenBy === 'learner' && gate?.scope === 'total';
    this.#claim = isProved ? this.#decision.margin : null;
    this.#ticket.sequence += 1;
    this.#open = this.#ticket.sequence;
    return this.#decision;
  }

  settle(ticket: Ticket, reward: number, features: Float64Array = ticket.features): void {
    requireOpen(ticket, this.#open);
    const mayLearn = this.#decision.chosenBy === 'learner' || this.#options.learnFromBaseline;
    const variance = this.#options.varianceOf?.(ticket.features, ticket.playedAction) ?? 1;
    if (mayLearn) this.model.learn(features, reward, 1 / variance);
    this.#open = null;
  }

  provedSlack(): number | null {
    return this.#claim;
  }

  estimateWeights(into: Float64Array): void {
    this.model.kernel.estimateWeights(into);
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

  #decideWithGate(gate: LinearGate, baselineAction: number, baselineReward: number): void {
    const optimisticAction = this.#decision.proposedAction;
    if (this.#isSafe(gate, optimisticAction, baselineReward)) {
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
  #isSafe(gate: LinearGate, actionIndex: number, baselineReward: number): boolean {
    this.#certificate.radius = this.#decision.confidenceRadius!;
    const lowerBound = Number.isFinite(this.#certificate.radius)
      ? this.#lowerBound(gate, actionIndex)
      : Number.NEGATIVE_INFINITY;
    const margin =
      gate.scope === 'total'
        ? gate.margin(this.ledger, lowerBound)
        : gate.margin({ baselineReward, lowerBound });
    this.#decision.learnerTotalLowerBound = lowerBound;
    this.#decision.margin = margin;
    return margin >= 0;
  }

  /** Least that the learner's rounds earn with this candidate, or the candidate in this round. */
  #lowerBound({ scope }: LinearGate, actionIndex: number): number {
    if (scope === 'total') return learnerTotalLowerBound(this.#certificate, actionIndex);
    const { predictions, uncertainties } = this.model.kernel;
    return predictions[actionIndex]! - this.#certificate.radius * uncertainties[actionIndex]!;
  }

  /** Returns the safe action with the largest upper bound not below the baseline, or null. */
  #findSafeAlternative(gate: LinearGate, baselineReward: number): number | null {
    const optimisticAction = this.#decision.proposedAction;
    this.#isTried.fill(0);
    this.#isTried[optimisticAction] = 1;
    for (;;) {
      const candidate = this.#bestUntried();
      const mayBeatBaseline =
        candidate >= 0 && this.model.kernel.upperBounds[candidate]! >= baselineReward;
      if (!mayBeatBaseline) break;
      if (this.#isSafe(gate, candidate, baselineReward)) return candidate;
      this.#isTried[candidate] = 1;
    }
    // The answer of a refused round belongs to the optimistic action, not to the last one tried.
    this.#isSafe(gate, optimisticAction, baselineReward);
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
    this.#play(actionIndex, 'learner', reason);
    this.ledger.bookLearnerRound(this.#ticket.features);
  }

  #playBaseline(baselineAction: number): void {
    this.#play(baselineAction, 'baseline', 'not-certified');
    this.ledger.bookBaselineRound();
  }

  #play(actionIndex: number, chosenBy: Chooser, reason: DecisionReason): void {
    this.#keepFeatures(actionIndex);
    this.#ticket.playedAction = actionIndex;
    this.#decision.playedAction = actionIndex;
    this.#decision.chosenBy = chosenBy;
    this.#decision.playProbability = chosenBy === 'learner' ? 1 : 0;
    this.#decision.reason = reason;
  }

  #keepFeatures(actionIndex: number): void {
    const { dimension } = this.#options;
    const start = actionIndex * dimension;
    for (let i = 0; i < dimension; i++) {
      this.#ticket.features[i] = this.expectedFeatures[start + i]!;
    }
  }
}
