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

function play(book: PeriodBook, player: Player) {
  book.beginRound();
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

  it('hear of rounds of earlier periods without a change of their own books', () => {
    const book = periodBook(null);
    const before = [play(book, 'proposal'), play(book, 'proposal'), play(book, 'baseline')];
    book.startPeriod();
    play(book, 'proposal');
    const state = JSON.stringify(book.exportState());
    book.settle(before[0]!, 9);
    book.revise(before[0]!, 0);
    book.cancel(before[1]!);
    book.confirm(before[2]!);
    expect(JSON.stringify(book.exportState())).toBe(state);
    expect(before.map(({ execution }) => execution)).toEqual(['executed', 'void', 'executed']);
  });

  it('go on from their state, also into another period', () => {
    const book = periodBook(3);
    for (let round = 0; round < 8; round++) play(book, round % 2 ? 'baseline' : 'proposal');
    const copy = periodBook(3);
    copy.importState(JSON.parse(JSON.stringify(book.exportState())));
    for (const each of [book, copy]) {
      for (let round = 0; round < 4; round++) play(each, 'baseline');
    }
    expect(copy.exportState()).toEqual(book.exportState());
  });
});
