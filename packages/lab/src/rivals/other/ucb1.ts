/**
 * UCB1 (Auer, Cesa-Bianchi and Fischer, 2002): arms without a context and without a promise; the oldest row, and what
 * CUCB is with its gate taken off.
 *
 *     mean + H √(2 ln t / n),   H the range of rewards
 */
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface Ucb1Options {
  readonly actionCount: number;
  readonly rewardRange: number;
}

/** Index of an arm with this mean after so many plays, in a round; without end where it was never played. */
export function ucb1Index(
  { mean, plays }: { readonly mean: number; readonly plays: number },
  round: number,
  rewardRange: number,
): number {
  if (plays === 0) return Number.POSITIVE_INFINITY;
  return mean + rewardRange * Math.sqrt((2 * Math.log(round)) / plays);
}

export function ucb1({ actionCount, rewardRange }: Ucb1Options): RivalRule {
  const plays = new Float64Array(actionCount);
  const sums = new Float64Array(actionCount);
  return {
    hasGate: false,
    choose({ number }: RivalRound) {
      const index = (x: number) =>
        ucb1Index({ mean: sums[x]! / plays[x]!, plays: plays[x]! }, number, rewardRange);
      return { action: bestOf(actionCount, index), chosenBy: 'learner' };
    },
    learn({ action }, reward) {
      plays[action]! += 1;
      sums[action]! += reward;
    },
  };
}
