/**
 * Groups: decisions that share what forecasts leave open are one bet, and nobody joins who could have
 * seen how it turned out.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { absolutePromise, relativePromise } from '../promise-terms.ts';
import { coinBook } from './coin-book.ts';
import { type KnownBaselineBookOptions, knownBaselineBook } from './known-baseline-book.ts';
import { PeriodBook } from './period-book.ts';
import type { PromiseBook } from './promise-book.ts';
import type { BookEntry, Player, SafetyBook } from './safety-book.ts';

const RATES = [0.01, 0.1, 0.5, 1, 2, 8];
/** Rates are multiples of the reciprocal of .5, the mean above the floor. */
const BETTORS = {
  rates: RATES.map((rate) => rate / 2),
  weights: RATES.map(() => 1 / RATES.length),
};

const OPTIONS: KnownBaselineBookOptions = {
  terms: relativePromise({ allowedShortfall: 0.1 }),
  rewardFloor: 0,
  rewardNoiseScale: 0,
  failureProbability: 0.05,
  bettors: BETTORS,
};

function issue(book: SafetyBook, group: string | null, player: Player = 'proposal', size = 1) {
  const offer = {
    proposalPrediction: 0.4,
    baselinePrediction: 0.5,
    baselineReward: { min: 0.5, max: 0.5 },
    size,
    ...(group === null ? {} : { group }),
  };
  return book.issue(offer, player, book.quote(offer));
}

/** The log wealth of each bettor, by all bets. */
function logWealths(book: PromiseBook): number[] {
  const { totals, remainders } = book.exportState().ledgers[0]!.prefixes.at(-1)!.sums;
  return totals.map((total, k) => total + remainders[k]!);
}

/** The most that a bettor gains on average in a season of equally likely weathers. */
function meanFactor(isGroup: boolean, weathers: readonly number[], options = OPTIONS): number {
  const mean = weathers.reduce((sum, reward) => sum + reward, 0) / weathers.length;
  const sizes = [1, 3, 0.5, 2];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const factors = weathers.map((reward) => {
    const book = knownBaselineBook(options);
    const group = isGroup ? 'season' : null;
    const entries = sizes.map((size) => issue(book, group, 'proposal', size));
    book.closeGroup();
    for (const entry of entries) book.settle(entry, reward);
    return logWealths(book);
  });
  const rates = options === OPTIONS ? RATES : SPREAD_RATES;
  const averages = rates.map((rate, k) => {
    const each = factors.map((wealths) => Math.exp(wealths[k]! - rate * total * mean));
    return each.reduce((sum, factor) => sum + factor, 0) / each.length;
  });
  return Math.max(...averages);
}

/** The first of those who bet on the reward alone, and the seven who use the spread. */
const SPREAD = 0.2;
const SPREAD_RATES = [...RATES, ...[0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6].map((x) => x / SPREAD)];
const WITH_SPREAD = { ...OPTIONS, varianceProxy: { variance: SPREAD ** 2, tail: 0 } };

describe('a group', () => {
  it('is one fair bet where as many bets are not: five weathers, all fields alike', () => {
    expect(meanFactor(true, [1, 0, 0, 0, 0])).toBeLessThanOrEqual(1 + 1e-9);
    expect(meanFactor(true, [1, 0.9, 0.2, 0.4])).toBeLessThanOrEqual(1 + 1e-9);
    expect(meanFactor(false, [1, 0, 0, 0, 0])).toBeGreaterThan(1.05);
  });

  it('is fair to those who use the spread: what is shared adds up as deviations do', () => {
    const weathers = [0.5 + SPREAD, 0.5 - SPREAD];
    expect(meanFactor(true, weathers, WITH_SPREAD)).toBeLessThanOrEqual(1 + 1e-9);
    expect(meanFactor(false, weathers, WITH_SPREAD)).toBeGreaterThan(1.001);
  });

  it('keeps rewards until it is closed, by call or by the next', () => {
    const slackAfter = (close: (book: PromiseBook) => void) => {
      const book = knownBaselineBook({ ...OPTIONS, failureProbability: 0.9 });
      const entries = Array.from({ length: 6 }, () => issue(book, 'season'));
      const open = book.slack();
      for (const entry of entries) {
        book.settle(entry, 1);
        expect(book.slack()).toBe(open);
      }
      close(book);
      return [open, book.slack()] as const;
    };
    const [open, byCall] = slackAfter((book) => book.closeGroup());
    const [, byNext] = slackAfter((book) => book.beginRound({ group: 'next season' }));
    expect(byCall).toBeGreaterThan(open + 0.5);
    expect(byNext).toBe(byCall);
  });

  it('counts rewards that come after it is closed, and corrections', () => {
    const book = knownBaselineBook({ ...OPTIONS, failureProbability: 0.9 });
    const entries = Array.from({ length: 6 }, () => issue(book, 'season'));
    book.closeGroup();
    const slacks = entries.map((entry) => {
      book.settle(entry, 1);
      return book.slack();
    });
    expect(slacks.at(-1)).toBeGreaterThan(slacks[0]!);
    for (const entry of entries) book.revise(entry, 0);
    expect(book.slack()).toBeCloseTo(6 * -0.45, 9);
  });

  it('is joined by nobody after one of its rewards was seen, or when it is closed', () => {
    const book = knownBaselineBook(OPTIONS);
    const first = issue(book, 'season');
    issue(book, 'season', 'baseline');
    book.settle(first, 0.5);
    expect(() => issue(book, 'season')).toThrow(/none of its rewards has been seen/);
    expect(() => book.checkGroup('season')).toThrow(/HR_CALL_ORDER/);
    issue(book, 'next');
    expect(() => issue(book, 'season')).toThrow(/'season', which is closed/);
    expect(() => book.beginRound({ group: 'season' })).toThrow(/HR_CALL_ORDER/);
    // What was refused has closed nothing.
    issue(book, 'next');
  });

  it('is seen, too, by the reward of a decision that nobody bets on', () => {
    const book = knownBaselineBook(OPTIONS);
    book.settle(issue(book, 'season', 'baseline'), 0.5);
    expect(() => issue(book, 'season')).toThrow(/HR_CALL_ORDER/);
  });

  it('keeps the prediction of what is void, until nothing is left', () => {
    const book = knownBaselineBook(OPTIONS);
    const entries = [issue(book, 'season'), issue(book, 'season'), issue(book, 'season')];
    book.closeGroup();
    const all = logWealths(book);
    book.cancel(entries[0]!, { reason: 'unrelated' });
    expect(logWealths(book)).toEqual(all);
    book.fallBack(entries[1]!, { reason: 'unrelated' });
    expect(logWealths(book)).toEqual(all);
    book.cancel(entries[2]!, { reason: 'unrelated' });
    for (const wealth of logWealths(book)) expect(wealth).toBeCloseTo(0, 12);
    expect(book.slack()).toBeCloseTo(0.05, 9);
  });

  it('keeps in the promise what is taken back after a reward of it was seen', () => {
    for (const takeBack of ['cancel', 'fallBack'] as const) {
      const book = knownBaselineBook(OPTIONS);
      const entries = [issue(book, 'season'), issue(book, 'season'), issue(book, 'season')];
      book.settle(entries[0]!, 0);
      book.closeGroup();
      const before = book.slack();
      book[takeBack](entries[1]!, { reason: 'unrelated' });
      book[takeBack](entries[2]!, { reason: 'unrelated', isGroupSeen: false });
      expect(book.slack()).toBe(before);
      expect(entries[1]!.isBound).toBe(true);
    }
    const other = knownBaselineBook(OPTIONS);
    const [first, second] = [issue(other, 'season'), issue(other, 'season')];
    const before = other.slack();
    // A reward of it was told at another site.
    other.cancel(first, { reason: 'unrelated', isGroupSeen: true });
    expect(other.slack()).toBe(before);
    other.cancel(second, { reason: 'unrelated' });
    expect(other.slack()).toBeGreaterThan(before);
  });

  it('leaves decisions without one as they are: bets of their own', () => {
    const book = knownBaselineBook(OPTIONS);
    const alone = knownBaselineBook(OPTIONS);
    issue(book, 'season');
    const entry = issue(book, null);
    book.settle(entry, 1);
    alone.settle(issue(alone, null), 1);
    expect(entry.group).toBeUndefined();
    expect(entry.position).toBe(2);
    const open = knownBaselineBook(OPTIONS);
    issue(open, 'season');
    const [together, one, other] = [book, alone, open].map(logWealths);
    for (const [k, wealth] of together!.entries()) {
      expect(wealth).toBeCloseTo(one![k]! + other![k]!, 12);
    }
  });

  it('is no bet where a coin measures the baseline: each round counts by itself, as it came', () => {
    const terms = relativePromise({ allowedShortfall: 0.1, reserve: 5 });
    const options = { ...OPTIONS, terms, subject: 'policy', rewardCeiling: 1 } as const;
    const [grouped, apart] = [coinBook(options), coinBook(options)];
    const offer = { proposalPrediction: 0.4, baselinePrediction: 0.5, baselineReward: null };
    const entries = Array.from({ length: 30 }, (_, round) => {
      const player = round % 3 === 0 ? 'held-out' : 'proposal';
      const inGroup = { ...offer, group: 'season' };
      return [
        grouped.issue(inGroup, player, grouped.quote(inGroup)),
        apart.issue(offer, player, apart.quote(offer)),
      ] as const;
    });
    entries.forEach(([first, second], round) => {
      const reward = round % 4 === 0 ? 0 : 1;
      grouped.settle(first, reward);
      apart.settle(second, reward);
      expect(grouped.slack()).toBe(apart.slack());
    });
    expect(grouped.slack()).not.toBe(5);
    expect(() => issue(grouped, 'season')).toThrow(/HR_CALL_ORDER/);
    grouped.closeGroup();
    expect(grouped.slack()).toBe(apart.slack());
  });

  it('of coin rounds leaves out what is declared of means over the forecast', () => {
    const coin = coinBook({ ...OPTIONS, subject: 'policy', rewardCeiling: 1 });
    const offer = {
      proposalPrediction: 0.6,
      baselinePrediction: 0.5,
      baselineReward: { min: 0.4, max: 0.5 },
      proposalFloor: 0.45,
    };
    const { group: _none, ...ungrouped } = { ...offer, group: 'season' };
    const { baselineReward: _interval, proposalFloor: _floor, ...undeclared } = offer;
    const declared = coin.quote(ungrouped).increment;
    const inGroup = coin.quote({ ...offer, group: 'season' }).increment;
    expect(inGroup).toBeLessThan(declared);
    expect(inGroup).toBe(coin.quote({ ...undeclared, baselineReward: null }).increment);
  });

  it('is refused where a spread has a tail', () => {
    const heavy = knownBaselineBook({ ...OPTIONS, varianceProxy: { variance: 1, tail: 0.1 } });
    expect(() => issue(heavy, 'season')).toThrow(/spread without a tail/);
    expect(() => issue(heavy, null, 'proposal', 2)).toThrow(/spread without a tail/);
  });

  it('belongs to one period, and its name to all of them', () => {
    const book = new PeriodBook({
      reserve: 0,
      roundCount: 2,
      createBook: ({ period }) => knownBaselineBook({ ...OPTIONS, period }),
    });
    const periodOf = (group: string | undefined): number => {
      book.beginRound(group === undefined ? {} : { group });
      return issue(book, group ?? null).period;
    };
    expect([periodOf('a'), periodOf('a'), periodOf('a')]).toEqual([1, 1, 1]);
    expect([periodOf('b'), periodOf(undefined), periodOf(undefined)]).toEqual([2, 2, 3]);
    expect(() => periodOf('a')).toThrow(/HR_CALL_ORDER/);
    expect(() => periodOf('b')).toThrow(/HR_CALL_ORDER/);
  });
});

/** Seasons of fields under one weather: x pays in a fifth of them, and loses against the baseline. */
function isEverBroken(seed: number, isGrouped: boolean): boolean {
  const random = seededRandom(seed);
  const book = knownBaselineBook({ ...OPTIONS, failureProbability: 0.01 });
  let truth = 0;
  for (let season = 0; season < 60; season++) {
    const group = isGrouped ? `season ${season}` : null;
    if (group !== null) book.beginRound({ group });
    const issued: { readonly entry: BookEntry; readonly player: Player }[] = [];
    for (let field = 0; field < 50; field++) {
      const offer = {
        proposalPrediction: 0.4,
        baselinePrediction: 0.5,
        baselineReward: { min: 0.5, max: 0.5 },
        ...(group === null ? {} : { group }),
      };
      const quote = book.quote(offer);
      const player = quote.mayPlay ? 'proposal' : 'baseline';
      issued.push({ entry: book.issue(offer, player, quote), player });
      book.confirm(issued.at(-1)!.entry);
      truth += player === 'proposal' ? 0.2 - 0.45 : 0.05;
    }
    if (truth < 0) return true;
    const pay = random() < 0.2 ? 1 : 0;
    for (const { entry, player } of issued) book.settle(entry, player === 'proposal' ? pay : 0.5);
  }
  return false;
}

describe('fifty fields under one weather', () => {
  const brokenCount = (isGrouped: boolean) => {
    let count = 0;
    for (let seed = 1; seed <= 60; seed++) if (isEverBroken(seed, isGrouped)) count += 1;
    return count;
  };

  it('keep the promise as a group, 60 runs at δ = .01, and break it as fifty bets', () => {
    // More than 4 of 60 would have a chance below .001 at δ = .01, more than 10 one of 1e-10.
    expect(brokenCount(true)).toBeLessThanOrEqual(4);
    expect(brokenCount(false)).toBeGreaterThan(10);
  });
});

describe('the size of a decision', () => {
  it('must be 1 where the promise is kept in windows', () => {
    const terms = relativePromise({ allowedShortfall: 0.1, window: 4 });
    const book = knownBaselineBook({ ...OPTIONS, terms, baselineRewardMin: 0.5 });
    expect(() => issue(book, null, 'proposal', 2)).toThrow(/size must be 1/);
  });

  it('counts what may be lost in a round as often', () => {
    const terms = absolutePromise({ allowedLossPerRound: 0.25 });
    const book = knownBaselineBook({ ...OPTIONS, terms });
    book.confirm(issue(book, null, 'baseline', 12));
    expect(book.slack()).toBeCloseTo(3, 9);
  });
});

describe('two absurd typing errors in a group, both corrected', () => {
  it('prove nothing and leave no trace', () => {
    const slackAfter = (isTypedWrong: boolean) => {
      const book = knownBaselineBook(OPTIONS);
      const entries = Array.from({ length: 4 }, () => issue(book, 'season'));
      book.closeGroup();
      entries.forEach((entry, i) => {
        const typed = [1e33, 1e16][i];
        const isWrong = isTypedWrong && typed !== undefined;
        book.settle(entry, isWrong ? typed : 0.3);
      });
      if (isTypedWrong) for (const entry of entries.slice(0, 2)) book.revise(entry, 0.3);
      return { book, slack: book.slack(), wealths: logWealths(book) };
    };
    const [right, corrected] = [slackAfter(false), slackAfter(true)];
    corrected.wealths.forEach((wealth, k) => {
      expect(wealth).toBeLessThanOrEqual(right.wealths[k]! + 1e-12);
      expect(wealth).toBeCloseTo(right.wealths[k]!, 9);
    });
    expect(corrected.slack).toBeCloseTo(right.slack, 9);
  });
});
