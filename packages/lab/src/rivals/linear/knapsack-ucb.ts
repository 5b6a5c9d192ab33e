/**
 * Linear contextual bandits with knapsacks (Agrawal and Devanur, NeurIPS 2016), the nearest kin: a budget is
 * spent, a price for it is learnt, and play stops when it is gone.
 *
 * As we read it for a baseline: what a round consumes is (1 − α) r − y, the budget is α times what the baseline
 * is expected to earn in all T rounds, and after the stop the baseline plays for ever. Reward and consumption
 * are then the same number, so the price never changes which action is best (tested): what is left of the
 * method is optimism with a stop. It promises nothing about the rounds before T.
 */
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, type RadiusForm, RivalRidge, type RivalRidgeOptions } from '../rival-ridge.ts';

export interface KnapsackUcbOptions extends RivalRidgeOptions {
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  readonly noiseScale: number;
  readonly form: RadiusForm;
  readonly roundCount: number;
}

/** What an action is worth at a price of the budget: reward less price times consumption. */
export function pricedWorth(
  upperBound: number,
  { price, required }: { readonly price: number; readonly required: number },
): number {
  return upperBound - price * (required - upperBound);
}

export function knapsackUcb(options: KnapsackUcbOptions): RivalRule {
  const { allowedShortfall, roundCount } = options;
  const ridge = new RivalRidge(options);
  const set = ridge.setFor(options);
  const stepSize = 1 / Math.sqrt(roundCount);
  let price = 1;
  let consumed = 0;
  let isStopped = false;
  let required = 0;
  let share = 0;
  return {
    hasGate: true,
    confidenceSet: set,
    estimateWeights: (into) => ridge.model.kernel.estimateWeights(into),
    choose(round: RivalRound) {
      const meanBaseline = round.baselineTotal / round.number;
      share = allowedShortfall * meanBaseline;
      required = (1 - allowedShortfall) * round.baselineReward;
      isStopped ||= consumed > share * roundCount;
      if (isStopped) return { action: round.baselineAction, chosenBy: 'baseline' };
      const { predictions, widths } = ridge.score(round);
      const radius = set.radius(ridge.model);
      const worth = (x: number) =>
        pricedWorth(predictions[x]! + radius * widths[x]!, { price, required });
      return { action: bestOf(round.actionCount, worth), chosenBy: 'learner' };
    },
    learn({ chosenBy, features }, reward) {
      if (chosenBy === 'baseline') return;
      ridge.model.learn(features, reward, 1);
      const consumption = required - reward;
      consumed += consumption;
      const scale = Math.max(Math.abs(required), Number.MIN_VALUE);
      price *= Math.exp((stepSize * (consumption - share)) / scale);
    },
  };
}
