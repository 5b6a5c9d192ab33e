/**
 * Bandits with concave rewards and convex knapsacks (Agrawal and Devanur, EC 2014), UCB over arms: what an arm pays is
 * taken at its upper bound, what it uses at its lower bound, and the mixture of arms that is best for those numbers
 * is drawn from.
 *
 *     mean ± 2 rad,   rad = √(g mean / (n + 1)) + g / (n + 1),   g = factor · ln(K T / δ)
 *
 * The objective here is the sum of rewards and the constraint one budget, for which the convex program is the linear one
 * of `best-mixture.ts`. As we read it: the baseline is one arm more, with its known mean and no use; play
 * stops when the budget is spent, and then the baseline plays; the paper's cautious share (1 − ε) B is B itself, since ε
 * is above 1 at this length. Arms have no context, as in the main part of the paper: against the best
 * action of each round its regret grows for ever.
 */
import type { RandomSource } from '@hedgerow/core/research';
import type { RivalChoice, RivalRound, RivalRule } from '../rival-learner.ts';
import { bestMixture } from './best-mixture.ts';
import { BudgetMeter, type BudgetOptions } from './budget-meter.ts';

export interface ConvexKnapsacksOptions extends BudgetOptions {
  readonly actionCount: number;
  readonly failureProbability: number;
  /** Factor of g; 1 in the literal form. */
  readonly marginFactor: number;
  readonly random: RandomSource;
}

/** rad of a mean of values between 0 and 1. */
export function knapsackRadius(mean: number, plays: number, logWays: number): number {
  return Math.sqrt((logWays * mean) / (plays + 1)) + logWays / (plays + 1);
}

export function convexKnapsacks(options: ConvexKnapsacksOptions): RivalRule {
  const { actionCount, roundCount, failureProbability, marginFactor, random } = options;
  const logWays = marginFactor * Math.log((actionCount * roundCount) / failureProbability);
  const meter = new BudgetMeter(options);
  const plays = new Float64Array(actionCount);
  const paid = new Float64Array(actionCount);
  const used = new Float64Array(actionCount);
  const bound = (sums: Float64Array, arm: number, side: 1 | -1) => {
    const mean = sums[arm]! / (plays[arm]! + 1);
    const wide = mean + side * 2 * knapsackRadius(mean, plays[arm]!, logWays);
    return Math.min(1, Math.max(0, wide));
  };
  return {
    hasGate: true,
    choose(round: RivalRound): RivalChoice {
      meter.open(round);
      const baseline: RivalChoice = { action: round.baselineAction, chosenBy: 'baseline' };
      if (meter.isSpent) return baseline;
      const rewards = Float64Array.from({ length: actionCount }, (_, x) => bound(paid, x, 1));
      const uses = Float64Array.from({ length: actionCount }, (_, x) => bound(used, x, -1));
      // The baseline is the last choice.
      const mixture = bestMixture([...rewards, meter.baselineMean], [...uses, 0], meter.share)!;
      const drawn = random() < mixture.weight ? mixture.second : mixture.first;
      return drawn === actionCount ? baseline : { action: drawn, chosenBy: 'learner' };
    },
    learn({ action, chosenBy }, reward) {
      if (chosenBy === 'baseline') return;
      const booked = meter.book(reward);
      plays[action]! += 1;
      paid[action]! += booked.reward;
      used[action]! += booked.use;
    },
  };
}
