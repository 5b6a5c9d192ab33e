/**
 * How far the true reward weights may lie from our estimate of them, in units of the V-norm.
 *
 * A confidence radius β is a function of the model alone. Three readings live in `safety/paper`: as
 * the paper writes it, from the determinant, and Kirschner & Krause's. They differ in which noise
 * they count and in how they measure what has been learnt, and only in that.
 */
import type { RidgeModel } from './ridge-model.ts';

/** Returns the radius for the next round, from what the model knows before it. */
export type ConfidenceRadius = (model: RidgeModel) => number;

/** Declarations that every radius needs. */
export interface ConfidenceDeclarations {
  /**
   * Sub-Gaussian scale of everything the model cannot predict, in reward units. When the context
   * is hidden this is reward noise PLUS the spread of the hidden context; passing the reward noise
   * alone, as the paper does, makes the set too small and the safety promise silently void.
   */
  readonly noiseScale: number;
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
  /** δ: probability with which the set may miss the true weights, over the whole run. */
  readonly failureProbability: number;
}
