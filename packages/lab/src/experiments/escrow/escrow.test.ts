/**
 * I9: what deciders are lent is never more than what is proved; then the books are never overdrawn, however
 * many decide alone and however long. What that costs in learning is in docs/decisions/0018-leases.md.
 */
import { describe, expect, it } from 'vitest';
import { playEscrow } from './testing/play-escrow.ts';

const LURE = { trueMean: 0.3, seed: 1 };
const BETTER = { trueMean: 0.75, seed: 2 };

describe('escrow', () => {
  it.each([
    [1, 1],
    [2, 20],
    [8, 20],
    [8, 100],
  ])(
    '%i deciders, %i decisions alone: nothing is overdrawn, whatever the new way pays',
    (deciderCount, decisionsAlone) => {
      const mergeCount = Math.ceil(4000 / (deciderCount * decisionsAlone));
      for (const world of [LURE, BETTER]) {
        const run = playEscrow({ ...world, deciderCount, decisionsAlone, mergeCount });
        expect(run.grantedAboveSlack).toBeLessThanOrEqual(1e-9);
        expect(run.lowestSlack).toBeGreaterThanOrEqual(-1e-9);
        expect(run.lowestTrueSlack).toBeGreaterThanOrEqual(-1e-9);
        expect(run.learnerShare).toBeGreaterThan(0);
      }
    },
  );

  it('is broken by lending the whole of it to everyone', () => {
    const run = playEscrow({
      ...LURE,
      deciderCount: 8,
      decisionsAlone: 20,
      mergeCount: 25,
      grant: (slack) => Math.max(0, slack),
    });
    expect(run.grantedAboveSlack).toBeGreaterThan(0);
    expect(run.lowestSlack).toBeLessThan(0);
    expect(run.lowestTrueSlack).toBeLessThan(0);
  });

  it('costs learning only while what is proved is little against what is under way', () => {
    const many = { ...BETTER, deciderCount: 8, decisionsAlone: 20 };
    const early = playEscrow({ ...many, mergeCount: 12 });
    const later = playEscrow({ ...many, mergeCount: 120 });
    expect(later.learnerShare).toBeGreaterThan(early.learnerShare + 0.1);
  });
});
