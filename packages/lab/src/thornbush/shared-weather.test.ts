/**
 * Fifty fields under one weather: as fifty bets the promise is broken in a quarter of all runs at
 * δ = 1 %, although every declaration is true. As a group, or as divided fields, it is kept.
 */
import { describe, expect, it } from 'vitest';
import { lowerLimit, upperLimit } from '../measures/clopper-pearson.ts';
import { thornbushPatience, thornbushRuns } from './testing/run-count.ts';
import { FAILURE_PROBABILITY, type FieldKind, isEverBroken } from './testing/shared-weather.ts';

const SEASON_COUNT = 60;

function brokenCount(kind: FieldKind, runCount: number, isForced: boolean): number {
  let count = 0;
  for (let run = 0; run < runCount; run++) {
    if (isEverBroken({ kind, run, isForced, seasonCount: SEASON_COUNT })) count += 1;
  }
  return count;
}

describe('fifty fields under one weather', () => {
  const aloneRuns = thornbushRuns(60);
  it('break the promise if each is a bet of its own (99.9 % confidence)', {
    timeout: thornbushPatience(aloneRuns),
  }, () => {
    const count = brokenCount('alone', aloneRuns, true);
    const counted = { count, runCount: aloneRuns, confidence: 0.999 };
    expect(lowerLimit(counted)).toBeGreaterThan(FAILURE_PROBABILITY);
    // An audit found 26 %, with the new action always proposed.
    expect(lowerLimit(counted)).toBeLessThan(0.26);
    expect(upperLimit(counted)).toBeGreaterThan(0.17);
  });

  it.each([
    ['group', true, 60],
    ['group', false, 20],
    ['split', true, 20],
    ['split', false, 10],
  ] as const)(
    'keep it as %s, whether or not the worse action is forced (%s)',
    {
      timeout: thornbushPatience(60),
    },
    (kind, isForced, runs) => {
      expect(brokenCount(kind, thornbushRuns(runs), isForced)).toBe(0);
    },
  );
});
