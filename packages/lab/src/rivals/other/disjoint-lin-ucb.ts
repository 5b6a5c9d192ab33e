/**
 * LinUCB with disjoint models (Li, Chu, Langford and Schapire, WWW 2010): every action has a ridge regression of its own
 * on the context, and the largest estimate plus a multiple of its width is played.
 *
 *     xᵀθ̂ + R a ‖x‖ in V⁻¹,   a = 1 + √(ln(2 / δ) / 2),   V = I + Σ xxᵀ
 *
 * As we read it here: the context is 1 and the centre of the forecast; published for clicks, so R, the scale of what
 * is left open, multiplies the width. Nothing learnt of one action serves another. No promise.
 */
import { choleskyFactor, choleskySolve } from '@hedgerow/core/research';
import type { ShownForecast } from '../../environments/world.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface DisjointLinUcbOptions {
  readonly actionCount: number;
  readonly forecast: ShownForecast;
  readonly noiseScale: number;
  readonly failureProbability: number;
}

interface Regression {
  readonly gram: Float64Array;
  readonly right: Float64Array;
}

/** a: the published factor of the width. */
export function linUcbFactor(failureProbability: number): number {
  return 1 + Math.sqrt(Math.log(2 / failureProbability) / 2);
}

export function disjointLinUcb(options: DisjointLinUcbOptions): RivalRule {
  const { actionCount, forecast, noiseScale, failureProbability } = options;
  const size = forecast.centre.length + 1;
  const radius = noiseScale * linUcbFactor(failureProbability);
  const regressions = Array.from({ length: actionCount }, () => emptyRegression(size));
  const row = new Float64Array(size).fill(1);
  return {
    hasGate: false,
    choose(_round: RivalRound) {
      row.set(forecast.centre, 1);
      const action = bestOf(actionCount, (x) => optimism(regressions[x]!, row, radius));
      return { action, chosenBy: 'learner' };
    },
    learn({ action }, reward) {
      const { gram, right } = regressions[action]!;
      for (let i = 0; i < size; i++) {
        right[i]! += row[i]! * reward;
        for (let j = 0; j < size; j++) gram[i * size + j]! += row[i]! * row[j]!;
      }
    },
  };
}

function emptyRegression(size: number): Regression {
  const gram = new Float64Array(size * size);
  for (let i = 0; i < size; i++) gram[i * size + i] = 1;
  return { gram, right: new Float64Array(size) };
}

function optimism({ gram, right }: Regression, row: Float64Array, radius: number): number {
  const factor = choleskyFactor(gram, row.length)!;
  const weights = choleskySolve(factor, right);
  const spread = choleskySolve(factor, row);
  let prediction = 0;
  let variance = 0;
  for (let i = 0; i < row.length; i++) {
    prediction += row[i]! * weights[i]!;
    variance += row[i]! * spread[i]!;
  }
  return prediction + radius * Math.sqrt(variance);
}
