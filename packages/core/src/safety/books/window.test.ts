/**
 * A window may be overdrawn inside, and never at its end, whatever is proposed.
 */
import { describe, expect, it } from 'vitest';
import { relativePromise } from '../promise-terms.ts';
import { knownBaselineBook } from './known-baseline-book.ts';

describe('a promise that is kept at the end of windows', () => {
  it('is kept there, although every proposal pays the floor', () => {
    const window = 5;
    const book = knownBaselineBook({
      terms: relativePromise({ allowedShortfall: 0.1, window }),
      rewardFloor: 0.84,
      rewardNoiseScale: 0,
      failureProbability: 0.3,
      baselineRewardMin: 0.84,
    });
    const reward = 0.968;
    const offer = {
      proposalPrediction: 0.84,
      baselinePrediction: reward,
      baselineReward: { min: reward, max: reward },
    };
    let wasOverdrawnInside = false;
    for (let round = 1; round <= 10 * window; round++) {
      const quote = book.quote(offer);
      const player = quote.mayPlay ? 'proposal' : 'baseline';
      const entry = book.issue(offer, player, quote);
      book.confirm(entry);
      book.settle(entry, player === 'proposal' ? 0.84 : reward);
      if (round % window === 0) expect(book.slack()).toBeGreaterThanOrEqual(0);
      else if (book.slack() < 0) wasOverdrawnInside = true;
    }
    expect(wasOverdrawnInside).toBe(true);
  });
});
