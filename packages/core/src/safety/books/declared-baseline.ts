/**
 * What declarations make certain of a round, whatever the rewards turn out to be, and which are
 * refused.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite } from '../../base/require.ts';
import { type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import type { RewardInterval } from './safety-book.ts';

/** Returns the declared interval, or refuses an unknown one and one that cannot be repaired. */
export function requireDeclared(
  terms: PromiseTerms,
  interval: RewardInterval | null,
): RewardInterval {
  if (interval === null) throw unknownBaseline();
  requireFinite('baseline.expectedReward', interval.min);
  requireFinite('baseline.expectedReward', interval.max);
  requireRepairing(terms, interval.min);
  return interval;
}

/** Refuses a reward below the floor where there is no noise that could have carried it there. */
export function requireAboveFloor(
  reward: number,
  declared: { readonly rewardFloor: number; readonly rewardNoiseScale: number },
): void {
  requireFinite('reward', reward);
  if (reward >= declared.rewardFloor || declared.rewardNoiseScale > 0) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `reward must not be below the declared floor, ${declared.rewardFloor}`,
    received: String(reward),
    remedy:
      'The promise rests on the floor. Declare a lower one, or a noise scale, and start anew.',
  });
}

/** Refuses a noise scale where the floor must hold for every observed reward. */
export function requireNoNoise(rewardNoiseScale: number): void {
  if (rewardNoiseScale === 0) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'for a promise about observed rewards the noise scale must be 0',
    received: String(rewardNoiseScale),
    remedy: 'Declare a range that holds for observed rewards, noise included.',
  });
}

function unknownBaseline(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'baseline.expectedReward must be a number or an interval for this book',
    received: 'unknown',
    remedy: 'Declare it, or use the hold-out coin, which needs no number.',
  });
}
