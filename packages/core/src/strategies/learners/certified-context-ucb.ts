/**
 * UCB over context distributions behind the certificates C2 to C4: the yardstick of a sound gate
 * for hidden contexts that uses a noise model (SPEC 6.2 of the design notes).
 *
 *   decide    1  the proposer's own ridge, any radius, names a candidate
 *             2  a second ridge, weighted for sub-gamma noise, bounds the candidate from below
 *             3  martingale, carry and floor certificates bound the learner's total from below
 *             4  gate: margin ≥ 0 ?   then the candidate, else the baseline
 *   settle    5  both ridges learn from EVERY round; the certificate takes the learner's rewards
 *
 * The failure probability is split in halves: Theorem B's confidence set, and the boundary of the
 * rewards' noise. With the ball's variance proxies nothing about the true weights is assumed but
 * their norm, which is what makes it dear: `hedge`, whose bets need a reward floor only, has less
 * regret. It is kept for comparison, so its constants are those of the reference runs.
 *
 * The caller writes the features into `expectedFeatures` before `decide`.
 */
import { requireWhole } from '../../base/require.ts';
import type { ConfidenceRadius } from '../../model/confidence-radius.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import { createRidgeModel, type RidgeModel } from '../../model/ridge-model.ts';
import { optimisticProposer } from '../../proposal/optimistic-proposer.ts';
import type { Proposer } from '../../proposal/proposer.ts';
import type { CertificateCandidate } from '../../safety/noise-model/certificate.ts';
import {
  type CombinedCertificate,
  combinedCertificate,
} from '../../safety/noise-model/combined-certificate.ts';
import { lowestTotal } from '../../safety/noise-model/ellipsoid-bounds.ts';
import { EXPECTED_PROMISE_SHARES, splitFailure } from '../../safety/noise-model/failure-split.ts';
import { floorCertificate } from '../../safety/noise-model/floor-certificate.ts';
import { martingaleCertificate } from '../../safety/noise-model/martingale-certificate.ts';
import { type PromiseGate, promiseGate } from '../../safety/noise-model/promise-gate.ts';
import { stitchedBoundary } from '../../safety/noise-model/stitched-boundary.ts';
import { theoremBRadius, theoremBVariance } from '../../safety/noise-model/theorem-b-radius.ts';
import { Ledger } from '../../safety/paper/ledger.ts';
import { relativePromise } from '../../safety/promise-terms.ts';
import {
  type BaselineChoice,
  requireBaselineAction,
  requireRewardNumber,
} from './baseline-choice.ts';
import { requireOpen } from './call-order.ts';
import { type Chooser, type Decision, type MutableDecision, startingDecision } from './decision.ts';
import type { ConfidenceSet, Learner } from './learner.ts';
import type { Ticket } from './ticket.ts';

/** What is known, before the reward, of the noise of each action in the present round. */
export interface ActionNoise {
  /** v of one action, reward noise included, in squared reward units. Asked at most twice a round. */
  varianceOf(expectedFeatures: Float64Array, actionIndex: number): number;
  /** b: a sub-gamma tail that holds for every action of the whole run, in reward units. */
  readonly tail: number;
}

export interface CertifiedContextUcbOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** Largest number of actions to choose from in a round. */
  readonly actionCount: number;
  /** α: largest share of the baseline's total that may be lost, between 0 and 1. */
  readonly allowedShortfall: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
  /** Least expected reward of any action, in reward units. */
  readonly rewardMin: number;
  readonly noise: ActionNoise;
  /** Optimistic with the constant radius 7 unless given. */
  readonly proposer?: Proposer;
  /** λ of the proposer's ridge; 1 unless given. */
  readonly proposerRidgePenalty?: number;
  /** λ of the certificate's ridge; 5 unless given. */
  readonly certificateRidgePenalty?: number;
  /** G of Theorem B; 0.3 unless given. */
  readonly tailScale?: number;
  /** Accumulated variance below which the boundary of the rewards is flat; 50 unless given. */
  readonly varianceMin?: number;
  readonly engine?: KernelEngine;
}

interface OpenRound {
  readonly ticket: Ticket;
  readonly isLearner: boolean;
  readonly variance: number;
}

export class CertifiedContextUcb implements Learner {
  /** What the proposer learns from; never asked about safety. */
  readonly proposerModel: RidgeModel;
  /** What the certificate learns from, weighted by 1 / variance. */
  readonly certificateModel: RidgeModel;
  readonly ledger: Ledger;
  /** Expected features ψ, one action after the other; write them before `decide`. */
  readonly expectedFeatures: Float64Array;
  readonly confidenceSet: ConfidenceSet;
  readonly #options: CertifiedContextUcbOptions;
  readonly #proposer: Proposer;
  readonly #radius: ConfidenceRadius;
  readonly #tailScale: number;
  readonly #certificate: CombinedCertificate;
  readonly #gate: PromiseGate;
  readonly #decision: MutableDecision;
  #openRound: OpenRound | null = null;
  #roundCount = 0;
  #claim: number | null = null;

  constructor(options: CertifiedContextUcbOptions) {
    const { dimension, actionCount, rewardMin, tailScale = 0.3, varianceMin = 50 } = options;
    const split = splitFailure(options.failureProbability, EXPECTED_PROMISE_SHARES);
    this.#options = options;
    this.#proposer = options.proposer ?? optimisticProposer(7);
    this.proposerModel = createRidgeModel({
      ...options,
      actionCapacity: actionCount,
      ridgePenalty: options.proposerRidgePenalty ?? 1,
    });
    this.certificateModel = createRidgeModel({
      ...options,
      actionCapacity: 1,
      ridgePenalty: options.certificateRidgePenalty ?? 5,
    });
    this.#tailScale = tailScale;
    this.#radius = theoremBRadius({
      ...options,
      tailScale,
      failureProbability: split.ellipsoid,
    });
    const boundary = stitchedBoundary({
      failureProbability: split.martingale,
      varianceMin,
      tail: options.noise.tail,
    });
    this.#certificate = combinedCertificate([
      martingaleCertificate(boundary),
      floorCertificate(rewardMin),
    ]);
    this.#gate = promiseGate({ terms: relativePromise(options) });
    this.ledger = new Ledger(dimension);
    this.expectedFeatures = this.proposerModel.kernel.features;
    this.confidenceSet = { model: this.certificateModel, radius: this.#radius };
    const nothingYet = { sequence: 0, playedAction: 0, features: new Float64Array(dimension) };
    this.#decision = startingDecision(this.proposerModel.kernel.upperBounds, nothingYet);
  }

  decide(baseline: BaselineChoice, actionCount: number = this.#options.actionCount): Decision {
    requireWhole('actionCount', actionCount, 1, this.#options.actionCount);
    requireBaselineAction(baseline, actionCount);
    const baselineReward = requireRewardNumber(baseline);
    this.#gate.requireBaselineReward(baselineReward);
    const optimisticAction = this.#proposer.propose(this.proposerModel, actionCount);
    const radius = this.#radius(this.certificateModel);
    const candidate = this.#candidate(optimisticAction, radius);
    const certified = this.#certificate.certify(candidate);
    this.ledger.openRound(baselineReward);
    const margin = this.#gate.margin(this.ledger, certified.total);
    this.#decision.provedSlack = this.#claim;
    this.#decision.proposedAction = optimisticAction;
    this.#decision.confidenceRadius = radius;
    this.#decision.learnerTotalLowerBound = certified.total;
    this.#decision.margin = margin;
    if (margin >= 0) {
      this.#certificate.book(candidate, certified);
      this.#playLearner(optimisticAction, candidate);
    } else {
      this.#playBaseline(baseline.action);
    }
    this.#claim = this.#decision.chosenBy === 'learner' ? margin : null;
    return this.#decision;
  }

  /**
   * If the context has been revealed, the proposer learns from the features of that context; the
   * certificate keeps to what was decided with.
   */
  settle(ticket: Ticket, reward: number, proposerFeatures: Float64Array = ticket.features): void {
    requireOpen(ticket, this.#openRound?.ticket.sequence ?? null);
    const { variance, isLearner } = this.#openRound!;
    const weight = 1 / this.#weightingVariance(ticket.features, variance);
    this.proposerModel.learn(proposerFeatures, reward, 1);
    this.certificateModel.learn(ticket.features, reward, weight);
    if (isLearner) this.#certificate.observe(reward);
    this.#openRound = null;
  }

  provedSlack(): number | null {
    return this.#claim;
  }

  estimateWeights(into: Float64Array): void {
    this.proposerModel.kernel.estimateWeights(into);
  }

  #candidate(actionIndex: number, radius: number): CertificateCandidate {
    const features = this.#featuresOf(actionIndex);
    const view = {
      model: this.certificateModel,
      radius,
      weightNormBound: this.#options.weightNormBound,
    };
    return {
      features,
      lowerBound: Math.max(lowestTotal(view, features), this.#options.rewardMin),
      variance: this.#options.noise.varianceOf(features, actionIndex),
    };
  }

  #weightingVariance(features: Float64Array, variance: number): number {
    const noise = { variance, tail: this.#options.noise.tail };
    const featureNorm = Math.hypot(...features);
    return theoremBVariance({ noise, featureNorm, tailScale: this.#tailScale });
  }

  #playLearner(actionIndex: number, { features, variance }: CertificateCandidate): void {
    const ticket = this.#play(actionIndex, 'learner', Float64Array.from(features));
    this.ledger.bookLearnerRound(ticket.features);
    this.#openRound = { ticket, isLearner: true, variance };
  }

  #playBaseline(actionIndex: number): void {
    const ticket = this.#play(actionIndex, 'baseline', this.#featuresOf(actionIndex));
    this.ledger.bookBaselineRound();
    const variance = this.#options.noise.varianceOf(ticket.features, actionIndex);
    this.#openRound = { ticket, isLearner: false, variance };
  }

  #play(playedAction: number, chosenBy: Chooser, features: Float64Array): Ticket {
    this.#roundCount += 1;
    const ticket = { sequence: this.#roundCount, playedAction, features };
    this.#decision.ticket = ticket;
    this.#decision.playedAction = playedAction;
    this.#decision.chosenBy = chosenBy;
    this.#decision.playProbability = chosenBy === 'learner' ? 1 : 0;
    this.#decision.reason = chosenBy === 'learner' ? 'optimistic-is-safe' : 'not-certified';
    return ticket;
  }

  #featuresOf(actionIndex: number): Float64Array {
    const { dimension } = this.#options;
    return this.expectedFeatures.slice(actionIndex * dimension, (actionIndex + 1) * dimension);
  }
}
