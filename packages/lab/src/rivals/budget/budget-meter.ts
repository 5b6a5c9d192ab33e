/**
 * What knapsack rules spend here, and when they must stop: a round uses what it falls short of the baseline's reward,
 * max(0, r − y), and the budget is α times what the baseline earns in all T rounds.
 *
 * Gains do not refill it, as knapsacks have it. Whoever stays within the budget has therefore kept the total of
 * all T rounds; of the rounds before nothing is said. All in units of the range of rewards.
 */
import type { RivalRound } from '../rival-learner.ts';

export interface BudgetOptions {
  readonly allowedShortfall: number;
  readonly roundCount: number;
  /** H: rewards lie between 0 and this. */
  readonly rewardRange: number;
}

export class BudgetMeter {
  /** What a round may use on average; and the baseline's mean reward. */
  share = 0;
  baselineMean = 0;
  isSpent = false;
  readonly #options: BudgetOptions;
  #required = 0;
  #used = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Begins a round. T times the mean so far stands for the total that is still to come. */
  open({ baselineReward, baselineTotal, number }: RivalRound): void {
    const { allowedShortfall, roundCount, rewardRange } = this.#options;
    this.#required = baselineReward;
    this.baselineMean = baselineTotal / number / rewardRange;
    this.share = allowedShortfall * this.baselineMean;
    this.isSpent ||= this.#used >= this.share * roundCount;
  }

  /** Books a reward; returns it and what it used, in units of the range. */
  book(reward: number): { readonly reward: number; readonly use: number } {
    const { rewardRange } = this.#options;
    const use = Math.max(0, this.#required - reward) / rewardRange;
    this.#used += use;
    return { reward: Math.min(1, Math.max(0, reward / rewardRange)), use: Math.min(1, use) };
  }
}
