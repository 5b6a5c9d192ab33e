import { describe, expect, it } from 'vitest';
import { ALLOWED_SHORTFALLS } from '../price-cells.ts';
import { compareInWorld } from './compare-in-world.ts';
import { COMPARED_NAMES } from './compared-worlds.ts';
import { isBehind, type WorldRow, worldRow, worldTable } from './world-rows.ts';

const SEED = 815;

interface Size {
  readonly trials: number;
  readonly rounds: number;
}

function compared(world: string, allowedShortfall: number, { trials, rounds }: Size): WorldRow {
  const results = compareInWorld({
    worldIndex: COMPARED_NAMES.indexOf(world),
    allowedShortfall,
    roundCount: rounds,
    seed: SEED,
    firstTrial: 0,
    trialCount: trials,
  });
  return worldRow({ world, allowedShortfall, rounds, seed: SEED }, results);
}

/**
 * Worlds in which a hint that is believed for ever, or an old baseline, costs hedge more than Algorithm 1.
 *
 * Were hedge exactly as good as Algorithm 1, one of these 8 cells would fail for 6 of 100 seeds (three
 * standard errors, 15 degrees of freedom, two measures). It is better nearly everywhere, and the seed
 * is fixed.
 */
describe.each(['classical', 'drift'])('hedge in the world %s', (world) => {
  it.each(ALLOWED_SHORTFALLS)('is not behind Algorithm 1 at a shortfall of %d', (shortfall) => {
    const row = compared(world, shortfall, { trials: 16, rounds: 2000 });
    expect(isBehind(row), worldTable([row])).toBe(false);
  });
});

describe('an intercept', () => {
  it('ends the growth of regret that a missing constant causes', () => {
    // Nothing is hidden in `centered`, so regret must flatten: the second half adds less than a third.
    const size = { trials: 10, rounds: 500 };
    const half = compared('centered', 0.8, size).hedgeRegret.mean;
    const whole = compared('centered', 0.8, { ...size, rounds: 1000 }).hedgeRegret.mean;
    expect(whole - half).toBeLessThan(half / 3);
  });
});

describe('the comparison of worlds', () => {
  it('plays every world of the list', () => {
    const table = worldTable(
      COMPARED_NAMES.map((world) => compared(world, 0.5, { trials: 2, rounds: 30 })),
    );
    for (const name of COMPARED_NAMES) expect(table).toContain(`\n${name} `);
    expect(COMPARED_NAMES.length).toBe(21);
  });

  it('calls hedge behind only beyond three standard errors, in either measure', () => {
    const difference = (mean: number) => ({ mean, standardError: 2 });
    const row = compared('lure', 0.5, { trials: 2, rounds: 5 });
    const verdict = (expected: number, realised: number) =>
      isBehind({
        ...row,
        expectedDifference: difference(expected),
        realisedDifference: difference(realised),
      });
    expect([verdict(5.9, 5.9), verdict(6.1, 0), verdict(-9, 6.1)]).toEqual([false, true, true]);
    expect(worldTable([{ ...row, realisedDifference: difference(9) }])).toContain('BEHIND\n');
  });

  it('depends on seed and trial alone, not on how trials are shared out', () => {
    const base = { worldIndex: 0, allowedShortfall: 0.3, roundCount: 40, seed: 4 };
    const together = compareInWorld({ ...base, firstTrial: 0, trialCount: 3 });
    const apart = [0, 1, 2].flatMap((firstTrial) =>
      compareInWorld({ ...base, firstTrial, trialCount: 1 }),
    );
    expect(apart).toEqual(together);
  });
});
