/**
 * Predicted contexts with measurement-error correction (Guo, Xu and Murphy, AISTATS 2024): the forecast is the
 * context plus an error of known variance, and each action has weights of its own, estimated by
 *
 *     θ̂ = (V − W)⁻¹ b,   V = I + Σ (π° / π) x̃x̃ᵀ,   W = Σ π° Σ_e,   b = Σ (π° / π) x̃y
 *
 * with a target π° of equal shares. For classical errors only (the forecast strays around the context): where
 * the context strays around the forecast, ridge on the forecast is right and this corrects too much. As we
 * read it for K actions: the regressors are 1 and the forecast's centre, p₀ is shared by all but the best, and
 * where V − W is not positive the plain ridge stands in, as in the first rounds. No promise.
 */

import type { RandomSource } from '@hedgerow/core/research';
import { choleskyFactor, choleskySolve } from '@hedgerow/core/research';
import type { ShownForecast } from '../../environments/world.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface MeasurementErrorOptions {
  readonly actionCount: number;
  readonly forecast: ShownForecast;
  /** p₀: probability of an action other than the best. */
  readonly explorationShare: number;
  /** Rounds with plain ridge at the beginning. */
  readonly plainRounds: number;
  readonly random: RandomSource;
}

/** (V − W)⁻¹ b, or V⁻¹ b where that is not positive definite. */
export function correctedWeights(
  gram: Float64Array,
  errors: Float64Array,
  right: Float64Array,
): Float64Array {
  const corrected = choleskyFactor(
    gram.map((entry, place) => entry - errors[place]!),
    right.length,
  );
  return choleskySolve(corrected ?? choleskyFactor(gram, right.length)!, right);
}

interface ActionSums {
  readonly gram: Float64Array;
  readonly errors: Float64Array;
  readonly right: Float64Array;
}

export function measurementError(options: MeasurementErrorOptions): RivalRule {
  const { actionCount, forecast, explorationShare, plainRounds, random } = options;
  const size = forecast.centre.length + 1;
  const sums = Array.from({ length: actionCount }, () => emptySums(size));
  const regressors = new Float64Array(size).fill(1);
  let probability = 1;
  let rounds = 0;
  return {
    hasGate: false,
    choose(round: RivalRound) {
      regressors.set(forecast.centre, 1);
      const uppers = sums.map((own) => optimism(own, regressors, rounds >= plainRounds));
      const best = bestOf(round.actionCount, (x) => uppers[x]!);
      const isExploring = random() < explorationShare && actionCount > 1;
      const action = isExploring ? otherThan(best, actionCount, random) : best;
      probability = isExploring ? explorationShare / (actionCount - 1) : 1 - explorationShare;
      return { action, chosenBy: 'learner' };
    },
    learn({ action }, reward) {
      rounds += 1;
      const weight = 1 / actionCount / probability;
      addRow(sums[action]!, regressors, weight, reward);
      for (const { errors } of sums) {
        for (let i = 1; i < size; i++) errors[i * size + i]! += forecast.variance / actionCount;
      }
    },
  };
}

function emptySums(size: number): ActionSums {
  const gram = new Float64Array(size * size);
  for (let i = 0; i < size; i++) gram[i * size + i] = 1;
  return { gram, errors: new Float64Array(size * size), right: new Float64Array(size) };
}

function optimism(
  { gram, errors, right }: ActionSums,
  row: Float64Array,
  isCorrected: boolean,
): number {
  const none = isCorrected ? errors : new Float64Array(errors.length);
  const weights = correctedWeights(gram, none, right);
  const spread = choleskySolve(choleskyFactor(gram, row.length)!, row);
  const prediction = row.reduce((sum, value, i) => sum + value * weights[i]!, 0);
  return prediction + Math.sqrt(row.reduce((sum, value, i) => sum + value * spread[i]!, 0));
}

function addRow(
  { gram, right }: ActionSums,
  row: Float64Array,
  weight: number,
  reward: number,
): void {
  const size = row.length;
  for (let i = 0; i < size; i++) {
    right[i]! += weight * row[i]! * reward;
    for (let j = 0; j < size; j++) gram[i * size + j]! += weight * row[i]! * row[j]!;
  }
}

function otherThan(best: number, count: number, random: RandomSource): number {
  const drawn = Math.floor(random() * (count - 1));
  return drawn < best ? drawn : drawn + 1;
}
