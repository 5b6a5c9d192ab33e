/**
 * Conservative UCB (Wu, Shariff, Lattimore and Szepesvári, ICML 2016): arms without a context.
 *
 * Published for a default arm of one known mean. As we read it for a baseline that changes: what the
 * default arm earned is the sum of the baseline's rewards, and its index their mean so far. It competes
 * with the best fixed arm, so against the best action of each round its regret grows for ever: the row
 * shows what it costs to ignore the forecast.
 */
import type { RivalChoice, RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface ConservativeUcbOptions {
  readonly actionCount: number;
  readonly allowedShortfall: number;
  readonly failureProbability: number;
  /** Scale of the noise that is believed; the paper's is 1. */
  readonly noiseScale: number;
  readonly form?: ArmRadius;
}

/** Two forms of the width that are in use. */
export type ArmRadius = 'union' | 'iterated';

/** n times the squared half-width after n plays of an arm, for noise of scale 1. */
export function armRadiusSquared(
  form: ArmRadius,
  plays: number,
  {
    actionCount,
    failureProbability,
  }: Pick<ConservativeUcbOptions, 'actionCount' | 'failureProbability'>,
): number {
  if (form === 'union') return 2 * Math.log((actionCount * plays ** 3) / failureProbability);
  const ratio = actionCount / failureProbability;
  const logRatio = Math.log(ratio);
  return (
    Math.log(Math.max(3, logRatio)) +
    Math.log(2 * Math.E ** 2 * ratio) +
    ((ratio * (1 + logRatio)) / ((ratio - 1) * logRatio)) * Math.log(Math.log(1 + plays))
  );
}

export function conservativeUcb(options: ConservativeUcbOptions): RivalRule {
  const { actionCount, allowedShortfall, noiseScale, form = 'union' } = options;
  const plays = new Float64Array(actionCount);
  const sums = new Float64Array(actionCount);
  const halfWidth = (arm: number) =>
    noiseScale * Math.sqrt(armRadiusSquared(form, plays[arm]!, options) / plays[arm]!);
  const upper = (arm: number) =>
    plays[arm] === 0 ? Number.POSITIVE_INFINITY : sums[arm]! / plays[arm]! + halfWidth(arm);
  const lower = (arm: number) =>
    plays[arm] === 0 ? 0 : Math.max(0, sums[arm]! / plays[arm]! - halfWidth(arm));
  return {
    hasGate: true,
    choose(round: RivalRound): RivalChoice {
      const { baselineAction, baselineTotal, baselinePlayedTotal, number } = round;
      const baseline: RivalChoice = { action: baselineAction, chosenBy: 'baseline' };
      const arm = bestOf(actionCount, upper);
      if (baselineTotal / number > upper(arm)) return baseline;
      let earned = lower(arm) + baselinePlayedTotal;
      for (let i = 0; i < actionCount; i++) earned += plays[i]! * lower(i);
      const isSafe = earned >= (1 - allowedShortfall) * baselineTotal;
      return isSafe ? { action: arm, chosenBy: 'learner' } : baseline;
    },
    learn({ action, chosenBy }, reward) {
      if (chosenBy === 'baseline') return;
      plays[action]! += 1;
      sums[action]! += reward;
    },
  };
}
