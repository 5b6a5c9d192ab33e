/**
 * Golden values: vectors/split-golden.json, sequences of divided decisions and group bets with log
 * wealths, proven gains, floors and slacks after each step, computed by an independent program in 60 digits.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type TracedCase, traceSplitBook } from './split-trace.ts';

const TOLERANCE = 1e-10;

interface GoldenState {
  readonly logWealth: readonly string[];
  readonly gaussian: readonly string[];
  readonly sStar: string;
  readonly F: string;
  readonly W: string;
}

interface GoldenCase extends TracedCase {
  readonly expected: readonly GoldenState[];
}

const PATH = new URL('../../../../../vectors/split-golden.json', import.meta.url);
const GOLDEN_CASES: readonly GoldenCase[] = JSON.parse(readFileSync(PATH, 'utf8')).cases;

function expectNear(received: number, digits: string, what: string): void {
  const expected = Number(digits);
  const distance = Math.abs(received - expected) / Math.max(1, Math.abs(expected));
  expect(distance, `${what}: ${received} instead of ${digits}`).toBeLessThan(TOLERANCE);
}

let stateCount = 0;

describe('vectors/split-golden.json', () => {
  it.each(GOLDEN_CASES.map((golden) => [golden.name, golden] as const))('%s', (_, golden) => {
    const states = [...traceSplitBook(golden)];
    expect(states).toHaveLength(golden.expected.length);
    states.forEach((state, i) => {
      const expected = golden.expected[i]!;
      const wealths = [...state.logWealth, ...state.gaussian];
      const digits = [...expected.logWealth, ...expected.gaussian];
      expect(wealths).toHaveLength(digits.length);
      digits.forEach((wealth, k) => {
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
