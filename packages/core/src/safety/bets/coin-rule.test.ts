import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { coinRange } from './coin-range.ts';
import {
  holdOutProbability,
  mixedIncrement,
  observedIncrement,
  playedIncrement,
  policyIncrement,
} from './coin-rule.ts';

const range = coinRange({ floor: 0.5, noiseScale: 0.1, ceiling: 8 });

describe('the hold-out probability', () => {
  it('lets one held-out reward shake the certificate by the chosen shock', () => {
    const share = evenly(0.01, 0.9);
    fc.assert(
      fc.property(share, evenly(0, 20), evenly(0, 8), evenly(0, 7.9), (...numbers) => {
        const [allowedShortfall, slack, proposalPrediction, baselinePrediction] = numbers;
        const probability = holdOutProbability({
          allowedShortfall,
          slack,
          proposalPrediction,
          baselinePrediction,
          range,
        });
        const depth = 8 - baselinePrediction;
        const shock = Math.max(proposalPrediction / 2, slack / 2, depth / 4);
        const enlargement = (1 - probability - allowedShortfall) / probability;
        expect(enlargement * depth).toBeCloseTo(shock, 9);
        expect(probability).toBeLessThanOrEqual(1 - allowedShortfall);
      }),
    );
  });

  it('holds nothing out when the baseline is predicted at its ceiling', () => {
    const input = { allowedShortfall: 0.1, slack: 0, proposalPrediction: -9, range };
    expect(holdOutProbability({ ...input, baselinePrediction: 8 })).toBe(0);
    expect(holdOutProbability({ ...input, baselinePrediction: 1e9 })).toBe(0);
  });
});

describe('the increments', () => {
  const input = { allowedShortfall: 0.3, floor: 0.5, baselineRewardMax: 4 };

  it('are the worst case of their promise', () => {
    expect(policyIncrement({ ...input, playProbability: 0.8 })).toBeCloseTo(0.4 - 0.5 * 4, 12);
    expect(policyIncrement({ ...input, playProbability: 0.2 })).toBeCloseTo(0.15, 12);
    expect(policyIncrement({ ...input, playProbability: 0.2, baselineRewardMin: 2 })).toBeCloseTo(
      0.2 * 0.5 + 0.1 * 2,
      12,
    );
    expect(playedIncrement({ ...input, coin: 'proposal' })).toBeCloseTo(0.5 - 2.8, 12);
    expect(playedIncrement({ ...input, coin: 'baseline', baselineRewardMin: 2 })).toBeCloseTo(0.6);
    expect(playedIncrement({ ...input, coin: 'forced' })).toBeCloseTo(0.15, 12);
    expect(observedIncrement({ ...input, coin: 'proposal', reward: 3 })).toBeCloseTo(0.2, 12);
    expect(observedIncrement({ ...input, coin: 'proposal', reward: null })).toBeCloseTo(-2.3, 12);
    expect(observedIncrement({ ...input, coin: 'baseline', reward: 3 })).toBeCloseTo(0.9, 12);
    expect(mixedIncrement(input)).toBeCloseTo(-2.3, 12);
  });

  it('never exceed what any means inside the declared limits give', () => {
    fc.assert(
      fc.property(evenly(0, 1), evenly(0.5, 9), evenly(1, 4), (playProbability, proposal, mean) => {
        const truth = playProbability * proposal + (1 - playProbability - 0.7) * mean;
        const limits = { ...input, baselineRewardMin: 1 };
        expect(policyIncrement({ ...limits, playProbability })).toBeLessThanOrEqual(truth);
      }),
    );
  });
});
