import { describe, expect, it } from 'vitest';
import { type FewestRoundsInput, fewestBaselineRounds } from './fewest-baseline-rounds.ts';

const common = { allowedShortfall: 0.1, failureProbability: 0.01 };

/** The formula of the head comment, by trying a hundred thousand values of m. */
function bySearch(input: FewestRoundsInput): number {
  const { baselineReward, proposalReward: p, allowedShortfall, failureProbability } = input;
  const kept = (1 - allowedShortfall) * baselineReward;
  let most = 0;
  for (let i = 1; i < 100_000; i++) {
    const m = (i / 100_000) * kept;
    const divergence = p * Math.log(p / m) + (1 - p) * Math.log((1 - p) / (1 - m));
    most = Math.max(most, (kept - m) / divergence);
  }
  return (Math.log(1 / (2.4 * failureProbability)) * most) / (allowedShortfall * baselineReward);
}

describe('the baseline rounds that no gate can do without', () => {
  it.each([
    [0.5, 0.6, 59],
    [0.2, 0.3, 98],
    [0.05, 0.1, 225],
    [0.01, 0.04, 333],
  ])('are known for %d → %d', (baselineReward, proposalReward, rounds) => {
    const input = { ...common, baselineReward, proposalReward };
    expect(Math.round(fewestBaselineRounds(input))).toBe(rounds);
  });

  it('are the largest over all m', () => {
    for (const baselineReward of [0.003, 0.1, 0.7]) {
      for (const share of [0.95, 1, 1.3]) {
        for (const allowedShortfall of [0.08, 0.5]) {
          const proposalReward = baselineReward * share;
          const input = { ...common, allowedShortfall, baselineReward, proposalReward };
          expect(fewestBaselineRounds(input) / bySearch(input)).toBeCloseTo(1, 6);
        }
      }
    }
  });

  it('are without limit for a proposal that would break the promise', () => {
    const input = { ...common, baselineReward: 0.5, proposalReward: 0.45 };
    expect(fewestBaselineRounds(input)).toBe(Number.POSITIVE_INFINITY);
    expect(() => fewestBaselineRounds({ ...input, proposalReward: 1 })).toThrow('proposalReward');
  });
});
