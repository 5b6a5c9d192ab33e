/**
 * A plan never costs more than the slack, and no plan is worth more (brute force on small cases).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf } from '../../base/fraction.ts';
import { SplitBook } from '../books/split-book.ts';
import { relativePromise } from '../promise-terms.ts';
import {
  type CertainLine,
  certainAt,
  certainLine,
  certainLines,
  freeShare,
  limitsOfMeans,
} from './certain-part.ts';
import { planSeason, type SeasonItem } from './season-plan.ts';
import type { SplitDeclarations } from './split-declarations.ts';

const TERMS = relativePromise({ allowedShortfall: 0.1 });

const anyDeclarations: fc.Arbitrary<SplitDeclarations> = fc.record(
  {
    range: fc.constantFrom({ min: 2, max: 16 }, { min: 4, max: 14 }),
    baseline: fc.constantFrom({ min: 6, max: 12 }, { min: 5, max: 8 }),
    drop: fc.constantFrom(1, 3, 4),
    ratio: fc.constantFrom(0.6, 0.8),
  },
  { requiredKeys: ['range'] },
);

const anyItem: fc.Arbitrary<SeasonItem> = fc.record({
  size: fc.double({ min: 0.5, max: 40, noNaN: true }),
  values: fc.array(fc.double({ min: -1, max: 4, noNaN: true }), { minLength: 1, maxLength: 3 }),
  lines: anyDeclarations.map((declared) => certainLines(TERMS, limitsOfMeans(declared))),
  shareMax: fc.constantFrom(0.5, 0.9),
  isDivisible: fc.constant(true),
});

function costOf(lines: readonly CertainLine[], size: number, share: number): number {
  return Math.max(-size * certainAt(lines, share), 0);
}

function worthOfPlan(items: readonly SeasonItem[], shares: readonly number[]): number {
  return items.reduce((sum, { size, values }, i) => {
    return sum + size * shares[i]! * Math.max(0, ...Array.from(values));
  }, 0);
}

/** The best of all plans whose shares are multiples of 1/20 of the largest. */
function bestOnGrid(items: readonly SeasonItem[], slack: number): number {
  const steps = Array.from({ length: 21 }, (_, k) => k / 20);
  const search = (i: number, left: number): number => {
    if (i === items.length) return 0;
    const { lines, size, shareMax } = items[i]!;
    let best = 0;
    for (const step of steps) {
      const cost = costOf(lines, size, step * shareMax);
      if (cost > left) continue;
      const value = worthOfPlan([items[i]!], [step * shareMax]);
      best = Math.max(best, value + search(i + 1, left - cost));
    }
    return best;
  };
  return search(0, Math.max(slack, 0));
}

const fewItems = fc.array(anyItem, { minLength: 1, maxLength: 3 });
const someSlack = fc.double({ min: -20, max: 200, noNaN: true });

describe('the plan of a season', () => {
  it('gives nothing that could lose without slack, where lines cross at the end of the free share', () => {
    const terms = relativePromise({ allowedShortfall: 0.05 });
    const declared = { range: { min: 0, max: 20 }, drop: 1, ratio: 0.8 };
    const lines = certainLines(terms, limitsOfMeans(declared));
    const item = { size: 3, values: [1], lines, shareMax: 0.9, stripCount: 20 };
    // A quarter is free but for rounding; a sixth strip could lose.
    const [plan] = planSeason([item], 0);
    expect(plan!.share).toBe(0.25);
    expect(plan!.cost).toBe(0);
  });

  it('is at least as good as every plan on a grid of shares', () => {
    fc.assert(
      fc.property(fewItems, someSlack, (items, slack) => {
        const shares = planSeason(items, slack).map(({ share }) => share);
        const best = bestOnGrid(items, slack);
        expect(worthOfPlan(items, shares)).toBeGreaterThanOrEqual(best * (1 - 1e-6) - 1e-6);
      }),
      { numRuns: 200 },
    );
  });

  it('never costs more than there is, and nothing where the book is overdrawn', () => {
    const mixed = fc.array(
      fc
        .tuple(anyItem, fc.boolean(), fc.constantFrom(undefined, 7, 10))
        .map(([item, isDivisible, stripCount]) => ({
          ...item,
          isDivisible,
          ...(stripCount === undefined ? {} : { stripCount }),
        })),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(mixed, someSlack, (items, slack) => {
        const plan = planSeason(items, slack);
        const costs = plan.map(({ share }, i) => costOf(items[i]!.lines, items[i]!.size, share));
        // What is free can cost a rounding, in strips.
        const cost = costs.reduce((sum, one) => sum + one, 0);
        expect(cost).toBeLessThanOrEqual(Math.max(slack, 0) + 1e-12 * items.length);
        plan.forEach(({ share, cost }, i) => {
          const { isDivisible, shareMax, stripCount } = items[i]! as SeasonItem;
          expect(cost).toBeCloseTo(costs[i]!, 9);
          if (isDivisible === false && stripCount === undefined) expect([0, 1]).toContain(share);
          else if (isDivisible !== false) expect(share).toBeLessThanOrEqual(shareMax);
          if (stripCount !== undefined) {
            expect(Math.abs(share * stripCount - Math.round(share * stripCount))).toBeLessThan(
              1e-9,
            );
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('leaves no strip untried that would fit', () => {
    const striped = fc.array(
      anyItem.map((item) => ({ ...item, stripCount: 10 })),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(striped, someSlack, (items, slack) => {
        const plan = planSeason(items, slack);
        const left = plan.reduce((rest, { cost }) => rest - cost, Math.max(slack, 0));
        plan.forEach(({ candidate, share, cost }, i) => {
          const { lines, size, shareMax } = items[i]!;
          const next = (Math.round(share * 10) + 1) / 10;
          if (candidate === null || next > shareMax) return;
          expect(costOf(lines, size, next) - cost).toBeGreaterThan(left - 1e-6);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('tries all strips that are free: a fifth of a field is 4 of 20, and α of it where rewards begin at 0', () => {
    const strips = (declared: SplitDeclarations) => {
      const lines = certainLines(TERMS, limitsOfMeans(declared));
      const [plan] = planSeason(
        [{ size: 30, values: [1], lines, shareMax: 0.9, stripCount: 20 }],
        0,
      );
      return plan!.share * 20;
    };
    const interval = { min: 6, max: 12 };
    const tight = { range: { min: 4, max: 14 }, baseline: interval };
    expect(strips({ ...tight, drop: 4 })).toBe(4);
    expect(strips(tight)).toBe(3);
    expect(strips({ range: { min: 0, max: 1 } })).toBe(2);
    expect(strips({ range: { min: 2, max: 16 } })).toBe(2);
  });

  it('divides between fields that are as good as each other, the best for money first', () => {
    const lines = certainLines(TERMS, limitsOfMeans({ range: { min: 2, max: 16 }, drop: 4 }));
    const fields = [7, 31, 0.3, 58].map((size) => ({ size, lines, values: [0.7], shareMax: 0.9 }));
    const better = { size: 10, lines, values: [0.9], shareMax: 0.9 };
    const all = fields.reduce((sum, { size }) => sum + costOf(lines, size, 0.9), 0);
    const [first, ...others] = planSeason([better, ...fields], costOf(lines, 10, 0.9) + all / 3);
    expect(first!.share).toBeCloseTo(0.9, 6);
    const free = freeShare(lines);
    for (const { share } of others) expect(share).toBeCloseTo(free + (0.9 - free) / 3, 6);
    const striped = fields.map((field) => ({ ...field, stripCount: 20 }));
    const shares = planSeason(striped, all / 3).map(({ share }) => 20 * share);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('has pieces where the lowest line changes, and not where others cross above it', () => {
    const line = (height: number, slope: number) =>
      certainLine(fractionOf(height), fractionOf(-slope));
    // The last two cross at 0.5, far above the first.
    const lines = [line(0, -4), line(5, -1), line(4.75, -0.5)];
    const fields = [3, 40].map((size) => ({ size, lines, values: [1], shareMax: 0.9 }));
    const shares = planSeason(fields, 86).map(({ share }) => share);
    for (const share of shares) expect(share).toBeCloseTo(0.5, 6);
    const more = planSeason(fields, 43 * 4 * 0.7).map(({ share }) => share);
    for (const share of more) expect(share).toBeCloseTo(0.7, 6);
  });

  it('takes whole fields by value for money, if they fit', () => {
    const lines = certainLines(TERMS, limitsOfMeans({ range: { min: 2, max: 16 }, drop: 4 }));
    const field = { lines, shareMax: 0.9, isDivisible: false };
    const items = [
      { ...field, size: 10, values: [1, 2] },
      { ...field, size: 10, values: [3] },
      { ...field, size: 10, values: [-1] },
    ];
    const price = costOf(lines, 10, 1);
    const plan = planSeason(items, 1.5 * price);
    expect(plan.map(({ share }) => share)).toEqual([0, 1, 0]);
    expect(plan.map(({ candidate }) => candidate)).toEqual([1, 0, null]);
  });

  it('is accepted by the book, field by field and to the last', () => {
    const declarations = { range: { min: 2, max: 16 }, baseline: { min: 6, max: 12 }, drop: 4 };
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: 1, max: 60, noNaN: true }), fc.integer({ min: 1, max: 9 })),
          {
            minLength: 1,
            maxLength: 40,
          },
        ),
        fc.double({ min: 0, max: 500, noNaN: true }),
        (fields, reserve) => {
          const book = new SplitBook({
            terms: relativePromise({ allowedShortfall: 0.1, reserve }),
            declarations,
            failureProbability: 0.01,
            typicalSize: 30,
          });
          const items = fields.map(([size, value]) => ({
            size,
            values: [value],
            lines: book.certainLines,
            shareMax: 0.9,
          }));
          planSeason(items, book.slack()).forEach(({ share }, i) => {
            const plan = {
              size: items[i]!.size,
              shares: [share],
              tryPredictions: [9],
              checkPrediction: 9,
            };
            expect(book.quote(plan).mayPlay).toBe(true);
            book.issue(plan);
            expect(book.isOverdrawn).toBe(false);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of ten thousand fields with 24 candidates spends the slack to a billionth', () => {
    const lines = certainLines(TERMS, limitsOfMeans({ range: { min: 2, max: 16 }, drop: 4 }));
    const items = Array.from({ length: 10_000 }, (_, i) => ({
      size: 1 + (i % 97),
      values: Array.from({ length: 24 }, (_, k) => ((i * 31 + k * 17) % 101) / 50),
      lines,
      shareMax: 0.9,
    }));
    const plan = planSeason(items, 50_000);
    const cost = plan.reduce((sum, planned) => sum + planned.cost, 0);
    expect(cost).toBeLessThanOrEqual(50_000);
    expect(cost).toBeGreaterThan(50_000 * (1 - 1e-6));
    const free = freeShare(lines);
    for (const { share } of plan) expect(share).toBeGreaterThanOrEqual(free);
  });
});
