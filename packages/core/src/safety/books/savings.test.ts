/**
 * What may be saved up is limited, and a reward that was typed wrong and corrected leaves no trace in it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativePromise } from '../promise-terms.ts';
import { knownBaselineBook } from './known-baseline-book.ts';
import { observedBook } from './observed-book.ts';
import type { PromiseBook } from './promise-book.ts';
import { Savings } from './savings.ts';

const MOST = 1;
const options = {
  terms: relativePromise({ allowedShortfall: 0.2, reserve: 0.5 }),
  rewardFloor: 0,
  rewardNoiseScale: 0,
  failureProbability: 0.1,
  budgetMax: MOST,
};
const books = {
  betting: () => knownBaselineBook(options),
  accounting: () => observedBook(options),
} as const;

interface Round {
  readonly isProposal: boolean;
  readonly reward: number;
  /** What was typed first, if it was wrong. */
  readonly typed: number | null;
}

const offer = {
  proposalPrediction: 0.5,
  baselinePrediction: 0.5,
  baselineReward: { min: 0.5, max: 0.5 },
};

/** Plays the rounds with rewards at once; what was typed wrong is corrected at the end, or never typed. */
function play(book: PromiseBook, rounds: readonly Round[], isTypedWrong: boolean): void {
  const corrections: (() => void)[] = [];
  for (const { isProposal, reward, typed } of rounds) {
    const player = isProposal ? 'proposal' : 'baseline';
    const entry = book.issue(offer, player, book.quote(offer));
    const isWrong = isTypedWrong && typed !== null;
    book.settle(entry, isWrong ? typed : reward);
    if (isWrong) corrections.push(() => book.revise(entry, reward));
  }
  for (const correct of corrections) correct();
}

const anyRound: fc.Arbitrary<Round> = fc.record({
  isProposal: fc.boolean(),
  reward: fc.double({ min: 0, max: 1, noNaN: true }),
  typed: fc.option(fc.constantFrom(1, 3, 1e6), { nil: null }),
});

describe('a reward that was typed too high and corrected', () => {
  it('leaves no trace in an account that adds up, whenever it is corrected', () => {
    fc.assert(
      fc.property(fc.array(anyRound, { minLength: 1, maxLength: 50 }), (rounds) => {
        const [right, corrected] = [books.accounting(), books.accounting()];
        play(right, rounds, false);
        play(corrected, rounds, true);
        expect(Math.abs(corrected.slack() - right.slack())).toBeLessThan(1e-8);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['betting', 'accounting'] as const)('leaves no trace: 40 of them, %s', (kind) => {
    const rounds = Array.from({ length: 40 }, (_, i) => ({
      isProposal: i % 2 === 1,
      reward: 0.25,
      typed: 1,
    }));
    const [right, corrected] = [books[kind](), books[kind]()];
    play(right, rounds, false);
    play(corrected, rounds, true);
    expect(corrected.slack()).toBeCloseTo(right.slack(), 9);
  });

  it('does not bring back what was given up before it came', () => {
    const book = books.accounting();
    const round = (isProposal: boolean, reward: number) =>
      play(book, [{ isProposal, reward, typed: null }], false);
    for (let i = 0; i < 20; i++) round(false, 1);
    round(false, 1);
    expect(book.slack()).toBe(MOST);
    round(true, 0);
    round(true, 0);
    const before = book.slack();
    expect(before).toBeCloseTo(MOST - 0.8, 9);
    play(book, [{ isProposal: true, reward: 0.4, typed: 1e6 }], true);
    play(book, [{ isProposal: true, reward: 0.4, typed: null }], false);
    expect(book.slack()).toBeCloseTo(before, 9);
  });
});

describe('savings', () => {
  it('keep few rises: a correction takes back no more than was given up since, and at most that', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 80, maxLength: 300 }),
        fc.nat({ max: 79 }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (gains, since, lost) => {
          const savings = new Savings(MOST);
          let [proved, before] = [0, 0];
          gains.forEach((gain, i) => {
            proved += gain;
            if (i === since) before = Math.max(0, proved - gain - MOST);
            savings.limit(proved);
          });
          const { rises } = savings.exportState();
          expect(rises.length).toBeLessThanOrEqual(64);
          const left = savings.leftOf(proved);
          savings.takeBack(lost, since);
          expect(savings.leftOf(proved - lost)).toBeLessThanOrEqual(left + 1e-9);
          const kept = savings.exportState().rises.reduce((sum, { amount }) => sum + amount, 0);
          expect(kept).toBeGreaterThanOrEqual(before - 1e-9);
        },
      ),
      { numRuns: 200 },
    );
  });
});
