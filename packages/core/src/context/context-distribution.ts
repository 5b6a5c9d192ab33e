/**
 * What is known of the situation before deciding: a distribution over contexts (μ_t in the paper),
 * never the context itself.
 *
 * The rest of hedgerow asks a distribution for four things only: its moments up to the fourth (all
 * that features of degree two need, SPEC 7 of the design notes), its characteristic function (all
 * that random Fourier features need), its support if it is a finite list of points (then ANY
 * feature map is averaged exactly), and draws (for everything else).
 *
 * Central moments, not raw ones: with a mean far from zero, differences of raw moments lose all
 * their digits.
 */
import type { RandomSource } from '../base/random-source.ts';
import type { ContextDescription } from './context-description.ts';

export interface ContextDistribution {
  readonly kind: ContextDescription['kind'];
  /** Number of context coordinates. */
  readonly dimension: number;
  /** E[c], one number a coordinate. Do not write to it. */
  readonly mean: Float64Array;
  /** Cov(c), row by row, dimension × dimension, symmetric. Do not write to it. */
  readonly covariance: Float64Array;
  /** What had to be repaired on the way in, in sentences for the user; usually empty. */
  readonly repairs: readonly string[];

  /** E[uᵢ uⱼ uₖ], where u = c − mean. */
  thirdCentralMoment(i: number, j: number, k: number): number;
  /** E[uᵢ uⱼ uₖ uₗ], where u = c − mean. */
  fourthCentralMoment(i: number, j: number, k: number, l: number): number;
  /** E[exp(i · frequencyᵀc)], the characteristic function. */
  characteristic(frequency: ArrayLike<number>): ComplexNumber;
  /** The points c can take, with their probabilities; null when there are infinitely many. */
  readonly atoms: readonly ContextAtom[] | null;
  /** Writes one draw into `into`. */
  sample(random: RandomSource, into: Float64Array): void;
  /** Plain data from which `contextFromDescription` builds an equal distribution. */
  describe(): ContextDescription;
}

export interface ContextAtom {
  readonly probability: number;
  readonly point: Float64Array;
}

export interface ComplexNumber {
  readonly real: number;
  readonly imaginary: number;
}
