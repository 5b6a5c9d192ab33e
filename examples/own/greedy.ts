// A strategy of one's own: the best mean reward so far, and the baseline in every tenth round.
import type { RivalRound, RivalRule } from '@hedgerow/lab';

export default ({ actionCount }: { actionCount: number }): RivalRule => {
  const plays = new Array<number>(actionCount).fill(0);
  const sums = new Array<number>(actionCount).fill(0);
  const mean = (action: number) =>
    plays[action] === 0 ? Infinity : sums[action]! / plays[action]!;
  return {
    hasGate: false,
    choose({ number, baselineAction }: RivalRound) {
      if (number % 10 === 0) return { action: baselineAction, chosenBy: 'baseline' };
      const best = plays.map((_, action) => action).sort((a, b) => mean(b) - mean(a))[0]!;
      return { action: best, chosenBy: 'learner' };
    },
    learn({ action }, reward) {
      plays[action]! += 1;
      sums[action]! += reward;
    },
  };
};
