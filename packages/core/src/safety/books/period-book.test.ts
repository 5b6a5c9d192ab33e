import { describe, expect, it } from 'vitest';
import { relativePromise } from '../promise-terms.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import { failureShareOf, PeriodBook, type PeriodStart } from './period-book.ts';
import type { Offer, Player } from './safety-book.ts';

const terms = relativePromise({ allowedShortfall: 0.25, reserve: 6 });
const offer: Offer = {
  proposalPrediction: 6,
  baselinePrediction: 4,
  baselineReward: { min: 4, max: 4 },
};

function periodBook(roundCount: number | null, starts: PeriodStart[] = []): PeriodBook {
  return new PeriodBook({
    reserve: terms.reserve,
    roundCount,
    createBook: (start) => {
      starts.push(start);
      return knownBaselineBook({
        terms: { ...terms, reserve: start.reserve },
        rewardFloor: 0,
        rewardNoiseScale: 0,
        failureProbability: 0.1 * start.failureShare,
        period: start.period,
      });
    },
  });
}

function play(book: PeriodBook, player: Player, period?: string) {
  book.beginRound(period === undefined ? {} : { period });
  return book.issue(offer, player, book.quote(offer));
}

describe('periods', () => {
  it('share the failure probability: all of them together have no more than one', () => {
    const shares = Array.from({ length: 100_000 }, (_, i) => failureShareOf(i + 1));
    const total = shares.reduce((sum, share) => sum + share, 0);
    expect(total).toBeLessThan(1);
    expect(total).toBeGreaterThan(0.9999);
  });

  it('have books of their own: what was saved up in one is not risked in the next', () => {
    const starts: PeriodStart[] = [];
    const book = periodBook(5, starts);
    for (let round = 0; round < 5; round++) book.settle(play(book, 'baseline'), 4);
    expect(book.slack()).toBeCloseTo(6 + 5, 9);
    book.beginRound();
    expect(book.slack()).toBeCloseTo(6, 9);
    expect(starts.map(({ period }) => period)).toEqual([1, 2]);
  });

  it('lose the reserve only once, however many there are', () => {
    const book = periodBook(1);
    let lost = 0;
    for (let period = 0; period < 40; period++) {
      book.beginRound();
      const quote = book.quote(offer);
      const entry = book.issue(offer, quote.mayPlay ? 'proposal' : 'baseline', quote);
      book.confirm(entry);
      if (entry.player === 'proposal') lost += 0.75 * 4;
    }
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(6);
  });

  it('hand on what corrections leave of the reserve, as if all had been told rightly at once', () => {
    const [typedHigh, typedLow, told] = ([4, 0, 2] as const).map((first) => {
      const book = periodBook(null);
      const earlier = [1, 2, 3].map(() => play(book, 'proposal', '2026'));
      for (const entry of earlier) book.settle(entry, first);
      play(book, 'baseline', '2027');
      return { book, earlier, left: book.reserveLeft() };
    });
    expect(typedLow!.left).toBeLessThan(told!.left);
    expect(told!.left).toBeLessThan(typedHigh!.left);
    for (const { book, earlier } of [typedHigh!, typedLow!]) {
      play(book, 'baseline', '2028');
      for (const entry of earlier) book.revise(entry, 2);
    }
    play(told!.book, 'baseline', '2028');
    for (const { book } of [typedHigh!, typedLow!]) {
      expect(book.reserveLeft()).toBeCloseTo(told!.book.reserveLeft(), 12);
      expect(book.slack()).toBeCloseTo(told!.book.slack(), 12);
    }
  });

  it('are overdrawn by what an earlier one lost beyond the reserve, until one of them has earned it', () => {
    const book = periodBook(null);
    const earlier = Array.from({ length: 8 }, () => play(book, 'proposal', '2026'));
    for (const entry of earlier) book.settle(entry, 10);
    play(book, 'baseline', '2027');
    expect(book.slack()).toBe(6);
    for (const entry of earlier) book.revise(entry, 0);
    expect(book.slack()).toBeCloseTo(6 - 8 * 3, 9);
    expect(book.reserveLeft()).toBeCloseTo(-18, 9);
    expect(book.quote(offer).mayPlay).toBe(false);
    for (let i = 0; i < 16; i++) book.confirm(play(book, 'baseline', '2027'));
    expect(book.slack()).toBeCloseTo(-2, 9);
    for (let i = 0; i < 3; i++) book.confirm(play(book, 'baseline', '2028'));
    expect(book.slack()).toBeCloseTo(1, 9);
    play(book, 'baseline', '2029');
    expect(book.slack()).toBeCloseTo(0, 9);
  });

  it('keep no book that no correction reaches any more, but for the newest', () => {
    const book = periodBook(1);
    let issuedCount = 0;
    const next = (from: number) => {
      book.beginRound({ issuedCount, correctableFrom: () => from });
      issuedCount += 1;
      return book.issue(offer, 'baseline', book.quote(offer));
    };
    const closedCount = () => (book.exportState() as { closed?: unknown[] }).closed?.length ?? 0;
    const first = next(1);
    for (let i = 0; i < 40; i++) next(1);
    expect(closedCount()).toBe(40);
    next(21);
    expect(closedCount()).toBe(41 - 20);
    next(Number.POSITIVE_INFINITY);
    expect(closedCount()).toBe(12);
    const before = book.slack();
    book.settle(first, 4);
    expect(first.execution).toBe('executed');
    expect(book.slack()).toBe(before);
  });

  it('go on from their state, also into another period', () => {
    const book = periodBook(3);
    const first = play(book, 'proposal');
    for (let round = 1; round < 8; round++) play(book, round % 2 ? 'baseline' : 'proposal');
    const copy = periodBook(3);
    copy.importState(JSON.parse(JSON.stringify(book.exportState())));
    for (const each of [book, copy]) {
      each.settle({ ...first }, 4);
      for (let round = 0; round < 4; round++) play(each, 'baseline');
    }
    expect(copy.exportState()).toEqual(book.exportState());
  });
});
