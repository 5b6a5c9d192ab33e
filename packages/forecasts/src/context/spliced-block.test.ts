/**
 * Seasons that no forecast reaches: observed days, a forecast, and past seasons, added up by hand.
 */
import { contextFromDescription } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { readForecast } from '../read/read-forecast.ts';
import { historyTable, openMeteo, refusal } from '../testing/made-up.ts';
import { sharedData } from '../testing/shared-data.ts';
import type { EnsembleDescription } from './description.ts';
import { type ForecastContextInput, forecastContext } from './forecast-context.ts';

const YEARS = [2021, 2022, 2023, 2024, 2025];
/** Ten days from 18 April: temperature of the year's last digit and the day, rain of a tenth of it. */
const history = (years: readonly number[] = YEARS, count = 10) =>
  readForecast(
    historyTable(years, {
      from: '04-18',
      count,
      columns: {
        'T2M (C)': (year, k) => (year % 10) + k,
        'RAIN (mm/day)': (year) => (year % 10) / 4,
      },
    }),
  );
const forecast = readForecast(JSON.stringify(openMeteo()));

const ask = (input: Partial<ForecastContextInput> = {}) =>
  forecastContext({
    forecasts: [forecast],
    history: history(),
    window: { from: '2026-04-20', to: '2026-04-23' },
    variables: {
      temperature: { from: 'temperature_2m', aggregate: 'mean', history: 'T2M' },
      rain: { from: 'precipitation', aggregate: 'sum', history: 'RAIN' },
    },
    ...input,
  });
const pointsOf = (context: ReturnType<typeof forecastContext>) =>
  (context.blocks[0]!.description as EnsembleDescription).points;

describe('a window that the forecast does not reach', () => {
  it('ends in past seasons, every member with every season, variables joined', () => {
    const context = ask();
    expect(context.parts).toEqual({
      observed: null,
      forecast: '2026-04-20 to 2026-04-21',
      seasons: '2026-04-22 to 2026-04-23',
      years: YEARS,
    });
    const points = pointsOf(context);
    expect(points).toHaveLength(15);
    // Member 01 (12 °C, 12 mm in two days) and 2024: days 4 and 5 of it, 8 and 9 °C, 1 mm a day.
    expect(points[8]).toEqual([(12 + 12 + 8 + 9) / 4, 12 + 2]);
    expect(context.units).toEqual({ temperature: '°C', rain: 'mm' });
    expect(context.notes).toContain('Scenarios are joined every pair: 3 × 5.');
    const { covariance } = contextFromDescription(context.blocks[0]!.description);
    expect(covariance[0]).toBeGreaterThan(0);
  });

  it('joins them in turn if asked to', () => {
    const points = pointsOf(ask({ join: 'in-turn' }));
    expect(points).toHaveLength(5);
    expect(points[3]).toEqual([(10 + 10 + 8 + 9) / 4, 24 + 2]);
    expect(refusal(() => ask({ join: 'at-random' as 'in-turn' })).code).toBe('HF_FORMAT');
  });

  it('begins with what was observed this year', () => {
    const observed = history([...YEARS, 2026], 10);
    const context = ask({ history: observed, window: { from: '2026-04-18', to: '2026-04-22' } });
    expect(context.parts.observed).toBe('2026-04-18 to 2026-04-19');
    expect(pointsOf(context)[0]).toEqual([(6 + 7 + 10 + 10 + 5) / 5, 3 + 24 + 0.25]);
  });

  it('refuses days before the forecast that nobody observed', () => {
    expect(refusal(() => ask({ window: { from: '2026-04-18', to: '2026-04-22' } }))).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        'T2M must cover the window, 2026-04-18 to 2026-04-19; received nothing for 2026-04-18',
      ),
    });
  });

  it('needs no history where the forecast reaches all, and uses none', () => {
    const context = ask({ window: { from: '2026-04-20', to: '2026-04-21' } });
    expect(context.parts).toMatchObject({ seasons: null, years: [] });
    expect(pointsOf(context)).toHaveLength(3);
  });

  it('is made of past seasons alone where there is no forecast', () => {
    const context = ask({
      forecasts: [],
      variables: { temperature: { aggregate: 'mean', history: 'T2M', unit: '°F' } },
    });
    expect(context.parts).toMatchObject({ forecast: null, seasons: '2026-04-20 to 2026-04-23' });
    expect(context.blocks[0]!.description).toMatchObject({
      kind: 'ensemble',
      points: YEARS.map((year) => expect.closeTo(((year % 10) + 3.5) * 1.8 + 32, 9)),
    });
  });

  it('takes what was observed this year first, also without a forecast', () => {
    const text = historyTable([...YEARS, 2026], {
      from: '04-18',
      count: 10,
      columns: { 'T2M (C)': (year, k) => (year % 10) + k },
    })
      .split('\n')
      .filter((line) => !(line > '2026-04-21,'))
      .join('\n');
    const context = ask({
      forecasts: [],
      history: readForecast(`date,T2M (C)\n${text.split('\n').slice(1).join('\n')}`),
      variables: { temperature: { aggregate: 'mean', history: 'T2M' } },
    });
    expect(context.parts).toMatchObject({
      observed: '2026-04-20',
      seasons: '2026-04-21 to 2026-04-23',
    });
  });

  it('takes a variable that only the history knows from the seasons, beside the forecast', () => {
    const context = ask({
      variables: {
        temperature: { from: 'temperature_2m', aggregate: 'mean', history: 'T2M' },
        rain: { aggregate: 'sum', history: 'RAIN' },
      },
    });
    expect(context.parts.seasons).toBe('2026-04-20 to 2026-04-23');
    expect(pointsOf(context)[3]).toEqual([(10 + 10 + 8 + 9) / 4, 4]);
  });

  it('leaves incomplete seasons out and says so; refuses too few', () => {
    const complete = historyTable(YEARS, {
      from: '04-18',
      count: 10,
      columns: { 'T2M (C)': () => 3, 'RAIN (mm/day)': () => 1 },
    });
    const holed = readForecast(complete.replace(/2023-04-23,[^\n]*\n/, ''));
    const context = ask({ history: holed, leastSeasons: 4 });
    expect(context.parts.years).toEqual([2021, 2022, 2024, 2025]);
    expect(context.notes).toContain('Seasons left out: 2023 (no 2023-04-23).');
    expect(refusal(() => ask({ history: holed }))).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        'at least 5 earlier years with all days that no forecast reaches; received 2021, 2022, 2024, 2025, incomplete 2023 (no 2023-04-23)',
      ),
    });
    expect(
      refusal(() => ask({ history: history([2026, 2027, 2028, 2029, 2030]) })).message,
    ).toContain('received none');
  });

  it('refuses a hole inside the forecast: seasons are for what lies beyond', () => {
    const document = openMeteo();
    document.hourly.temperature_2m![5] = null;
    expect(
      refusal(() => ask({ forecasts: [readForecast(JSON.stringify(document))] })).message,
    ).toContain('nothing of control for 2026-04-20T05:00');
  });

  it('refuses a forecast that does not touch the window, and a history that lacks the variable', () => {
    expect(
      refusal(() => ask({ window: { from: '2026-04-23', to: '2026-04-25' } })).message,
    ).toContain('the forecasts must reach a whole day of the window');
    const variables = { temperature: { from: 'temperature_2m', aggregate: 'mean' } } as const;
    expect(refusal(() => ask({ variables })).message).toContain(
      'the history must have temperature for 2026-04-22 to 2026-04-23',
    );
    expect(
      refusal(() => ask({ variables: { t: { ...variables.temperature, history: 'T3M' } } }))
        .message,
    ).toContain('T3M must be in the history; received one with T2M, RAIN');
    expect(
      refusal(() => ask({ window: { from: '2026-04-20T00:00', to: '2026-04-23T12:00' } })).message,
    ).toContain('whole days');
    expect(
      refusal(() => ask({ history: forecast, variables: { t: { ...variables.temperature } } }))
        .message,
    ).toContain('must be what was observed');
  });

  it('converts what the history says, and wants to know what it does not say', () => {
    const fahrenheit = historyTable(YEARS, {
      from: '04-18',
      count: 10,
      columns: { 'T2M (F)': (year, k) => ((year % 10) + k) * 1.8 + 32 },
    });
    const temperature = { from: 'temperature_2m', aggregate: 'mean', history: 'T2M' } as const;
    const variables = { temperature };
    const converted = ask({ history: readForecast(fahrenheit), variables });
    expect(pointsOf(converted)[8]).toBeCloseTo((12 + 12 + 8 + 9) / 4, 9);
    const silent = readForecast(fahrenheit.replace(' (F)', ''));
    expect(refusal(() => ask({ history: silent, variables }))).toMatchObject({
      code: 'HF_UNIT',
      message: expect.stringContaining(
        'none in the history, °C in the other. Say it with historyUnit',
      ),
    });
    const said = { temperature: { ...temperature, historyUnit: '°F' } };
    expect(pointsOf(ask({ history: silent, variables: said }))).toEqual(pointsOf(converted));
    const mute = readForecast('date,t_p10,t_p90\n2026-04-20,1,2\n2026-04-21,1,2');
    const other = { t: { from: 't', aggregate: 'mean', history: 'T2M' } } as const;
    expect(refusal(() => ask({ forecasts: [mute], variables: other })).message).toContain(
      'none in the forecast, C in the other. Say it with fileUnit',
    );
  });

  it('takes quantiles and declared deviations as weighted scenarios that keep the mean', () => {
    const text = [
      'date,t_p10 (°C),t_p50,t_p90,r (mm)',
      '2026-04-20,8,10,14,3',
      '2026-04-21,8,10,14,5',
    ].join('\n');
    const context = ask({
      forecasts: [readForecast(text)],
      variables: {
        temperature: { from: 't', aggregate: 'mean', history: 'T2M' },
        rain: { from: 'r', aggregate: 'sum', history: 'RAIN', sd: 2 },
      },
    });
    const { weights, points } = context.blocks[0]!.description as EnsembleDescription;
    expect(points).toHaveLength(3 * 3 * 5);
    expect(weights!.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
    const { mean, covariance } = contextFromDescription(context.blocks[0]!.description);
    expect(mean[0]).toBeCloseTo((2 * (0.3 * 8 + 0.4 * 10 + 0.3 * 14) + 7 + 8) / 4, 12);
    expect(mean[1]).toBeCloseTo(8 + 1.5, 12);
    // Two days of a deviation of 2 mm, as .3, .4, .3, and five seasons of 0.5 to 2.5 mm.
    expect(covariance[3]).toBeCloseTo(0.6 * (1.2815515655446004 * 2) ** 2 + 0.5, 9);
    expect(
      refusal(() =>
        ask({
          forecasts: [readForecast(text)],
          join: 'in-turn',
          variables: { temperature: { from: 't', aggregate: 'mean', history: 'T2M' } },
        }),
      ).message,
    ).toContain('Join every pair');
  });

  it('refuses more scenarios than anybody can use', () => {
    const long = Array.from({ length: 300 }, (_, k) => 1700 + k);
    const wide = openMeteo();
    for (let k = 3; k < 90; k++)
      wide.hourly[`temperature_2m_member${k}`] = wide.hourly.temperature_2m!;
    const input = {
      forecasts: [readForecast(JSON.stringify(wide))],
      history: history(long),
      variables: { temperature: { from: 'temperature_2m', aggregate: 'mean', history: 'T2M' } },
    } as const;
    expect(refusal(() => ask(input)).message).toContain(
      'at most 20000 scenarios can be joined; received 1 × 90 × 300 = 27000',
    );
    expect(pointsOf(ask({ ...input, join: 'in-turn' }))).toHaveLength(300);
  });

  it('knows leap days: the 28th stands in', () => {
    const leap = readForecast(
      historyTable([2021, 2022, 2023, 2024, 2025], {
        from: '02-25',
        count: 10,
        columns: { 'RAIN (mm)': (_, k) => k },
      }),
    );
    const context = forecastContext({
      forecasts: [],
      history: leap,
      window: { from: '2028-02-28', to: '2028-03-01' },
      variables: { rain: { aggregate: 'sum', history: 'RAIN' } },
    });
    expect(context.blocks[0]!.description).toEqual({
      kind: 'ensemble',
      points: [10, 10, 10, 12, 10],
    });
  });
});

describe('real days of NASA POWER', () => {
  const text = sharedData('tidy/g2f_nasa_daily_2015_2017.csv');

  it('give the seasons of a place', () => {
    if (text === null) return;
    const days = readForecast(text, { where: { Env: 'MOH1_*' } });
    const { blocks, parts, units } = forecastContext({
      forecasts: [],
      history: days,
      leastSeasons: 3,
      window: { from: '2026-04-20', to: '2026-09-16' },
      variables: {
        temperature: { aggregate: 'mean', history: 'T2M', unit: '°C' },
        radiation: { aggregate: 'mean', history: 'ALLSKY_SFC_SW_DWN', historyUnit: 'MJ/m²/day' },
        rain: { aggregate: 'sum', history: 'PRECTOTCORR', historyUnit: 'mm/day' },
      },
    });
    expect(parts.years).toEqual([2015, 2016, 2017]);
    expect(units).toEqual({ temperature: '°C', radiation: 'MJ/m²/day', rain: 'mm' });
    const [temperature, radiation, rain] = contextFromDescription(blocks[0]!.description).mean;
    expect(temperature).toBeGreaterThan(18);
    expect(temperature).toBeLessThan(26);
    expect(radiation).toBeGreaterThan(16);
    expect(radiation).toBeLessThan(25);
    expect(rain).toBeGreaterThan(200);
    expect(rain).toBeLessThan(1200);
  });
});
