import { describe, expect, it } from 'vitest';
import { CalibrationTest } from './calibration-test.ts';
import { checkForecasts, type PastForecast } from './check-forecasts.ts';
import { pitCell } from './pit.ts';
import { readPastForecasts } from './read-past-forecasts.ts';

const FORECAST = { kind: 'normal', mean: 20, sd: 2 } as const;
const OUTCOMES = [26, 15, 13, 21, 27, 14, 25, 12];

describe('a check of past forecasts', () => {
  it('bets on one after the other where nothing overlaps', () => {
    const check = checkForecasts(OUTCOMES.map((outcome) => ({ forecast: FORECAST, outcome })));
    const test = new CalibrationTest();
    for (const outcome of OUTCOMES) test.observe([pitCell(FORECAST, outcome)]);
    expect(check.wealth).toBe(test.wealth);
    expect(check.isAlarmed).toBe(true);
    expect(check.alarmedAfter).toBeLessThan(8);
    expect(check.distortion.spread).toBeGreaterThan(1.5);
    expect(check.histogram.reduce((sum, count) => sum + count, 0)).toBeCloseTo(8, 12);
  });

  it('never stakes money that is still out: forecasts three days ahead have three streams', () => {
    const past: PastForecast[] = OUTCOMES.map((outcome, day) => ({
      forecast: FORECAST,
      outcome,
      time: day + 3,
      lead: 3,
    }));
    const tests = [0, 1, 2].map(() => new CalibrationTest());
    OUTCOMES.forEach((outcome, day) => {
      tests[day % 3]!.observe([pitCell(FORECAST, outcome)]);
    });
    // A test by itself has 3/4 in its stream; here the streams have 3/4, 3/28 and 3/70.
    const [first, second, third] = tests.map(({ wealth }) => (wealth - 1 / 4) / (3 / 4));
    const wanted = 1 / 10 + (3 / 4) * first! + (3 / 28) * second! + (3 / 70) * third!;
    expect(checkForecasts(past).wealth / wanted).toBeCloseTo(1, 12);
  });

  it('takes outcomes of one time for one bet', () => {
    const past = [26, 15].map((outcome) => ({ forecast: FORECAST, outcome, time: 7 }));
    const test = new CalibrationTest();
    test.observe([26, 15].map((outcome) => pitCell(FORECAST, outcome)));
    expect(checkForecasts(past)).toMatchObject({ betCount: 1, wealth: test.wealth });
  });

  it('is the same in whatever order the lines stand, if their times are known', () => {
    const past = OUTCOMES.map((outcome, day) => ({
      forecast: FORECAST,
      outcome,
      time: day,
      lead: 1,
    }));
    expect(checkForecasts(past.toReversed()).wealthMax).toBe(checkForecasts(past).wealthMax);
  });

  it('scores forecasts without spread, and does not bet on them', () => {
    const sure = { kind: 'normal', mean: 20, sd: 0 } as const;
    const check = checkForecasts(OUTCOMES.map((outcome) => ({ forecast: sure, outcome })));
    expect(check.betCount).toBe(0);
    expect(check.skill?.crps).toBeGreaterThan(3);
    expect(check.isAlarmed).toBe(false);
  });

  it('counts ranks where ensembles have one size', () => {
    const forecast = { kind: 'ensemble', points: [1, 2, 3] } as const;
    const past = [0, 2.5, 9, 9].map((outcome) => ({ forecast, outcome }));
    expect(checkForecasts(past).histogram).toEqual([1, 0, 1, 2]);
  });

  it('refuses leads without times', () => {
    expect(() => checkForecasts([{ forecast: FORECAST, outcome: 3, lead: 2 }])).toThrow('overlap');
  });
});

describe('a table of past forecasts', () => {
  it('may have densities, quantiles or members', () => {
    expect(readPastForecasts('date,outcome,mean,sd\n2026-01-03,21.5,20,2\n').rows).toEqual([
      { time: 20456, outcome: 21.5, forecast: { kind: 'normal', mean: 20, sd: 2 } },
    ]);
    const quantiles = readPastForecasts('time;lead;observed;q0.1;q.5;p97.5\r\n4;2;1;0;1;7').rows;
    expect(quantiles).toEqual([
      { time: 4, lead: 2, outcome: 1, forecast: { kind: 'quantiles', p10: 0, p50: 1, 'p97.5': 7 } },
    ]);
    const members = readPastForecasts('outcome\tmember01\tmember02\tmember03\n5\t4\t\t6\n');
    expect(members.rows).toEqual([{ outcome: 5, forecast: { kind: 'ensemble', points: [4, 6] } }]);
  });

  it('leaves out what has not come yet, and says how much', () => {
    const table = readPastForecasts('outcome,mean,sd\n3,2,1\n,2,1\n\n4,2,1\n');
    expect(table.rows).toHaveLength(2);
    expect(table.pendingCount).toBe(1);
  });

  it('refuses what it cannot read, with the line', () => {
    expect(() => readPastForecasts('day,mean,sd\n1,2,3')).toThrow('The heading must name outcome');
    expect(() => readPastForecasts('outcome,mean,sd\n1,2,3\n1,2,3x')).toThrow('Line 3: sd');
    expect(() => readPastForecasts('outcome,mean,sd\n1,2,"3,5"')).toThrow('Line 2: sd');
    expect(() => readPastForecasts('time,outcome,mean,sd\nsoon,1,2,3')).toThrow('Line 2: time');
    expect(() => readPastForecasts('outcome,mean,sd\n1,2,-3')).toThrow('deviation of at least 0');
  });
});
