/**
 * Golden values: vectors/split-golden.json, sequences of divided decisions and group bets with log
 * wealths, proven gains, floors and slacks after each step, computed by an independent program in 60 digits.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type TracedBook,
  type TracedCase,
  type TracedState,
  traceSplitBook,
} from './split-trace.ts';

const TOLERANCE = 1e-10;

const PATH = new URL('../../../../../vectors/split-golden.json', import.meta.url);

interface GoldenCase extends TracedCase {
  readonly name: string;
  readonly expected: readonly TracedState[];
}

/** The cases, with texts of digits as numbers and the book in our words. */
function readCases(): GoldenCase[] {
  const isDigits = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;
  const { cases } = JSON.parse(readFileSync(PATH, 'utf8'), (_, value) =>
    typeof value === 'string' && isDigits.test(value) ? Number(value) : value,
  );
  return cases.map((golden: GoldenCase) => ({ ...golden, book: bookOf(golden.book) }));
}

// biome-ignore lint/suspicious/noExplicitAny: the letters of the program that made them
function bookOf(book: any): TracedBook {
  const { lo, hi, baseline, drop, ratio, beside, gaussianRates: rates } = book;
  const scale: number | null = book.sigma;
  return {
    allowedShortfall: book.alpha,
    failureProbability: book.delta,
    declarations: {
      range: { min: lo, max: hi },
      mayLeaveRange: !book.surelyInRange,
      ...(baseline === null ? {} : { baseline: { min: baseline[0], max: baseline[1] } }),
      ...(drop === null ? {} : { drop }),
      ...(ratio === null ? {} : { ratio }),
      ...(beside === null ? {} : { beside }),
      ...(scale === null
        ? {}
        : { plotNoise: { scale, isIndependent: book.strips === 'independent' } }),
    },
    bettors: {
      onGain: { rates: book.rates, weights: book.weights },
      onSpread: rates.length === 0 ? null : { rates, weights: book.gaussianWeights },
    },
  };
}

const GOLDEN_CASES = readCases();

function expectNear(received: number, expected: number, what: string): void {
  const distance = Math.abs(received - expected) / Math.max(1, Math.abs(expected));
  expect(distance, `${what}: ${received} instead of ${expected}`).toBeLessThan(TOLERANCE);
}

let stateCount = 0;

describe('vectors/split-golden.json', () => {
  it.each(GOLDEN_CASES.map((golden) => [golden.name, golden] as const))('%s', (_, golden) => {
    const states = [...traceSplitBook(golden)];
    expect(states).toHaveLength(golden.expected.length);
    states.forEach((state, i) => {
      const expected = golden.expected[i]!;
      const wealths = [...state.logWealth, ...state.gaussian];
      const wanted = [...expected.logWealth, ...expected.gaussian];
      expect(wealths).toHaveLength(wanted.length);
      wanted.forEach((wealth, k) => {
        expectNear(wealths[k]!, wealth, `log wealth ${k} after step ${i}`);
      });
      expectNear(state.sStar, expected.sStar, `s* after step ${i}`);
      expectNear(state.F, expected.F, `F after step ${i}`);
      expectNear(state.W, expected.W, `W after step ${i}`);
      stateCount += 1;
    });
  });

  it('holds 32 cases and 617 states', () => {
    expect(GOLDEN_CASES).toHaveLength(32);
    expect(stateCount).toBe(617);
  });
});
