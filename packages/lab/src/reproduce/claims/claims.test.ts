/**
 * Verdicts on made-up results: as in the reference runs, and the other way round.
 */
import { describe, expect, it } from 'vitest';
import { madeUpPaper, type PaperTwist } from '../testing/made-up-paper.ts';
import { theoremOneBound } from '../theorem-one-bound.ts';
import type { Claim } from './claim.ts';
import { verdictOfAll } from './claim.ts';
import { paperClaims } from './paper-claims.ts';

function verdicts(twist: PaperTwist = {}): Record<string, string> {
  return Object.fromEntries(
    paperClaims(madeUpPaper(twist)).map(({ id, verdict }) => [id, verdict]),
  );
}

describe('claims', () => {
  it('are judged from the numbers of the reference runs', () => {
    expect(verdicts()).toEqual({
      'regret-falls-with-shortfall': 'holds',
      'order-of-settings': 'holds only under a condition',
      'gap-shrinks-with-shortfall': 'holds',
      'starts-from-everything': 'does not hold',
      'confidence-set-covers': 'does not hold',
      'constraint-is-kept': 'holds only under a condition',
      'regret-grows-like-root': 'holds',
      'safety-cost-is-constant': 'holds',
      'hidden-context-cost-is-constant': 'does not hold',
      'baseline-rounds-bound': 'does not hold',
      'hedge-keeps-its-promise': 'holds',
      'hedge-costs-less': 'holds',
    });
  });

  it('turn with the numbers', () => {
    expect(verdicts({ isReversed: true })).toMatchObject({
      'regret-falls-with-shortfall': 'does not hold',
      'order-of-settings': 'does not hold',
      'gap-shrinks-with-shortfall': 'does not hold',
      'hedge-costs-less': 'does not hold',
    });
    expect(verdicts({ isHarmless: true })).toMatchObject({
      'confidence-set-covers': 'undecided',
      'constraint-is-kept': 'undecided',
    });
    expect(verdicts({ isLinear: true })).toMatchObject({
      'regret-grows-like-root': 'does not hold',
    });
    expect(verdicts({ isSettled: true })).toMatchObject({
      'hidden-context-cost-is-constant': 'holds',
      'starts-from-everything': 'holds',
    });
    expect(verdicts({ isHedgeBroken: true })).toMatchObject({
      'hedge-keeps-its-promise': 'does not hold',
    });
  });

  it('have a place, a finding with numbers, and evidence inside its interval', () => {
    for (const claim of paperClaims(madeUpPaper())) {
      expect(claim.place).toMatch(/line|Our own/);
      expect(claim.finding).toMatch(/\d/);
      expect(claim.condition === null).toBe(claim.verdict !== 'holds only under a condition');
      expectOrdered(claim);
    }
  });
});

function expectOrdered({ evidence }: Claim): void {
  expect(evidence.length).toBeGreaterThan(0);
  for (const { low, estimate, high } of evidence) {
    expect(low).toBeLessThanOrEqual(estimate);
    expect(estimate).toBeLessThanOrEqual(high);
  }
}

describe('a claim about several comparisons', () => {
  it('holds only if all are clear, and falls with one that is clearly against it', () => {
    expect(verdictOfAll(['lower', 'lower'], 'lower')).toBe('holds');
    expect(verdictOfAll(['lower', 'undecided'], 'lower')).toBe('undecided');
    expect(verdictOfAll(['lower', 'undecided', 'higher'], 'lower')).toBe('does not hold');
  });
});

describe('the bound of Theorem 1', () => {
  it('has the printed form with d = 15, A = √30, λ = 1, σ = 0.1, δ = 0.001', () => {
    const root = Math.sqrt(30) + 0.1;
    const inside = (150 * root) / (Math.sqrt(0.001) * 1.3);
    const expected = ((225 * root ** 2) / (0.3 * 1.3)) * Math.log(inside) ** 2;
    expect(theoremOneBound(0.3)).toBeCloseTo(expected, 3);
    expect(theoremOneBound(0.3)).toBeGreaterThan(1.7e6);
  });
});
