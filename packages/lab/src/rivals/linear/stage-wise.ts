/**
 * Safe in every round by itself: SCLUCB and SCLTS (Moradipari, Thrampoulidis and Alizadeh, NeurIPS 2020),
 * SEGE (Khezeli and Bitar, AAAI 2020), Safe-LUCB (Amani, Alizadeh and Thrampoulidis, NeurIPS 2019), DiSC-UCB
 * (Lin and Moothedath, arXiv 2401.11563). They differ in radius, width and choice:
 *
 *     safe = { x : ψᵀθ̂ − width ≥ (1 − α) r }        choose among the safe, else play it safe
 *
 * The published ones mix a little noise into the baseline's action where nothing is safe; finite sets have no
 * such mixture. As we read them: the baseline itself is played, and learnt from; or, as `coin`, with
 * probability α any action, which then promises only the mean over that coin. Their test of the smallest
 * eigenvalue keeps them on the baseline for tens of thousands of rounds here, so it can be left out: what
 * is safe is safe on the same event.
 */
import type { RandomSource } from '@hedgerow/core/research';
import type { RivalChoice, RivalRound, RivalRule } from '../rival-learner.ts';
import {
  bestOf,
  project,
  type RadiusForm,
  RivalRidge,
  type RivalRidgeOptions,
} from '../rival-ridge.ts';

export interface StageWiseOptions extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  /** As the radius counts it: the caller has divided it where a paper does. */
  readonly failureProbability: number;
  readonly noiseScale: number;
  readonly form: RadiusForm;
  readonly choice: 'optimistic' | 'thompson' | 'greedy';
  /** `eigenvalue`: the widest that any action could be, β D / √λ_min; `action`: its own, β ‖ψ‖. */
  readonly width: 'action' | 'eigenvalue';
  readonly isEigenvalueTested: boolean;
  readonly conservativeRound: 'baseline' | 'coin';
  /** First rounds that are played and learnt from on the baseline whatever is safe. */
  readonly seedRounds: number;
  readonly random: RandomSource;
}

export function stageWise(options: StageWiseOptions): RivalRule {
  const ridge = new RivalRidge(options);
  const set = ridge.setFor(options);
  return {
    hasGate: true,
    confidenceSet: set,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round) {
      const radius = set.radius(ridge.model);
      const action =
        round.number <= options.seedRounds ? -1 : safeChoice(ridge, round, radius, options);
      return action >= 0 ? { action, chosenBy: 'learner' } : conservative(round, options);
    },
    learn: ({ features }, reward) => ridge.model.learn(features, reward, 1),
  };
}

/** Returns the best action that is safe; −1 if none is, or too little has been learnt. */
function safeChoice(
  ridge: RivalRidge,
  round: RivalRound,
  radius: number,
  options: StageWiseOptions,
): number {
  const { allowedShortfall, width, isEigenvalueTested, featureNormBound } = options;
  const { actionCount, baselineReward } = round;
  const needsEigenvalue = isEigenvalueTested || width === 'eigenvalue';
  const smallest = needsEigenvalue ? ridge.smallestEigenvalue() : 0;
  if (isEigenvalueTested) {
    const enough = ((2 * featureNormBound * radius) / (allowedShortfall * baselineReward)) ** 2;
    if (smallest < enough) return -1;
  }
  const { predictions, widths } = ridge.score(round);
  const widest = (radius * featureNormBound) / Math.sqrt(smallest);
  const isSafe = (x: number) =>
    predictions[x]! - (width === 'action' ? radius * widths[x]! : widest) >=
    (1 - allowedShortfall) * baselineReward;
  const hope = hopeOf(ridge, round, radius, options);
  return bestOf(actionCount, hope, isSafe);
}

/** By what safe actions are ranked. */
function hopeOf(
  ridge: RivalRidge,
  round: RivalRound,
  radius: number,
  { choice, random }: StageWiseOptions,
): (action: number) => number {
  const { predictions, uncertainties } = ridge.model.kernel;
  if (choice === 'optimistic') return (x) => predictions[x]! + radius * uncertainties[x]!;
  if (choice === 'greedy') return (x) => predictions[x]!;
  const drawn = ridge.drawWeights(radius, random);
  return (x) => project(round, x, drawn);
}

function conservative(
  { baselineAction, actionCount }: RivalRound,
  { conservativeRound, allowedShortfall, random }: StageWiseOptions,
): RivalChoice {
  if (conservativeRound === 'coin' && random() < allowedShortfall) {
    return { action: Math.floor(random() * actionCount), chosenBy: 'learner' };
  }
  return { action: baselineAction, chosenBy: 'baseline' };
}
