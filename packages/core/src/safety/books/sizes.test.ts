/**
 * Sizes: a decision of size s counts s times, in every book, and bettors stay sharp for sizes that are a
 * million times apart.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { relativePromise } from '../promise-terms.ts';
import { splitBettors } from '../split/split-bettors.ts';
import { coinBook } from './coin-book.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import { observedBook } from './observed-book.ts';
import type { PromiseBook } from './promise-book.ts';
import { SplitBook, type SplitBookOptions } from './split-book.ts';

type Kind = 'number' | 'interval' | 'observed total' | 'policy' | 'played' | 'observed';
const KINDS: readonly Kind[] = [
  'number',
  'interval',
  'observed total',
  'policy',
  'played',
  'observed',
];

function bookOf(kind: Kind, typicalSize: number | null, reserve = 0): PromiseBook {
  const common = {
    terms: relativePromise({ allowedShortfall: 0.2, reserve }),
    rewardFloor: 0,
    rewardNoiseScale: 0,
    failureProbability: 0.05,
    ...(typicalSize === null ? {} : { typicalSize }),
  };
  if (kind === 'observed total') return observedBook(common);
  if (kind === 'number' || kind === 'interval') return knownBaselineBook(common);
  return coinBook({ ...common, subject: kind, rewardCeiling: 1 });
}

/** Plays rounds of yes/no rewards, proposals wherever they may be, and returns all slacks. */
function slacksOf(kind: Kind, book: PromiseBook, size: number | undefined, seed = 7): number[] {
  const random = seededRandom(seed);
  const isDeclared = kind === 'number' || kind === 'interval' || kind === 'observed total';
  const half = kind === 'interval' ? 0.05 : 0;
  return Array.from({ length: 400 }, () => {
    const offer = {
      proposalPrediction: 0.6,
      baselinePrediction: 0.5,
      rewardDeviation: 0.49,
      baselineReward: isDeclared ? { min: 0.5 - half, max: 0.5 + half } : null,
      ...(size === undefined ? {} : { size }),
    };
    const quote = book.quote(offer);
    const isProposal = random() < quote.playProbability;
    const player = quote.mayPlay ? (isProposal ? 'proposal' : 'held-out') : 'baseline';
    const entry = book.issue(offer, player, quote);
    book.settle(entry, random() < (player === 'proposal' ? 0.7 : 0.5) ? 1 : 0);
    return book.slack();
  });
}

describe.each(KINDS)('the book of kind %s', (kind) => {
  it('counts a decision of size s as s times one of size 1', () => {
    const size = 37;
    const plain = slacksOf(kind, bookOf(kind, 1, 2), undefined);
    const large = slacksOf(kind, bookOf(kind, size, 2 * size), size);
    for (const [i, slack] of large.entries()) expect(slack / size).toBeCloseTo(plain[i]!, 6);
  });

  it('has the same bits with a size of 1 as without', () => {
    const [without, one] = [undefined, 1].map((size) => {
      const book = bookOf(kind, null);
      slacksOf(kind, book, size);
      return JSON.stringify(book.exportState());
    });
    expect(one).toBe(without);
  });

  // What it proves is later by a constant, of which 400 rounds show much.
  it.each([
    [1, 0.75],
    [1e3, 0.9],
    [1e6, 0.75],
  ])('is sharp for sizes of %d if the typical one is a thousand', (size, least) => {
    let [best, wide] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      best += slacksOf(kind, bookOf(kind, null), undefined, seed).at(-1)!;
      wide += slacksOf(kind, bookOf(kind, 1e3), size, seed).at(-1)! / size;
    }
    expect(wide / best).toBeGreaterThan(least);
  });

  it('keeps its bettors as the first decision placed them, also when it is restored', () => {
    const book = bookOf(kind, 1e3);
    slacksOf(kind, book, 1e6);
    const restored = bookOf(kind, 1e3);
    restored.importState(book.exportState());
    expect(restored.slack()).toBe(book.slack());
    expect(slacksOf(kind, restored, 1e5, 9)).toEqual(slacksOf(kind, book, 1e5, 9));
  });

  it('moves no money of bettors who have bet, in a state from before first sizes were noted', () => {
    const book = bookOf(kind, 1e3);
    slacksOf(kind, book, 1e3);
    const { firstSize, ...before } = book.exportState();
    const restored = bookOf(kind, 1e3);
    restored.importState(before);
    expect(restored.slack()).toBe(book.slack());
    expect(slacksOf(kind, restored, 1e5, 9)).toEqual(slacksOf(kind, book, 1e5, 9));
  });
});

describe('the book of divided decisions', () => {
  const declarations = { range: { min: 2, max: 16 } };
  const terms = relativePromise({ allowedShortfall: 0.1 });
  const common = { terms, declarations, failureProbability: 0.05, typicalSize: 1e3 };
  const bookFor = (more: Partial<SplitBookOptions> = {}) =>
    new SplitBook({ ...common, hasWideSizes: true, ...more });

  /** Tries what is free on fields of these sizes, and returns the slack after each. */
  function slacksOfFields(book: SplitBook, sizes: readonly number[]): number[] {
    const random = seededRandom(3);
    return sizes.map((size) => {
      const plan = { size, shares: [book.freeShare], tryPredictions: [10], checkPrediction: 9 };
      const check = 8 + 2 * random();
      book.settle(book.issue(plan), { tries: [check + 2 * random()], check });
      return book.slack();
    });
  }

  it.each([1, 1e3, 1e6])('is sharp for sizes of %d if the typical one is a thousand', (size) => {
    const sizes = Array.from({ length: 12 }, () => size);
    const [best] = slacksOfFields(bookFor({ typicalSize: size }), sizes).slice(-1);
    const [slack] = slacksOfFields(bookFor(), sizes).slice(-1);
    expect(best! / size).toBeGreaterThan(1);
    expect(slack! / best!).toBeGreaterThan(0.8);
  });

  it('has its money placed by the first decision, and not by later ones', () => {
    const sizes = [1, 1e6, 1, 1e3, 1e6, 1e6, 1, 1e6, 1e6, 1e6, 1e6];
    const bettors = splitBettors(declarations, { ...common, hasWideSizes: true, firstSize: 1 });
    expect(slacksOfFields(bookFor(), sizes)).toEqual(slacksOfFields(bookFor({ bettors }), sizes));
  });

  it('keeps it there when it is restored', () => {
    const book = bookFor();
    const sizes = Array.from({ length: 12 }, () => 1);
    slacksOfFields(book, sizes);
    const restored = bookFor();
    restored.importState(book.exportState());
    expect(restored.slack()).toBe(book.slack());
    expect(slacksOfFields(restored, sizes)).toEqual(slacksOfFields(book, sizes));
  });
});

it('a typical size must be greater than 0', () => {
  expect(() => bookOf('number', 0)).toThrow(/typicalSize/);
});
