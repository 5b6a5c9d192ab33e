import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy } from '../policy/policy.ts';
import { type PlanOptions, planBaselineRounds } from './plan-baseline-rounds.ts';

const history = Array.from({ length: 50 }, (_, i) => 7 + (i % 5) / 2);
const options: PlanOptions = {
  allowedShortfalls: [0.1, 0.3, 0.6],
  reward: { min: 3, max: 14 },
  failureProbability: 0.05,
  baselineRewards: history,
  isBaselineKnown: true,
  improvement: 0.15,
  horizon: 150,
  runCount: 60,
  random: seededRandom(4),
};

describe('planBaselineRounds', () => {
  it('promises fewer baseline rounds for a larger allowed shortfall', () => {
    for (const isBaselineKnown of [true, false]) {
      const rows = planBaselineRounds({ ...options, isBaselineKnown, random: seededRandom(4) });
      const medians = rows.map(({ baselineRounds }) => baselineRounds.median);
      expect(medians).toEqual([...medians].sort((a, b) => b - a));
      expect(medians[0]).toBeGreaterThan(medians[2]!);
      for (const { baselineRounds } of rows) {
        expect(baselineRounds.low).toBeLessThanOrEqual(baselineRounds.median);
        expect(baselineRounds.median).toBeLessThanOrEqual(baselineRounds.high);
      }
    }
  });

  it('knows the first proposal exactly where the number is declared', () => {
    // Worst case of a proposal: 3 − 0.9 · 8; every baseline round adds 0.1 · 8: after six rounds.
    const [row] = planBaselineRounds({ ...options, random: seededRandom(9) });
    expect(row!.firstProposal).toEqual({ low: 7, median: 7, high: 7 });
  });

  it('agrees with a real policy in the same world', () => {
    const random = seededRandom(12);
    const [row] = planBaselineRounds({
      ...options,
      allowedShortfalls: [0.3],
      runCount: 200,
      random,
    });
    const counts = Array.from({ length: 20 }, () => {
      const policy = createPolicy({
        actions: ['usual', 'better'],
        baseline: { action: 'usual', reward: 8 },
        context: {},
        reward: options.reward,
        allowedShortfall: 0.3,
        failureProbability: 0.05,
      });
      let baselineRounds = 0;
      for (let round = 0; round < options.horizon; round++) {
        const receipt = policy.decide({});
        const drawn = history[Math.floor(random() * history.length)]!;
        policy.observe(receipt.id, receipt.action === 'better' ? drawn * 1.15 : drawn);
        if (receipt.chosenBy === 'baseline') baselineRounds += 1;
      }
      return baselineRounds;
    });
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(mean).toBeGreaterThanOrEqual(row!.baselineRounds.low);
    // The policy must also find out that the other action is better, so it may follow longer.
    expect(mean).toBeLessThanOrEqual(3 * row!.baselineRounds.high);
  });

  it('plans from the declared range where there is no history, and refuses an impossible one', () => {
    const { baselineRewards: _history, ...ranged } = options;
    expect(planBaselineRounds({ ...ranged, random: seededRandom(2) })).toHaveLength(3);
    expect(() => planBaselineRounds({ ...options, baselineRewards: [8, 15] })).toThrow(
      'baselineRewards must lie in the declared range, 3 to 14, but it is one with 15.',
    );
    expect(() => planBaselineRounds({ ...options, horizon: 0 })).toThrow('horizon');
  });
});
