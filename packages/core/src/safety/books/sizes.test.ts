/**
 * Sizes: a decision of size s counts s times, in every book, and bettors stay sharp for sizes that are a
 * million times apart.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { relativePromise } from '../promise-terms.ts';
import { coinBook } from './coin-book.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import { observedBook } from './observed-book.ts';
import type { PromiseBook } from './promise-book.ts';

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
    [1, 0.65],
    [1e3, 0.9],
    [1e6, 0.65],
  ])('is sharp for sizes of %d if the typical one is a thousand', (size, least) => {
    let [best, wide] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      best += slacksOf(kind, bookOf(kind, null), undefined, seed).at(-1)!;
      wide += slacksOf(kind, bookOf(kind, 1e3), size, seed).at(-1)! / size;
    }
    expect(wide / best).toBeGreaterThan(least);
  });
});

it('a typical size must be greater than 0', () => {
  expect(() => bookOf('number', 0)).toThrow(/typicalSize/);
});
