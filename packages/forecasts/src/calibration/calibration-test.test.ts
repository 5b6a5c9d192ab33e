/**
 * The bets are fair, so the alarm is as rare as it says; and what is wrong is noticed in time.
 */
import { describe, expect, it } from 'vitest';
import { BETTORS, payoffs } from './bettors.ts';
import { CalibrationTest } from './calibration-test.ts';
import { detectionTimes } from './detection.ts';
import { normalDensity } from './normal-distribution.ts';
import { type PitCell, pitCell } from './pit.ts';
import type { PredictiveForecast } from './predictive.ts';
import { seededRandom } from './testing/seeded-random.ts';

const LEVEL = 0.01;

/** Cells by their bounds. */
function cellsBetween(bounds: readonly number[]): PitCell[] {
  return bounds.slice(1).map((high, k) => ({ low: bounds[k]!, high }));
}

const RANKS = (memberCount: number) =>
  cellsBetween(Array.from({ length: memberCount + 2 }, (_, k) => k / (memberCount + 1)));
const PARTITIONS: Readonly<Record<string, readonly PitCell[]>> = {
  'ranks of 4 members': RANKS(4),
  'ranks of 50 members': RANKS(50),
  'quantiles at 2.5, 10, 50, 99 %': cellsBetween([0, 0.025, 0.1, 0.5, 0.99, 1]),
  'a rounded density': RANKS(1023),
};

describe('a bet', () => {
  it.each(Object.entries(PARTITIONS))('has expectation 1 for every bettor: %s', (_, cells) => {
    BETTORS.forEach((_, k) => {
      const mean = cells.reduce((sum, cell) => sum + (cell.high - cell.low) * payoffs(cell)[k]!, 0);
      expect(mean).toBeCloseTo(1, 12);
    });
  });

  it('pays in narrow cells what the ratio of the two densities is', () => {
    const cell = pitCell({ kind: 'normal', mean: 0, sd: 1 }, 0.7);
    payoffs(cell).forEach((payoff, k) => {
      const { bias, spread } = BETTORS[k]!;
      const ratio = normalDensity((0.7 - bias) / spread) / spread / normalDensity(0.7);
      expect(payoff / ratio).toBeCloseTo(1, 2);
    });
  });

  it('is staked with no more than there is', () => {
    expect(BETTORS.reduce((sum, { share }) => sum + share, 0)).toBe(1);
    expect(new CalibrationTest().wealth).toBe(1);
  });
});

describe('the wealth', () => {
  it('is a martingale: from every state that three bets reach, the mean over the next outcome is the present', () => {
    const cells = PARTITIONS['quantiles at 2.5, 10, 50, 99 %']!;
    const descend = (test: CalibrationTest, depth: number): void => {
      const mean = cells.reduce((sum, cell) => {
        const next = new CalibrationTest(test.state());
        next.observe([cell]);
        if (depth > 1) descend(next, depth - 1);
        expect(next.wealth).toBeGreaterThan(0);
        return sum + (cell.high - cell.low) * next.wealth;
      }, 0);
      expect(mean / test.wealth).toBeCloseTo(1, 12);
    };
    descend(new CalibrationTest(), 4);
  });

  it('is one for outcomes that are alike, too: the stake is divided between them', () => {
    const cells = RANKS(3);
    const test = new CalibrationTest();
    test.observe([cells[0]!]);
    const means = cells.map((cell) => {
      const next = new CalibrationTest(test.state());
      next.observe([cell, cell, cells[0]!]);
      return next.wealth;
    });
    const alone = cells.map((cell) => {
      const next = new CalibrationTest(test.state());
      next.observe([cell]);
      return next.wealth;
    });
    means.forEach((wealth, k) => {
      expect(wealth).toBeCloseTo((2 * alone[k]! + alone[0]!) / 3, 12);
    });
  });

  it('is not staked again before the outcome of the last bet was known', () => {
    const cells = RANKS(3);
    const test = new CalibrationTest();
    // The second forecast was issued before the first outcome, the third after the first and before the second.
    test.observe([cells[0]!], { issued: 1, known: 3 });
    test.observe([cells[0]!], { issued: 2, known: 4 });
    test.observe([cells[0]!], { issued: 3, known: 5 });
    test.observe([cells[0]!], { issued: 5, known: 6, lead: '7' });
    expect(test.state().streams.map(({ betCount, lead }) => [betCount, lead])).toEqual([
      [2, ''],
      [1, ''],
      [1, '7'],
    ]);
    expect(test.betCount).toBe(4);
  });

  it('is divided between streams so that they never have more than 1 together', () => {
    // Whatever the bets are worth, all streams that there can be began with at most 1; the game of each is fair.
    const cell = { low: 0, high: 1 };
    const test = new CalibrationTest();
    for (let k = 0; k < 70; k++) test.observe([cell], { issued: 0, known: 1 });
    expect(test.betCount).toBe(64);
    expect(test.wealth).toBeCloseTo(1, 12);
    const { reserve, wealths } = test.state().streams[0]!;
    expect(wealths.reduce((sum, wealth) => sum + wealth, reserve)).toBeCloseTo(0.75, 12);
    expect(test.wealthMax).toBe(1);
  });

  it('goes on from its state through JSON to the same bits', () => {
    const test = new CalibrationTest({ level: 0.03 });
    const cells = RANKS(6);
    test.observe([cells[0]!]);
    test.observe([cells[1]!], { issued: -1, known: 5 });
    const copy = new CalibrationTest(JSON.parse(JSON.stringify(test.state())));
    for (const one of [test, copy]) {
      one.observe([cells[6]!], { issued: 2, known: 6 });
      one.observe([cells[2]!], { issued: 5, known: 7 });
    }
    expect(copy.state()).toEqual(test.state());
    expect(copy.wealthMax).toBe(test.wealthMax);
  });

  it('stays finite however wrong the forecast is', () => {
    const test = new CalibrationTest();
    const far = pitCell({ kind: 'normal', mean: 0, sd: 1 }, 99);
    for (let k = 0; k < 400; k++) test.observe([far]);
    expect(test.wealth).toBeLessThan(1e203);
    expect(test.isAlarmed).toBe(true);
  });

  it('needs more than one outcome far out', () => {
    const test = new CalibrationTest({ level: LEVEL });
    test.observe([pitCell({ kind: 'normal', mean: 0, sd: 1 }, 99)]);
    expect(test.isAlarmed).toBe(false);
    expect(test.wealth).toBeLessThan(60);
  });

  it('is not paid for nothing, nor at no level', () => {
    expect(() => new CalibrationTest().observe([])).toThrow('one outcome or more');
    expect(() => new CalibrationTest({ level: 1 })).toThrow('less than 1');
  });
});

describe('a forecast that is right', () => {
  /*
   * 2000 runs of 60 forecasts, seeds fixed. A test that alarmed twice as often as it says would pass with
   * probability 0.0003 (level .01: at most 20 of a mean of 40) and less (level .1: at most 200 of 400).
   */
  it.each([
    { level: 0.01, memberCount: undefined, most: 20 },
    { level: 0.1, memberCount: undefined, most: 200 },
    { level: 0.1, memberCount: 7, most: 200 },
  ])('is called wrong in at most a share of $level ($memberCount members)', (cell) => {
    const { level, memberCount, most } = cell;
    const times = detectionTimes({
      distortion: { bias: 0, spread: 1 },
      runCount: 2000,
      forecastCountMax: 60,
      level,
      random: seededRandom(3),
      ...(memberCount === undefined ? {} : { memberCount }),
    });
    const alarmCount = times.filter(Number.isFinite).length;
    expect(alarmCount).toBeLessThanOrEqual(most);
    expect(alarmCount).toBeGreaterThan(most / 20);
  });

  it('is called wrong as rarely when forecasts overlap and one looks after every outcome', () => {
    // Forecasts of sums of the next 4 days, issued daily: neighbours share 3 of 4 days. 600 runs of 60 days,
    // level .1: at most 60; one stream for all of them, as if they did not overlap, alarms far more often.
    const count = (isSeparate: boolean) => {
      const random = seededRandom(5);
      return Array.from({ length: 600 }, () => overlappingAlarm(random, isSeparate)).filter(Boolean)
        .length;
    };
    expect(count(true)).toBeLessThanOrEqual(60);
    expect(count(false)).toBeGreaterThan(100);
  });
});

function overlappingAlarm(random: () => number, isTimed: boolean): boolean {
  const lead = 4;
  const test = new CalibrationTest({ level: 0.1 });
  const draw = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const days: number[] = [];
  const forecast: PredictiveForecast = { kind: 'normal', mean: 0, sd: Math.sqrt(lead) };
  for (let day = 0; day < 60; day++) {
    days.push(draw());
    if (day < lead - 1) continue;
    const sum = days.slice(-lead).reduce((total, value) => total + value, 0);
    const timing = { issued: isTimed ? day - lead : day, known: day };
    test.observe([pitCell(forecast, sum)], timing);
  }
  return test.isAlarmed;
}

describe('what is wrong', () => {
  /* The prototype's medians at level .01; 401 runs each, seeds fixed. The error of a median here is about 1, 2, 3. */
  it.each([
    { distortion: { bias: 0, spread: 2 }, median: 10 },
    { distortion: { bias: 0, spread: 1.5 }, median: 29 },
    { distortion: { bias: 0.5, spread: 1 }, median: 55 },
    { distortion: { bias: -0.5, spread: 1 }, median: 55 },
    { distortion: { bias: 0, spread: 0.5 }, median: 30 },
  ])('is noticed in time: bias $distortion.bias, spread $distortion.spread', (cell) => {
    const times = detectionTimes({
      distortion: cell.distortion,
      runCount: 401,
      forecastCountMax: 400,
      level: LEVEL,
      random: seededRandom(1),
    });
    expect(times[200]).toBeLessThanOrEqual(cell.median);
    expect(times.at(-1)).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it('is noticed after years in which all was well, because a part of the money was kept back', () => {
    const random = seededRandom(9);
    const delays = Array.from({ length: 101 }, () => {
      const test = new CalibrationTest({ level: LEVEL });
      const draw = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const forecast = { kind: 'normal', mean: 0, sd: 1 } as const;
      for (let k = 0; k < 200; k++) test.observe([pitCell(forecast, draw())]);
      const before = test.betCount;
      while (!test.isAlarmed) test.observe([pitCell(forecast, 2 * draw())]);
      return test.betCount - before;
    }).sort((a, b) => a - b);
    expect(delays[50]).toBeLessThanOrEqual(23);
  });
});
