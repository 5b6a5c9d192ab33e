/**
 * A feature map φ(action, context): the numbers in which the expected reward is linear.
 *
 * Before the decision only a distribution of the context is known, so what the model works with
 * are expected features ψ = E[φ], and what the noise model works with is their covariance (SPEC 7
 * of the design notes has the closed forms).
 *
 * For a context that is known, ψ equals φ bit for bit: strategies for forecasts and strategies for
 * seen contexts then make the same decisions from the same data.
 */
import type { ContextDistribution } from '../context/context-distribution.ts';
import type { FeatureMapDescription } from './feature-map-description.ts';

export interface FeatureMap {
  /** 'function' for a map of the caller's own, of which nothing more is known. */
  readonly kind: FeatureMapDescription['kind'] | 'function';
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** Number of context coordinates. */
  readonly contextDimension: number;
  readonly actionCount: number;
  /** Writes φ(action, context) into `into`, from position `offset` on. */
  features(
    actionIndex: number,
    context: ArrayLike<number>,
    into: Float64Array,
    offset: number,
  ): void;
  /** Writes ψ of every action, one vector after the other, actionCount × dimension. */
  expectedFeatures(distribution: ContextDistribution, into: Float64Array): void;
  /**
   * Returns the covariance of Σ coefficient · φ(action, c) over the terms, which share one context.
   * For one action that is one term with coefficient 1; for the contrast with a baseline,
   * φ(x) − (1 − allowedShortfall)·φ(b), it is two.
   */
  covariance(
    distribution: ContextDistribution,
    combination: readonly CombinationTerm[],
  ): FeatureCovariance;
  /** Plain data from which `featureMapFromDescription` builds an equal map. */
  describe(): FeatureMapDescription;
}

export interface CombinationTerm {
  readonly actionIndex: number;
  readonly coefficient: number;
}

/** A covariance C of features, kept in its small form: d × d only if asked for. */
export interface FeatureCovariance {
  /** weightsᵀ·C·weights, never negative: the variance of the reward that the context causes. */
  quadraticForm(weights: ArrayLike<number>): number;
  /** The variance along the most uncertain direction of length 1. */
  largestEigenvalue(): number;
  /** C itself, row by row, d × d, in a fresh array. */
  toDense(): Float64Array;
}
