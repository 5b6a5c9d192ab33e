/**
 * The strategies of the literature, by the names under which they are known.
 *
 *                            context seen                promise
 *   linearUcb                exact                       none         LUCB, Abbasi-Yadkori 2011
 *   contextUcb               forecast, revealed or not   none         Kirschner & Krause 2019
 *   conservativeLinearUcb    exact                       cumulative   CLUCB, Kazerouni et al. 2017
 *   conservativeContextUcb   forecast                    cumulative   the paper's Algorithm 1
 *   baselineOnly             none                        none         the yardstick
 *
 * Algorithm 1 as written does NOT keep its promise when the context is hidden: the radius counts the
 * reward noise alone, not the spread of the context (errata 4 and 5). It is here to reproduce and
 * compare. One reading had to be chosen: the paper starts from the confidence set ℝᵈ; then L_1 = −∞, the
 * baseline is played, nothing is learnt, and so on for ever (erratum 3). The default `ball` is what the
 * paper's experiments must have used; `everything` is the literal text.
 *
 * Where the context is exact nothing is hidden, the radius is right, and CLUCB's promise holds.
 */
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import { createLearner } from './learners/create-learner.ts';
import type { LearnerDefinition, StrategyKind } from './learners/learner-definition.ts';
import { type MappedStrategyOptions, mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

export interface BaselineOnlyOptions {
  readonly featureMap: FeatureMap;
}

export interface LinearUcbOptions extends BaselineOnlyOptions {
  /** λ: ridge penalty, greater than 0. */
  readonly ridgePenalty: number;
  /** R: sub-Gaussian scale of the noise, in reward units. */
  readonly noiseScale: number;
  /** A: bound on the Euclidean norm of the true weights. */
  readonly weightNormBound: number;
  /** D: bound on the Euclidean norm of features; the paper's radius needs it. */
  readonly featureNormBound?: number;
  /** δ: probability with which the confidence set may miss the truth. */
  readonly failureProbability: number;
  readonly radius?: 'paper' | 'determinant' | 'kirschner-krause';
  readonly engine?: KernelEngine;
}

export interface ContextUcbOptions extends LinearUcbOptions {
  readonly feedback: 'hidden' | 'revealed';
}

export interface ConservativeUcbOptions extends LinearUcbOptions {
  /** α: largest share of the baseline's total that may be lost, between 0 and 1. */
  readonly allowedShortfall: number;
  readonly startingSet?: 'ball' | 'everything';
}

/** Follows the baseline in every round: the yardstick that any strategy must beat to be of use. */
export function baselineOnly(options: BaselineOnlyOptions): Strategy {
  return published('baselineOnly', options, { sight: 'distribution', feedback: 'either' });
}

/** LUCB: learns fastest and may lose any amount on the way; refuses contexts that are not exact. */
export function linearUcb(options: LinearUcbOptions): Strategy {
  return published('linearUcb', options, { sight: 'exact', feedback: 'hidden' });
}

/**
 * UCB over distributions. With feedback `revealed` it regresses rewards on the features of the context
 * that really came, which is far more informative.
 */
export function contextUcb(options: ContextUcbOptions): Strategy {
  const { feedback } = options;
  return published('contextUcb', options, { sight: 'distribution', feedback });
}

/** CLUCB: Algorithm 1 with an exactly known context; refuses others. */
export function conservativeLinearUcb(options: ConservativeUcbOptions): Strategy {
  return published('conservativeLinearUcb', options, { sight: 'exact', feedback: 'hidden' });
}

/** Algorithm 1: see μ_t, then the optimistic action if its worst case keeps the promise. */
export function conservativeContextUcb(options: ConservativeUcbOptions): Strategy {
  return published('conservativeContextUcb', options, {
    sight: 'distribution',
    feedback: 'hidden',
  });
}

function published(
  kind: StrategyKind,
  options: Omit<LearnerDefinition, 'kind'> & BaselineOnlyOptions & { engine?: KernelEngine },
  sees: Pick<MappedStrategyOptions, 'sight' | 'feedback'>,
): Strategy {
  const { featureMap, engine, ...definition } = options;
  const { dimension, actionCount } = featureMap;
  const declared = { dimension, actionCount, ...(engine === undefined ? {} : { engine }) };
  const learner = createLearner({ ...definition, kind }, declared);
  return mappedStrategy({ name: kind, featureMap, learner, ...sees });
}
