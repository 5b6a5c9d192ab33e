/**
 * What decisions add to the true slack, as the definition states the guarantee.
 *
 *     proposal carried out      mean of x − (1 − α) · baseline + allowance
 *     baseline carried out      α · baseline + allowance
 *     drawn, guarantee of the policy     q · mean of x + (α − q) · baseline + allowance, however it falls
 *
 * Of an observed guarantee the same with what was earned in place of means.
 */
import type { PolicyDefinition } from '@hedgerow/core';

export interface Terms {
  readonly allowedShortfall: number;
  readonly allowance: number;
  readonly min: number;
  readonly max: number;
  /** Whether the coin is averaged over in what is guaranteed. */
  readonly isMixed: boolean;
  readonly isObserved: boolean;
  /** Whether nothing is declared of the baseline, so that a coin decides. */
  readonly isUnknown: boolean;
}

export function termsOf({
  allowedShortfall = 0,
  allowedLossPerRound = 0,
  reward,
  baseline,
  promise,
}: PolicyDefinition): Terms {
  const isObserved = promise === 'observed';
  const isUnknown = baseline.reward === undefined && baseline.log === undefined;
  return {
    allowedShortfall,
    allowance: allowedLossPerRound,
    min: reward.min,
    max: reward.max,
    isMixed: isUnknown && !isObserved && (baseline.coin ?? 'policy') === 'policy',
    isObserved,
    isUnknown,
  };
}

/** What a decision for the proposal adds. */
export function proposalAdds(terms: Terms, reward: number, baseline: number): number {
  return reward - (1 - terms.allowedShortfall) * baseline + terms.allowance;
}

export function baselineAdds({ allowedShortfall, allowance }: Terms, baseline: number): number {
  return allowedShortfall * baseline + allowance;
}

/** What a drawn decision adds to the guarantee of the policy. */
export function mixedAdds(
  terms: Terms,
  playProbability: number,
  { reward, baseline }: { readonly reward: number; readonly baseline: number },
): number {
  const { allowedShortfall, allowance } = terms;
  return playProbability * reward + (allowedShortfall - playProbability) * baseline + allowance;
}

/** The chance of the upper end, if only the ends of the range are paid. */
export function chanceOfTop({ min, max }: Terms, mean: number): number {
  return (mean - min) / (max - min);
}
