/**
 * Charts draw what was played.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from './configuration.ts';
import { niceTicks } from './nice-ticks.ts';
import { marginCurves, marginRange, meanSeries, type ShownRun } from './run-curves.ts';
import type { TrialState } from './simulation.ts';

function trial(margin: number, firstBrokenRound: number | null): TrialState {
  return {
    regret: 2 * margin,
    margin,
    marginMin: 0,
    baselineRounds: 1,
    firstBrokenRound,
    hasWrongClaim: false,
  };
}

const RUN: ShownRun = {
  configuration: { ...DEFAULT_CONFIGURATION, strategies: ['hedge'], trials: 2 },
  points: [
    { round: 10, state: [[trial(-4, 7), trial(1, null)]] },
    { round: 20, state: [[trial(5, 7), trial(3, null)]] },
  ],
};

describe('the curves of a run', () => {
  it('begin at the floor, and draw broken runs on top', () => {
    const [kept, broken] = marginCurves(RUN, 0);
    expect(kept).toMatchObject({ trial: 1, firstBrokenRound: null });
    expect(broken).toEqual({
      trial: 0,
      firstBrokenRound: 7,
      places: [
        { round: 0, value: 0 },
        { round: 10, value: -4 },
        { round: 20, value: 5 },
      ],
    });
  });

  it('fit into their range, with room below the floor even if nothing fell', () => {
    const { min, max } = marginRange(RUN);
    expect(min).toBeLessThan(-4);
    expect(max).toBeGreaterThan(5);
    const clean = { ...RUN, points: [{ round: 10, state: [[trial(10, null)]] }] };
    expect(marginRange(clean).min).toBeLessThan(-1);
  });

  it('are means over trials where one line stands for all', () => {
    expect(meanSeries(RUN, ({ regret }) => regret)[0]!.values).toEqual([-3, 8]);
    expect(
      meanSeries(RUN, ({ baselineRounds }, round) => baselineRounds / round)[0]!.values,
    ).toEqual([0.1, 0.05]);
  });
});

describe('ticks', () => {
  it('are round numbers within the range', () => {
    expect(niceTicks({ min: -117, max: 640 }, 5)).toEqual([0, 200, 400, 600]);
    expect(niceTicks({ min: 0, max: 1000 }, 4)).toEqual([0, 500, 1000]);
    expect(niceTicks({ min: -0.3, max: 0.3 }, 6)).toHaveLength(7);
    expect(niceTicks({ min: 2, max: 2 }, 4)).toEqual([2]);
  });
});
