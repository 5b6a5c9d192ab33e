/**
 * Proposes the action that is best under weights drawn at random around the estimate (Thompson).
 *
 *     sampledWeights = θ̂ + spread · R⁻¹ζ,    ζ ~ N(0, I),    V = RᵀR
 *     x′ = argmax ψᵀ sampledWeights, lowest index on a tie
 *
 * R⁻¹ζ has covariance V⁻¹, so any square root of V will do and the kernel's own factor is used: one
 * back substitution, O(d²), then O(d) an action instead of the O(d²) of an upper bound. The draw
 * takes d normal numbers from the source in every round, whatever the outcome.
 */
import { type RandomSource, standardNormal } from '../base/random-source.ts';
import { requireWhole } from '../base/require.ts';
import type { RidgeKernel } from '../model/kernel/ridge-kernel.ts';
import { type ExplorationRule, explorationRule } from './exploration-rule.ts';
import type { Proposer } from './proposer.ts';

export interface ThompsonProposerOptions {
  readonly random: RandomSource;
  /** ν: scale of the draw, in units of the V-norm; larger explores more. */
  readonly spread: ExplorationRule;
}

/** Returns the Thompson proposer; it keeps no state but its source of randomness. */
export function thompsonProposer(options: ThompsonProposerOptions): Proposer {
  const spreadOf = explorationRule('spread', options.spread);
  return {
    name: 'thompson',
    propose(model, actionCount) {
      requireWhole('actionCount', actionCount, 1, model.kernel.actionCapacity);
      const weights = sampleWeights(model.kernel, spreadOf(model), options.random);
      return bestAction(model.kernel, weights, actionCount);
    },
  };
}

/** Returns one draw from N(θ̂, spread² · V⁻¹). */
export function sampleWeights(
  kernel: RidgeKernel,
  spread: number,
  random: RandomSource,
): Float64Array {
  const { dimension } = kernel;
  const draw = Float64Array.from({ length: dimension }, () => spread * standardNormal(random));
  const state = kernel.exportState();
  // Adding the draw to z before the substitution yields R⁻¹(z + draw) = θ̂ + R⁻¹draw in one go.
  const start = (dimension * (dimension + 1)) / 2;
  for (let k = 0; k < dimension; k++) draw[k]! += state[start + k]!;
  substituteBackward(state, draw);
  return draw;
}

/** Replaces v by R⁻¹v, where R's upper triangle leads `state`, row by row. */
function substituteBackward(state: Float64Array, vector: Float64Array): void {
  const dimension = vector.length;
  let rowStart = (dimension * (dimension + 1)) / 2;
  for (let k = dimension - 1; k >= 0; k--) {
    rowStart -= dimension - k;
    let rest = vector[k]!;
    for (let i = k + 1; i < dimension; i++) rest -= state[rowStart + i - k]! * vector[i]!;
    vector[k] = rest / state[rowStart]!;
  }
}

function bestAction(kernel: RidgeKernel, weights: Float64Array, actionCount: number): number {
  const { features, dimension } = kernel;
  let best = 0;
  let bestReward = Number.NEGATIVE_INFINITY;
  for (let action = 0; action < actionCount; action++) {
    const start = action * dimension;
    let reward = 0;
    for (let i = 0; i < dimension; i++) reward += features[start + i]! * weights[i]!;
    if (reward > bestReward) {
      best = action;
      bestReward = reward;
    }
  }
  return best;
}
