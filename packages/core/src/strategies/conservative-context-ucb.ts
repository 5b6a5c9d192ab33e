/**
 * The paper's Algorithm 1, as written: optimism over context distributions behind a cumulative
 * gate.
 *
 *   see μ_t → expected features → optimistic action x′ → worst-case total L_t
 *     margin ≥ 0   play x′, learn from its reward, add its features to the sum
 *     otherwise    play the baseline, learn nothing
 *
 * As written, its promise does NOT hold when the context is hidden: the radius counts the reward
 * noise alone, not the spread of the context (errata 4 and 5). It is here to reproduce and compare.
 *
 * One reading had to be chosen. The paper starts from the confidence set ℝᵈ; then L_1 = −∞, the
 * baseline is played, nothing is learnt, and so on for ever (erratum 3). The default `ball` is what
 * the paper's experiments must have used; `everything` is the literal text.
 */
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { ConfidenceRadius } from '../model/confidence-radius.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import { cumulativeGate } from '../safety/paper/cumulative-gate.ts';
import { type PaperRadiusOptions, paperRadius } from '../safety/paper/paper-radius.ts';
import type { LinearLearnerOptions, StartingSet } from './linear-learner.ts';
import { mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

export interface ConservativeUcbOptions extends PaperRadiusOptions {
  readonly featureMap: FeatureMap;
  /** λ: ridge penalty, greater than 0. */
  readonly ridgePenalty: number;
  /** α: largest share of the baseline's total that may be lost, between 0 and 1. */
  readonly allowedShortfall: number;
  readonly startingSet?: StartingSet;
  /** Takes the place of the paper's radius. */
  readonly radius?: ConfidenceRadius;
  readonly engine?: KernelEngine;
}

/** Returns Algorithm 1. */
export function conservativeContextUcb(options: ConservativeUcbOptions): Strategy {
  return mappedStrategy({
    name: 'conservativeContextUcb',
    featureMap: options.featureMap,
    sight: 'distribution',
    feedback: 'hidden',
    learner: conservativeLearner(options),
  });
}

/** The learner half of Algorithm 1, which CLUCB shares. */
export function conservativeLearner(
  options: ConservativeUcbOptions,
): Omit<LinearLearnerOptions, 'dimension' | 'actionCount'> {
  return {
    ...options,
    radius: options.radius ?? paperRadius(options),
    gate: cumulativeGate(options.allowedShortfall),
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: options.startingSet ?? 'ball',
  };
}
