/**
 * Conformal Policy Control (Prinster et al., arXiv 2603.02196): an optimised policy is clipped to at most β times
 * a safe one, and β is the largest for which past losses, weighted by how likely the clipped policy would have
 * led to them, stay below a level on average.
 *
 *     π^β = min(π, β π₀) / Z        keep the largest β with Σ w loss + w_next · 1 ≤ level · (Σ w + w_next)
 *
 * It promises the expected loss of the next action, over calibration and draw: a frequency of shortfalls, not a
 * running total, and not with probability 1 − δ. As we read it here: the loss is 1 if a round pays less than
 * (1 − α) of the baseline's reward; π₀ is the baseline with probability 1 − ε, else any action (a point mass would
 * clip everything else away); π plays the optimistic action with probability 1 − ε, else any; w is the ratio to
 * the policy that was in force in that round, over the last rounds that are kept.
 */
import type { RandomSource } from '@hedgerow/core/research';
import { drawPlace } from '../draw-place.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, type RadiusForm, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface ConformalControlOptions extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly noiseScale: number;
  readonly form: RadiusForm;
  /** Share of rounds that may fall short. */
  readonly riskLevel: number;
  /** ε: what both policies leave to chance. */
  readonly explorationShare: number;
  /** Rounds that calibrate. */
  readonly memory: number;
  readonly random: RandomSource;
}

/** A round that was played, for calibration. */
export interface CalibrationRound {
  readonly loss: number;
  /** Probability of what was played under the policy in force, and under the safe one. */
  readonly played: number;
  readonly safe: number;
  /** Probability under the optimised policy of today. */
  readonly optimised: number;
  /** Z of the clipped policy in that round, as a function of β. */
  readonly total: (ratio: number) => number;
}

/** Ratios π / π₀ that are tried, from the safe policy to no clipping at all. */
const RATIOS = Array.from({ length: 40 }, (_, step) => 1.3 ** (step - 8));

/** Returns the largest ratio whose weighted loss is within the level; 0 if not even the safe one is. */
export function controlledRatio(
  rounds: readonly CalibrationRound[],
  level: number,
  ratios: readonly number[] = RATIOS,
): number {
  let kept = 0;
  for (const ratio of ratios) {
    let weights = 0;
    let losses = 0;
    let largest = 0;
    for (const { loss, played, safe, optimised, total } of rounds) {
      const weight = Math.min(optimised, ratio * safe) / total(ratio) / played;
      weights += weight;
      losses += weight * loss;
      largest = Math.max(largest, weight);
    }
    const next = rounds.length === 0 ? 1 : largest;
    if (losses + next > level * (weights + next)) return kept;
    kept = ratio;
  }
  return kept;
}

interface KeptRound {
  readonly features: Float64Array;
  readonly baselineAction: number;
  readonly action: number;
  readonly played: number;
  readonly loss: number;
}

export function conformalControl(options: ConformalControlOptions): RivalRule {
  const { allowedShortfall, explorationShare, riskLevel, memory, random } = options;
  const ridge = new RivalRidge(options);
  const set = ridge.setFor(options);
  const kept: KeptRound[] = [];
  let open: Omit<KeptRound, 'loss'> | null = null;
  let required = 0;
  const spread = (count: number, likely: number) =>
    Float64Array.from(
      { length: count },
      (_, x) => explorationShare / count + (x === likely ? 1 - explorationShare : 0),
    );
  const favourite = (round: RivalRound) => {
    const radius = set.radius(ridge.model);
    const { predictions, widths } = ridge.score(round);
    return bestOf(round.actionCount, (x) => predictions[x]! + radius * widths[x]!);
  };
  return {
    hasGate: true,
    confidenceSet: set,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound) {
      const { actionCount, baselineAction } = round;
      const calibration = kept.map((past) => {
        const optimised = spread(actionCount, favourite({ ...round, features: past.features }));
        const safe = spread(actionCount, past.baselineAction);
        return {
          loss: past.loss,
          played: past.played,
          safe: safe[past.action]!,
          optimised: optimised[past.action]!,
          total: (ratio: number) => clippedTotal(optimised, safe, ratio),
        };
      });
      const ratio = controlledRatio(calibration, riskLevel);
      const safe = spread(actionCount, baselineAction);
      const optimised = spread(actionCount, favourite(round));
      const policy = ratio === 0 ? safe : clipped(optimised, safe, ratio);
      const action = drawPlace(policy, random);
      required = (1 - allowedShortfall) * round.baselineReward;
      open = { features: round.features.slice(), baselineAction, action, played: policy[action]! };
      return { action, chosenBy: action === baselineAction ? 'baseline' : 'learner' };
    },
    learn({ features }, reward) {
      ridge.model.learn(features, reward, 1);
      kept.push({ ...open!, loss: reward < required ? 1 : 0 });
      if (kept.length > memory) kept.shift();
    },
  };
}

function clippedTotal(optimised: Float64Array, safe: Float64Array, ratio: number): number {
  return optimised.reduce((sum, p, x) => sum + Math.min(p, ratio * safe[x]!), 0);
}

function clipped(optimised: Float64Array, safe: Float64Array, ratio: number): Float64Array {
  const total = clippedTotal(optimised, safe, ratio);
  return optimised.map((p, x) => Math.min(p, ratio * safe[x]!) / total);
}
