/**
 * CLUCB: Algorithm 1 with an exactly known context (Kazerouni et al. 2017).
 *
 * Where the context is exact nothing is hidden, the radius is right, and the promise holds.
 */
import { type ConservativeUcbOptions, conservativeLearner } from './conservative-context-ucb.ts';
import { mappedStrategy } from './mapped-strategy.ts';
import type { Strategy } from './strategy.ts';

/** Returns CLUCB; it refuses contexts that are not exact. */
export function conservativeLinearUcb(options: ConservativeUcbOptions): Strategy {
  return mappedStrategy({
    name: 'conservativeLinearUcb',
    featureMap: options.featureMap,
    sight: 'exact',
    feedback: 'hidden',
    learner: conservativeLearner(options),
  });
}
