import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../base/testing/evenly.ts';
import { coinRange } from './coin-range.ts';
import { policyIncrement } from './coin-rule.ts';
import {
  isTooEarly,
  type PolicyCoinInput,
  policyHoldOutProbability,
  policyPlayProbability,
} from './policy-coin-rule.ts';

const input: PolicyCoinInput = {
  allowedShortfall: 0.1,
  slack: 3,
  proposalPrediction: 0.6,
  baselinePrediction: 0.5,
  rewardDeviation: 0.5,
  range: coinRange({ floor: 0, noiseScale: 0, ceiling: 1 }),
  floor: 0,
  baselineRewardMax: 1,
  allowancePerRound: 0,
  reserve: 0,
  roundCount: 1000,
};

describe('the hold-out probability of the policy promise', () => {
  it('follows the largest of noise, surprise and depth', () => {
    const p = (reach: number) => (0.9 * reach) / (reach + 3);
    // Noise: 0.25 · 2 / (0.6 − 0.9 · 0.5). Surprise: 0.0099 · 4 / 0.01. Depth: 0.5 / 2.
    expect(policyHoldOutProbability(input)).toBeCloseTo(p(0.5 / 0.15), 12);
    const rare = { ...input, baselinePrediction: 0.01, proposalPrediction: 0.04 };
    expect(policyHoldOutProbability(rare)).toBeCloseTo(p(3.96), 12);
    expect(policyHoldOutProbability({ ...input, rewardDeviation: 0 })).toBeCloseTo(p(0.25), 12);
  });

  it('falls as slack builds up, and never ends measuring', () => {
    fc.assert(
      fc.property(evenly(0, 99), evenly(0, 99), evenly(-3, 3), (slack, more, baseline) => {
        const at = (value: number) =>
          policyHoldOutProbability({ ...input, slack: value, baselinePrediction: baseline });
        expect(at(slack + more)).toBeLessThanOrEqual(at(slack));
        expect(at(slack + more)).toBeGreaterThan(0);
        expect(at(0)).toBeCloseTo(0.9, 12);
      }),
    );
  });
});

describe('the play probability of the policy promise', () => {
  const numbers = fc.record({
    allowedShortfall: evenly(0, 0.9),
    slack: evenly(0, 2),
    floor: evenly(0, 0.9),
    allowancePerRound: evenly(0, 0.1),
    baselinePrediction: evenly(-1, 2),
    proposalPrediction: evenly(-1, 2),
  });

  it('is never more than the slack covers in the worst case', () => {
    fc.assert(
      fc.property(numbers, (change) => {
        const round = { ...input, ...change };
        const playProbability = policyPlayProbability(round);
        const worst = policyIncrement({ ...round, playProbability }) + round.allowancePerRound;
        expect(round.slack + worst).toBeGreaterThanOrEqual(-1e-12);
        expect(playProbability).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is the allowed shortfall without any slack, and nothing when overdrawn', () => {
    expect(policyPlayProbability({ ...input, slack: 0 })).toBeCloseTo(0.1, 12);
    expect(policyPlayProbability({ ...input, slack: -0.2 })).toBe(0);
  });

  it('uses all the slack there is', () => {
    // The rule would allow more than 0.1 + 0.05.
    expect(policyPlayProbability({ ...input, slack: 0.05, rewardDeviation: 0 })).toBeCloseTo(0.15);
  });
});

describe('the start', () => {
  it('waits until six proposals at the floor could be made up for', () => {
    // Each round earns 0.05, each proposal may lose 0.45: after 54 rounds.
    const early = { ...input, slack: 0 };
    expect(isTooEarly({ ...early, roundCount: 53 })).toBe(true);
    expect(isTooEarly({ ...early, roundCount: 54 })).toBe(false);
    expect(policyPlayProbability({ ...early, roundCount: 53 })).toBe(0);
    // A model that knows nothing yet, or predicts below the range, is no reason to hurry.
    expect(isTooEarly({ ...early, baselinePrediction: -5, roundCount: 53 })).toBe(true);
    const noisy = coinRange({ floor: 0, noiseScale: 0.1, ceiling: 1 });
    const lost = { ...early, baselinePrediction: -0.3, range: noisy };
    expect([0, 53, 55].map((roundCount) => isTooEarly({ ...lost, roundCount }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('does not wait when the slack, the reserve or the floor makes up for it', () => {
    const first = { ...input, slack: 0, roundCount: 0 };
    expect(isTooEarly({ ...first, slack: 0.91 })).toBe(false);
    expect(isTooEarly({ ...first, reserve: 2.8 })).toBe(false);
    expect(isTooEarly({ ...first, floor: 0.45 })).toBe(false);
  });
});
