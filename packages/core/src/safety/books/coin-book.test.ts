/**
 * What a call declares of an unknown baseline's reward is a mean: it may be counted on in a promise
 * about means, and never in one about what is really earned.
 */
import { describe, expect, it } from 'vitest';
import { relativePromise } from '../promise-terms.ts';
import { type CoinSubject, coinBook } from './coin-book.ts';

function incrementOf(subject: CoinSubject, baselineReward: { min: number; max: number } | null) {
  const book = coinBook({
    terms: relativePromise({ allowedShortfall: 0.1 }),
    subject,
    rewardFloor: 0,
    rewardCeiling: 1,
    rewardNoiseScale: 0,
    failureProbability: 0.1,
  });
  const predictions = { proposalPrediction: 0.5, baselinePrediction: 0.5 };
  return book.quote({ ...predictions, baselineReward }).increment;
}

describe('a reward declared with the call', () => {
  it.each(['policy', 'played'] as const)('makes a round cheaper in the %s promise', (subject) => {
    const declared = incrementOf(subject, { min: 0.4, max: 0.6 });
    expect(declared).toBeGreaterThan(incrementOf(subject, null));
  });

  it('changes nothing in the promise about observed rewards', () => {
    const declared = incrementOf('observed', { min: 0.4, max: 0.6 });
    expect(declared).toBe(incrementOf('observed', null));
    expect(declared).toBeCloseTo(-0.9, 9);
  });
});
