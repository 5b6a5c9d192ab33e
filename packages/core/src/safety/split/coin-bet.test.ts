/**
 * Whole decisions by coin in a book of divided ones: the same bets as in the book of the coin, at the
 * same root, and as fair.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumDown } from '../../base/sum-down.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { coinGrid } from '../bets/coin-grid.ts';
import { coinBook } from '../books/coin-book.ts';
import { SplitBook, type SplitBookOptions } from '../books/split-book.ts';
import { relativePromise } from '../promise-terms.ts';
import { CoinBets } from './coin-bet.ts';

const SHORTFALL = 0.1;
const RANGE = { min: 2, max: 16 };
const OPTIONS: SplitBookOptions = {
  terms: relativePromise({ allowedShortfall: SHORTFALL }),
  declarations: { range: RANGE },
  failureProbability: 0.05,
  typicalSize: 1,
};

function planOf(playProbability: number, coin: 'try' | 'check', size = 1) {
  const predictions = { tryPredictions: [10], checkPrediction: 9 };
  return { size, shares: [playProbability], ...predictions, coin };
}

function outcomeOf(coin: 'try' | 'check', reward: number | null) {
  return { tries: [coin === 'try' ? reward : null], check: coin === 'check' ? reward : null };
}

describe('a whole decision by coin', () => {
  it('is the bet of the policy promise', () => {
    const grid = coinGrid(RANGE.max - RANGE.min);
    const split = new SplitBook({ ...OPTIONS, bettors: { onGain: grid, onSpread: null } });
    const coins = coinBook({
      terms: OPTIONS.terms,
      failureProbability: OPTIONS.failureProbability,
      subject: 'policy',
      rewardFloor: RANGE.min,
      rewardCeiling: RANGE.max,
      rewardNoiseScale: 0,
    });
    const random = seededRandom(3);
    const offer = { proposalPrediction: 10, baselinePrediction: 9, baselineReward: null };
    for (let round = 0; round < 40; round++) {
      const [playProbability, coin] = [
        0.05 + 0.9 * random(),
        random() < 0.5 ? 'try' : 'check',
      ] as const;
      const reward = 2 + 14 * random();
      split.settle(split.issue(planOf(playProbability, coin)), outcomeOf(coin, reward));
      const player = coin === 'try' ? 'proposal' : 'held-out';
      const quote = { ...coins.quote(offer), playProbability };
      coins.settle(coins.issue({ ...offer, rewardDeviation: 0 }, player, quote), reward);
    }
    const bets = split.exportState().ledger.prefixes.at(-1)!;
    const same = coins.exportState().ledgers[0]!.prefixes.at(-1)!;
    const { totals } = bets.sums;
    for (const [k, total] of totals.entries()) expect(total).toBeCloseTo(same.sums.totals[k]!, 9);
    expect(sumDown(bets.base)).toBeCloseTo(sumDown(same.base), 9);
    expect(sumDown(bets.certain)).toBeCloseTo(sumDown(same.certain), 9);
  });

  it('is fair over the coin, whatever is lost or measured in part by who has seen it', () => {
    const amount = fc.double({ min: 0, max: 1, noNaN: true });
    const bets = new CoinBets(OPTIONS.terms, OPTIONS.declarations);
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (x, b, q) => {
        const means = { try: 2 + 14 * x, check: 2 + 14 * b };
        const size = 3;
        const truth = size * (q * means.try + (SHORTFALL - q) * means.check);
        for (const rate of [0.001, 0.01, 0.1, 1]) {
          const factorOf = (coin: 'try' | 'check') => {
            const whole = means[coin];
            const part = { reward: whole, measuredShare: 0.5 };
            const outcomes = [
              outcomeOf(coin, whole),
              outcomeOf(coin, null),
              coin === 'try' ? { tries: [part], check: null } : { tries: [null], check: part },
            ];
            const factors = outcomes.map((outcome) => {
              const { base, logGrowth } = bets.bet(planOf(q, coin, size), outcome);
              return Math.exp(logGrowth(rate) - rate * (truth - base));
            });
            return Math.max(...factors);
          };
          expect(q * factorOf('try') + (1 - q) * factorOf('check')).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is played in the end if the try is better, beside divided ones, and never without cover', () => {
    const book = new SplitBook({ ...OPTIONS, declarations: { range: RANGE, drop: 6 } });
    const random = seededRandom(5);
    let tries = 0;
    for (let round = 0; round < 600; round++) {
      if (round % 3 === 0) {
        const plan = {
          size: 1,
          shares: [book.freeShare],
          tryPredictions: [10],
          checkPrediction: 9,
        };
        book.settle(book.issue(plan), { tries: [8 + 6 * random()], check: 7 + 4 * random() });
        continue;
      }
      const quote = book.quoteCoin({ size: 1, tryPrediction: 11, checkPrediction: 9 });
      expect(quote.playProbability === 0 || quote.mayPlay).toBe(true);
      const coin = random() < quote.playProbability ? 'try' : 'check';
      const reward = coin === 'try' ? 8 + 6 * random() : 7 + 4 * random();
      if (quote.playProbability === 0) {
        const forced = { size: 1, shares: [], tryPredictions: [], checkPrediction: 9 };
        book.settle(book.issue(forced), { tries: [], check: reward });
      } else {
        book.settle(book.issue(planOf(quote.playProbability, coin)), outcomeOf(coin, reward));
      }
      expect(book.isOverdrawn).toBe(false);
      if (coin === 'try' && round > 300) tries += 1;
    }
    expect(tries).toBeGreaterThan(150);
  });

  it('is never void, has no shares to change, no group, and a coin that can have fallen so', () => {
    const book = new SplitBook(OPTIONS);
    const entry = book.issue(planOf(0.5, 'try'));
    const open = book.slack();
    expect(() => book.confirm(entry, { shares: [0.2], isInnocent: true })).toThrow(
      /as the coin fell/,
    );
    book.cancel(entry, 'unrelated');
    expect(book.slack()).toBe(open);
    expect(() => book.issue(planOf(0.5, 'try'), 'season')).toThrow(/must not belong to a group/);
    expect(() => book.issue(planOf(0, 'try'))).toThrow(/a coin needs one share/);
    expect(() => book.issue(planOf(1, 'check'))).toThrow(/a coin needs one share/);
    expect(() => book.issue({ ...planOf(1, 'try'), shares: [] })).toThrow(/HR_INPUT/);
  });
});
