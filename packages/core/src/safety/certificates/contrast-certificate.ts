/**
 * The promise when nobody knows what the baseline earns: bound the DIFFERENCE, not the two sides.
 *
 *     contrast of a learner's round    ψ of the action − (1 − allowedShortfall) · ψ of the baseline
 *     contrast of a baseline round     allowedShortfall · ψ of the baseline
 *     margin = max of
 *       carry       best margin known so far + least value of the candidate's contrast
 *       joint       reserve + lowest total of (Σ contrasts + candidate's contrast)
 *       separate    reserve + Σ rewards − boundary + ℓ of the candidate
 *                   − (1 − allowedShortfall) · highest total of Σ ψ of the baseline
 *
 * Actions that resemble the baseline cancel in the contrast, so the joint bound is never worse than
 * bounding both sides apart by the same ellipsoid. ALL rounds teach the model here, the baseline's
 * too; historical data may have taught it before, but they earn no margin.
 *
 * The baseline's expected reward must be at least 0, else following it would lose margin.
 */
import { requireLength, requireNotNegative } from '../../base/require.ts';
import type { TimeUniformBoundary } from '../boundaries/time-uniform-boundary.ts';
import { relativePromise, requireRepairing } from '../promise-terms.ts';
import type { Certificate } from './certificate.ts';
import { type ConfidenceView, highestTotal, lowestTotal } from './ellipsoid-bounds.ts';
import { martingaleCertificate } from './martingale-certificate.ts';

export interface ContrastCertificateOptions {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** α: largest share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Boundary of the upper noise of all rewards, for its own share of δ. */
  readonly boundary: TimeUniformBoundary;
  /** R₀: loss allowed on top, in reward units; 0 unless given. */
  readonly reserve?: number;
  /** Least expected reward of any action, in reward units, at least 0; 0 unless given. */
  readonly rewardMin?: number;
}

/** One round's two possibilities, and how noisy their rewards are. */
export interface ContrastRound {
  /** ψ of the learner's candidate. */
  readonly features: ArrayLike<number>;
  /** ψ of the baseline's action. */
  readonly baselineFeatures: ArrayLike<number>;
  /** v: variance proxy of the reward of whichever is played. */
  readonly variance: number;
}

export class ContrastCertificate {
  readonly #options: ContrastCertificateOptions;
  readonly #reserve: number;
  readonly #rewardMin: number;
  readonly #observed: Certificate;
  readonly #contrastSum: Float64Array;
  readonly #baselineFeatureSum: Float64Array;
  readonly #scratch: Float64Array;
  #carriedMargin: number;

  constructor(options: ContrastCertificateOptions) {
    const { dimension, allowedShortfall, boundary, reserve = 0, rewardMin = 0 } = options;
    requireRepairing(relativePromise({ allowedShortfall, reserve }), rewardMin);
    this.#options = options;
    this.#reserve = reserve;
    this.#rewardMin = rewardMin;
    this.#observed = martingaleCertificate(boundary);
    this.#contrastSum = new Float64Array(dimension);
    this.#baselineFeatureSum = new Float64Array(dimension);
    this.#scratch = new Float64Array(dimension);
    this.#carriedMargin = reserve;
  }

  /** Best margin known for the rounds booked so far, in reward units. */
  get carriedMargin(): number {
    return this.#carriedMargin;
  }

  /** Returns the room left if the candidate is played, in reward units; negative means no. */
  margin(view: ConfidenceView, round: ContrastRound): number {
    this.#requireRound(round);
    this.#refresh(view);
    return Math.max(
      this.#carriedMargin + this.#leastContrast(view, round),
      this.#jointMargin(view, round),
      this.#separateMargin(view, round),
    );
  }

  /** Books the candidate as played, with the margin that `margin` gave for it. */
  bookLearnerRound(view: ConfidenceView, round: ContrastRound, margin: number): void {
    this.#requireRound(round);
    const lowerBound = this.#leastReward(view, round.features);
    this.#observed.book({ features: round.features, lowerBound, variance: round.variance });
    add(this.#contrastSum, 1, round.features);
    add(this.#contrastSum, this.#options.allowedShortfall - 1, round.baselineFeatures);
    add(this.#baselineFeatureSum, 1, round.baselineFeatures);
    this.#carriedMargin = margin;
  }

  /** Books the baseline as played. It never lowers the margin. */
  bookBaselineRound(view: ConfidenceView, round: ContrastRound): void {
    this.#requireRound(round);
    const { allowedShortfall } = this.#options;
    this.#refresh(view);
    const lowerBound = this.#leastReward(view, round.baselineFeatures);
    this.#observed.book({ features: round.baselineFeatures, lowerBound, variance: round.variance });
    add(this.#contrastSum, allowedShortfall, round.baselineFeatures);
    add(this.#baselineFeatureSum, 1, round.baselineFeatures);
    this.#carriedMargin += allowedShortfall * lowerBound;
  }

  /** Takes the reward of the oldest booked round that has none yet. */
  observe(reward: number): void {
    this.#observed.observe(reward);
  }

  #refresh(view: ConfidenceView): void {
    const joint = this.#reserve + lowestTotal(view, this.#contrastSum);
    const separate =
      this.#reserve +
      this.#observed.settledTotal() -
      (1 - this.#options.allowedShortfall) * highestTotal(view, this.#baselineFeatureSum);
    this.#carriedMargin = Math.max(this.#carriedMargin, joint, separate);
  }

  #leastReward(view: ConfidenceView, features: ArrayLike<number>): number {
    return Math.max(lowestTotal(view, features), this.#rewardMin);
  }

  #leastContrast(view: ConfidenceView, round: ContrastRound): number {
    this.#scratch.set(round.features);
    add(this.#scratch, this.#options.allowedShortfall - 1, round.baselineFeatures);
    return lowestTotal(view, this.#scratch);
  }

  #jointMargin(view: ConfidenceView, round: ContrastRound): number {
    this.#scratch.set(this.#contrastSum);
    add(this.#scratch, 1, round.features);
    add(this.#scratch, this.#options.allowedShortfall - 1, round.baselineFeatures);
    return this.#reserve + lowestTotal(view, this.#scratch);
  }

  #separateMargin(view: ConfidenceView, round: ContrastRound): number {
    const learnerTotal = this.#observed.settledTotal() + this.#leastReward(view, round.features);
    this.#scratch.set(this.#baselineFeatureSum);
    add(this.#scratch, 1, round.baselineFeatures);
    const baselineTotal = highestTotal(view, this.#scratch);
    return this.#reserve + learnerTotal - (1 - this.#options.allowedShortfall) * baselineTotal;
  }

  #requireRound(round: ContrastRound): void {
    requireLength('features', round.features, this.#options.dimension);
    requireLength('baselineFeatures', round.baselineFeatures, this.#options.dimension);
    requireNotNegative('variance', round.variance);
  }
}

function add(into: Float64Array, factor: number, vector: ArrayLike<number>): void {
  for (let i = 0; i < into.length; i++) into[i]! += factor * vector[i]!;
}
