import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { worstSeason } from './worst-season.ts';

const FARM: PolicyDefinition = {
  actions: ['Own', 'Ada'],
  baseline: { action: 'Own', reward: { min: 6, max: 12 } },
  context: {},
  reward: { min: 2, max: 16, unit: 't/ha' },
  allowedShortfall: 0.1,
  size: { typical: 20, unit: 'ha' },
  split: { drop: 4 },
  seed: 7,
};

function tried(size: number, share: number) {
  const parts = [{ role: 'try' as const, action: 'Ada', share, size: share * size, strips: null }];
  return { size, chosenBy: 'learner' as const, parts };
}

describe('the worst season', () => {
  it('loses the declared drop on every tried hectare', () => {
    const { loss, share } = worstSeason(FARM, [tried(20, 0.25), tried(40, 0.1)]);
    expect(loss).toBeCloseTo(4 * (5 + 4), 10);
    // The tried fields at 6, the least at which all of the drop can be lost.
    expect(share).toBeCloseTo(36 / (6 * 60), 10);
  });

  it('weighs most where fields without a try yield least', () => {
    const { share } = worstSeason(FARM, [tried(20, 0.5), tried(20, 0)]);
    const byGrid = Math.max(
      ...[6, 7, 8, 9, 10, 11, 12].flatMap((one) =>
        [6, 8, 10, 12].map((other) => (10 * Math.min(4, one - 2)) / (20 * one + 20 * other)),
      ),
    );
    expect(share).toBeCloseTo(byGrid, 10);
  });

  it('knows a ratio, and a range without any declaration', () => {
    const ratio = worstSeason({ ...FARM, split: { ratio: 0.7 } }, [tried(10, 1)]);
    expect(ratio).toEqual({ loss: expect.closeTo(36, 10), share: expect.closeTo(0.3, 10) });
    const bare = { ...FARM, baseline: { action: 'Own' }, split: {} };
    const range = worstSeason(bare, [tried(10, 0.1)]);
    expect(range).toEqual({ loss: expect.closeTo(14, 10), share: expect.closeTo(0.0875, 10) });
    expect(worstSeason(FARM, [tried(10, 0)])).toEqual({ loss: 0, share: 0 });
  });

  it('never breaks the promise where nothing has been proved', () => {
    const policy = createPolicy(FARM);
    const plan = policy.decideTogether(
      [12, 24, 9].map((size) => ({ context: {}, size })),
      { group: '2027' },
    );
    const { share } = worstSeason(FARM, plan.receipts);
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThanOrEqual(0.1 + 1e-9);
  });
});
