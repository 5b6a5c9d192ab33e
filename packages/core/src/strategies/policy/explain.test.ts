/** Amounts in sentences: three digits, or all before the point; stored sentences rest on every one of them. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categories } from '../../context/categories.ts';
import { formatAmount } from './explain.ts';
import { createPolicy } from './policy.ts';
import type { Receipt } from './receipt.ts';

/** As amounts are defined; slower. */
function asDefined(value: number): string {
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));
}

it('writes three significant digits, or to the unit if that is more', () => {
  const amounts = [0, -0, 0.1, 0.0456, 0.999, 0.9995, 1.005, -1.235, 9.995, 99.95, 999.5, 1234.5];
  const written = ['0', '0', '0.1', '0.0456', '0.999', '1', '1', '-1.24', '9.99', '100', '1000'];
  expect(amounts.map((value) => formatAmount(value, ''))).toEqual([...written, '1235']);
  expect(formatAmount(2.5, 't/ha')).toBe('2.5 t/ha');
});

it('writes any amount as it is defined, close calls included', () => {
  const any = fc.double({ noDefaultInfinity: true });
  const usual = fc.double({ min: -1100, max: 1100, noNaN: true });
  const middle = fc
    .record({
      digits: fc.integer({ min: -1000, max: 1000 }),
      power: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ digits, power }) => (digits + 0.5) / 10 ** power);
  fc.assert(
    fc.property(fc.oneof(any, usual, middle), (value) => {
      expect(formatAmount(value, '')).toBe(asDefined(value));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

/** The shop of examples/ramp-up.ts: the new page is better on recent devices and worse on old ones. */
function receiptsOfShop(seed: number): Receipt[] {
  const checkout = createPolicy({
    actions: ['today', 'new'],
    baseline: { action: 'today', reward: { min: 0.58, max: 0.62 } },
    context: { device: { categories: ['recent', 'old'] } },
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.08,
    seed,
  });
  let state = 10 + seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: 3000 }, () => {
    const old = random() < 0.3 ? 0.9 : 0.05;
    const receipt = checkout.decide({ device: categories({ recent: 1 - old, old }) });
    const isOld = random() < old;
    const rate = receipt.action === 'today' ? 0.6 : isOld ? 0.45 : 0.72;
    checkout.observe(receipt.id, random() < rate ? 1 : 0);
    return receipt;
  });
}

describe('a proposal that does not look best', () => {
  const receipts = receiptsOfShop(1);
  const boundOf = ({ bounds }: Receipt, action: string) =>
    bounds.find((bound) => bound.action === action)!;
  const isKnownWorse = (receipt: Receipt) =>
    boundOf(receipt, 'new').high < boundOf(receipt, 'today').low;

  it('is never called promising where its interval lies below that of the usual choice', () => {
    const proposed = receipts.filter(({ proposal }) => proposal === 'new');
    const worse = proposed.filter(isKnownWorse);
    expect(worse.length).toBeGreaterThan(0);
    for (const { explanation } of worse) {
      expect(explanation).toContain('new is worth another try, to keep learning');
    }
    expect(proposed.some(({ explanation }) => explanation.includes('most promising'))).toBe(true);
  });

  it('says whose wish it is, and the learner favours what looks best', () => {
    const looks = receipts.filter(({ proposedBy }) => proposedBy === 'second-look');
    for (const receipt of looks) {
      expect(receipt.proposal).toBe('new');
      expect(receipt.sequence % 4).toBe(0);
    }
    const others = receipts.filter(({ proposedBy }) => proposedBy === 'learner');
    expect(others.length + looks.length).toBe(receipts.length);
    expect(others.filter(({ proposal }) => proposal === 'new').some(isKnownWorse)).toBe(false);
  });
});
