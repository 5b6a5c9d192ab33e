/**
 * UCB over context distributions, without a promise (Kirschner & Krause 2019).
 *
 * It decides with expected features always. With feedback `revealed` it regresses the reward on
 * the features of the context that really came, which is far more informative; a baseline round
 * does not exist for it.
 */
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { ConfidenceRadius } from '../model/confidence-radius.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import {
  type KirschnerKrauseRadiusOptions,
  kirschnerKrauseRadius,
} from '../safety/paper/kirschner-krause-radius.ts';
import { mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

export interface ContextUcbOptions extends KirschnerKrauseRadiusOptions {
  readonly featureMap: FeatureMap;
  /** λ: ridge penalty, greater than 0 (theirs is 1). */
  readonly ridgePenalty: number;
  /** Takes the place of Kirschner & Krause's radius. */
  readonly radius?: ConfidenceRadius;
  readonly engine?: KernelEngine;
}

/** Returns Kirschner & Krause's UCB with hidden or revealed contexts. */
export function contextUcb(options: ContextUcbOptions): Strategy {
  return mappedStrategy({
    name: 'contextUcb',
    featureMap: options.featureMap,
    sight: 'distribution',
    feedback: options.feedback,
    learner: {
      ...options,
      radius: options.radius ?? kirschnerKrauseRadius(options),
      gate: null,
      learnFromBaseline: false,
      selection: 'optimistic',
      startingSet: 'ball',
    },
  });
}
