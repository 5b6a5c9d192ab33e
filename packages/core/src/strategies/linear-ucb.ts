/**
 * LUCB: optimism with an exactly known context and no promise (Abbasi-Yadkori 2011).
 *
 * The first curve of the paper's comparison. It learns fastest and may lose any amount on the way.
 */
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { ConfidenceRadius } from '../model/confidence-radius.ts';
import type { KernelEngine } from '../model/kernel/ridge-kernel.ts';
import { type PaperRadiusOptions, paperRadius } from '../safety/paper/paper-radius.ts';
import { mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

export interface LinearUcbOptions extends PaperRadiusOptions {
  readonly featureMap: FeatureMap;
  /** λ: ridge penalty, greater than 0. */
  readonly ridgePenalty: number;
  /** Takes the place of the paper's radius. */
  readonly radius?: ConfidenceRadius;
  readonly engine?: KernelEngine;
}

/** Returns LUCB; it refuses contexts that are not exact. */
export function linearUcb(options: LinearUcbOptions): Strategy {
  return mappedStrategy({
    name: 'linearUcb',
    featureMap: options.featureMap,
    sight: 'exact',
    feedback: 'hidden',
    learner: {
      ...options,
      radius: options.radius ?? paperRadius(options),
      gate: null,
      learnFromBaseline: false,
      selection: 'optimistic',
      startingSet: 'ball',
    },
  });
}
