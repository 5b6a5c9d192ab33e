/**
 * Linear Thompson sampling (Agrawal and Goyal, ICML 2013): weights are drawn around the estimate, and what is
 * best for them is played. No promise.
 */
import type { RandomSource } from '@hedgerow/core/research';
import type { RivalRule } from '../rival-learner.ts';
import { bestOf, project, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface LinearThompsonOptions extends RivalRidgeOptions {
  /** Scale of the draw, in units of V⁻¹. */
  readonly noiseScale: number;
  readonly random: RandomSource;
}

export function linearThompson(options: LinearThompsonOptions): RivalRule {
  const ridge = new RivalRidge(options);
  return {
    hasGate: false,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round) {
      const drawn = ridge.drawWeights(options.noiseScale, options.random);
      const action = bestOf(round.actionCount, (x) => project(round, x, drawn));
      return { action, chosenBy: 'learner' };
    },
    learn: ({ features }, reward) => ridge.model.learn(features, reward, 1),
  };
}
