import { expect, it } from 'vitest';
import { AwakeLimit } from './awake-limit.ts';

const ROOMY = () => ({ usedBytes: 0, limitBytes: 100 });

/** Looks once a second at a hundred bytes, of which so many are used; returns the limit after each look. */
function looksAt(
  uses: readonly number[],
  awakeCount: number,
  { most = 1000, of = 'oldSpaceUse' }: { most?: number; of?: 'oldSpaceUse' | 'processUse' } = {},
): number[] {
  let [seconds, usedBytes] = [0, 0];
  const limit = new AwakeLimit({
    most,
    oldSpaceUse: ROOMY,
    processUse: ROOMY,
    [of]: () => ({ usedBytes, limitBytes: 100 }),
    nowMs: () => 1000 * seconds,
  });
  return uses.map((used) => {
    seconds += 1;
    usedBytes = used;
    return limit.of(awakeCount);
  });
}

it('is what the settings say while there is memory, also if it was nearly full for a moment', () => {
  const uses = [10, 74, 95, 95, 60, 95, 95, 74, 95, 10];
  expect(new Set(looksAt(uses, 1000))).toEqual(new Set([1000]));
});

it('is a quarter less than are awake for every three looks at which memory was nearly full', () => {
  expect(looksAt(Array(7).fill(80), 400)).toEqual([1000, 1000, 300, 300, 300, 225, 225]);
});

it('rises again by steps when there is memory, to what the settings say, and stays where there is some', () => {
  const uses = [90, 90, 90, 70, 60, 40, 40, 40, 40];
  expect(looksAt(uses, 100, { most: 120 }).slice(2)).toEqual([75, 75, 75, 100, 120, 120, 120]);
});

it('leaves one awake', () => {
  expect(looksAt(Array(60).fill(99), 3).at(-1)).toBe(1);
});

it('falls in the same way while the process has used up what the machine gives it, but not below some', () => {
  expect(looksAt(Array(7).fill(80), 400, { of: 'processUse' })).toEqual(
    looksAt(Array(7).fill(80), 400),
  );
  const uses = [...Array(60).fill(99), 60, 60];
  expect(looksAt(uses, 400, { of: 'processUse' }).slice(-3)).toEqual([32, 43, 58]);
  expect(looksAt(uses, 20, { of: 'processUse', most: 20 }).at(-3)).toBe(20);
});

it('looks at most once a second', () => {
  let [ms, looks] = [0, 0];
  const oldSpaceUse = () => {
    looks += 1;
    return { usedBytes: 1, limitBytes: 9 };
  };
  const limit = new AwakeLimit({ most: 7, oldSpaceUse, processUse: ROOMY, nowMs: () => ms });
  for (; ms <= 5000; ms += 10) limit.of(3);
  expect(looks).toBe(6);
});
