/**
 * Means, sums and degree days over a window, with their units, against sums done by hand.
 */
import { describe, expect, it } from 'vitest';
import { readForecast } from '../read/read-forecast.ts';
import { daysFrom, hoursFrom, nwsGridpoints, openMeteo, refusal } from '../testing/made-up.ts';
import { describeForecast } from './describe-forecast.ts';
import { type MeasureInput, measureOf } from './measure.ts';
import { firstHole, reachOf, requireCovered, totalOf, valueOfTotal } from './totals.ts';
import { onClock, parseWindow, writeSpan } from './window.ts';

const at = (text: string) => onClock(parseWindow(text), 0);

function valueIn(text: string, window: string, input: Omit<MeasureInput, 'variable' | 'fileUnit'>) {
  const [series] = readForecast(text).series;
  const measure = measureOf({ variable: series!.name, fileUnit: series!.unit, ...input });
  const span = at(window);
  requireCovered(series!, span);
  const total = totalOf(series!, series!.tracks[0]!.values, measure, span);
  return { value: valueOfTotal(total, measure, span), unit: measure.unit };
}

const daily = (heading: string, ...values: number[]) =>
  [
    `date,${heading}`,
    ...daysFrom('2026-04-20', values.length).map((day, k) => `${day},${values[k]}`),
  ].join('\n');
const hourly = (heading: string, values: readonly number[]) =>
  [
    `time,${heading}`,
    ...hoursFrom('2026-04-20T00:00', values.length).map((time, k) => `${time},${values[k]}`),
  ].join('\n');

describe('a window', () => {
  it('of dates holds both days; of times the stretch between', () => {
    expect(writeSpan(at('2026-04-20..2026-04-22'))).toBe('2026-04-20 to 2026-04-22');
    expect(at('2026-04-20..2026-04-20').to - at('2026-04-20..2026-04-20').from).toBe(
      24 * 3_600_000,
    );
    expect(writeSpan(at('2026-04-20T10:00..2026-04-20T16:00'))).toBe(
      '2026-04-20T10:00 to 2026-04-20T16:00',
    );
    expect(onClock(parseWindow('2026-04-20T10:00Z..2026-04-20T12:00Z'), 7_200_000).from).toBe(
      Date.UTC(2026, 3, 20, 12),
    );
  });

  it('refuses what is none', () => {
    for (const text of [
      '2026-04-20',
      '..',
      '2026-04-20..',
      '2026-04-20..2026-04-21..2026-04-22',
      '2026-04-22..2026-04-20',
      '2026-04-20..2026-04-20T10:00',
    ]) {
      expect(refusal(() => at(text)).code, text).toMatch(/^HF_(FORMAT|RANGE)$/);
    }
  });
});

describe('what is made of a window', () => {
  const hours = Array.from({ length: 48 }, (_, k) => (k < 24 ? 8 : 14));

  it.each([
    ['the mean of days', daily('t (°C)', 10, 13), { aggregate: 'mean' }, 11.5, '°C'],
    ['the mean of hours', hourly('t (°C)', hours), { aggregate: 'mean' }, 11, '°C'],
    [
      'a mean in another unit',
      daily('t (°C)', 10, 13),
      { aggregate: 'mean', unit: '°F' },
      52.7,
      '°F',
    ],
    [
      'a mean from kelvin',
      daily('t (K)', 283.15, 286.15),
      { aggregate: 'mean', unit: '°C' },
      11.5,
      '°C',
    ],
    ['a sum of amounts', daily('rain (mm)', 4, 3), { aggregate: 'sum' }, 7, 'mm'],
    [
      'a sum of hours in inches',
      hourly(
        'rain (inch)',
        hours.map(() => 0.25),
      ),
      { aggregate: 'sum', unit: 'mm' },
      304.8,
      'mm',
    ],
    [
      'a sum of a rate',
      hourly(
        'rain (mm/h)',
        hours.map(() => 0.25),
      ),
      { aggregate: 'sum' },
      12,
      'mm',
    ],
    [
      'the mean of amounts',
      hourly(
        'rain (mm)',
        hours.map(() => 0.25),
      ),
      { aggregate: 'mean' },
      6,
      'mm/day',
    ],
    [
      'mean radiation a day',
      hourly(
        'sun (W/m²)',
        hours.map((_, k) => (k % 24 < 12 ? 400 : 0)),
      ),
      { aggregate: 'mean', unit: 'MJ/m²/day' },
      17.28,
      'MJ/m²/day',
    ],
    [
      'a sum of radiation',
      hourly(
        'sun (W/m²)',
        hours.map(() => 100),
      ),
      { aggregate: 'sum' },
      17.28,
      'MJ/m²',
    ],
    [
      'daily sums of radiation as a mean',
      daily('sun (MJ/m²)', 20, 15),
      { aggregate: 'mean' },
      17.5,
      'MJ/m²/day',
    ],
    [
      'degree days of days',
      daily('t (°C)', 8, 14),
      { aggregate: 'degree-days', base: 10 },
      4,
      '°C·d',
    ],
    [
      'degree days of hours',
      hourly('t (°C)', hours),
      { aggregate: 'degree-days', base: 10 },
      4,
      '°C·d',
    ],
    [
      'degree days with a cap',
      daily('t (°C)', 25, 14),
      { aggregate: 'degree-days', base: 10, cap: 20 },
      14,
      '°C·d',
    ],
    [
      'degree days in °F',
      daily('t (°C)', 25, 14),
      { aggregate: 'degree-days', base: 50, unit: '°F' },
      34.2,
      '°F·d',
    ],
    [
      'degree days asked for by their name',
      daily('t (°F)', 77, 57.2),
      { aggregate: 'degree-days', base: 10, unit: '°C·d' },
      19,
      '°C·d',
    ],
    ['a sum without a unit', daily('sales', 4, 3), { aggregate: 'sum' }, 7, null],
    ['a mean without a unit', daily('sales', 4, 3), { aggregate: 'mean' }, 3.5, null],
    [
      'an unknown unit that is confirmed',
      daily('sales (crates)', 4, 3),
      { aggregate: 'sum', unit: 'crates' },
      7,
      'crates',
    ],
    [
      'a unit that the file does not say',
      daily('rain', 4, 3),
      { aggregate: 'sum', unit: 'mm' },
      7,
      'mm',
    ],
  ] as const)('%s', (_, text, input, value, unit) => {
    const found = valueIn(text, '2026-04-20..2026-04-21', input);
    expect(found.value).toBeCloseTo(value, 10);
    expect(found.unit).toBe(unit);
  });

  it('counts the part of a step that lies inside', () => {
    const rain = JSON.stringify(nwsGridpoints());
    expect(
      valueIn(rain, '2026-11-16T03:00..2026-11-16T12:00', { aggregate: 'sum' }).value,
    ).toBeCloseTo(1.25 + 1.5, 12);
  });

  it.each([
    ['a sum of levels', 't (°C)', { aggregate: 'sum' }, 'a level has a mean; received t in °C'],
    [
      'degree days of rain',
      'rain (mm)',
      { aggregate: 'degree-days', base: 10 },
      'must be made of a temperature',
    ],
    [
      'degree days without a unit',
      't',
      { aggregate: 'degree-days', base: 10 },
      'degree days of t need its unit',
    ],
    [
      'another dimension',
      't (°C)',
      { aggregate: 'mean', unit: 'mm' },
      'the mean of t (°C) must be asked for in °C or a unit like it; received mm',
    ],
    ['an unknown wish', 't (°C)', { aggregate: 'mean', unit: 'Réaumur' }, 'received "Réaumur"'],
    ['an unknown unit', 'sales (crates)', { aggregate: 'sum' }, 'confirm the unit: unit "crates"'],
    [
      'a rate as a sum',
      'rain',
      { aggregate: 'sum', unit: 'mm/day' },
      'a sum must be asked for as an amount; received mm/day. Ask for mm',
    ],
    ['no base', 't (°C)', { aggregate: 'degree-days' }, 'with base none and cap none'],
    [
      'a cap below the base',
      't (°C)',
      { aggregate: 'degree-days', base: 10, cap: 5 },
      'base 10 and cap 5',
    ],
    [
      'a base of a mean',
      't (°C)',
      { aggregate: 'mean', base: 10 },
      'degree days, and nothing else',
    ],
    [
      'an unknown aggregate',
      't (°C)',
      { aggregate: 'median' as 'mean' },
      'one of mean, sum, degree-days; received "median"',
    ],
  ] as const)('refuses %s', (_, heading, input, words) => {
    expect(
      refusal(() => valueIn(daily(heading, 1, 2), '2026-04-20..2026-04-21', input)).message,
    ).toContain(words);
  });
});

it('refuses a sum that is too large to be a number', () => {
  const ask = () =>
    valueIn(daily('rain (mm)', 1e308, 1e308), '2026-04-20..2026-04-21', { aggregate: 'sum' });
  expect(refusal(ask)).toMatchObject({
    code: 'HF_RANGE',
    message: expect.stringContaining('received Infinity'),
  });
});

describe('coverage', () => {
  it('names the first day that is missing', () => {
    const text = ['date,t (°C)', '2026-04-20,1', '2026-04-21,2', '2026-04-23,3'].join('\n');
    expect(
      refusal(() => valueIn(text, '2026-04-20..2026-04-23', { aggregate: 'mean' })),
    ).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        't must cover the window, 2026-04-20 to 2026-04-23; received nothing for 2026-04-22 (it reaches 2026-04-20 to 2026-04-23)',
      ),
    });
    expect(
      refusal(() => valueIn(text, '2026-04-19..2026-04-20', { aggregate: 'mean' })).message,
    ).toContain('nothing for 2026-04-19');
    expect(
      refusal(() => valueIn(text, '2026-04-23..2026-04-26', { aggregate: 'mean' })).message,
    ).toContain('nothing for 2026-04-24 to 2026-04-26');
    expect(
      refusal(() => valueIn(text, '2027-04-23..2027-04-26', { aggregate: 'mean' })).message,
    ).toContain('nothing for 2027-04-23');
  });

  it('names the member that lacks a value', () => {
    const document = openMeteo();
    document.hourly.temperature_2m_member02![30] = null;
    const series = readForecast(JSON.stringify(document)).series[0]!;
    expect(refusal(() => requireCovered(series, at('2026-04-20..2026-04-21'))).message).toContain(
      'nothing of member02 for 2026-04-21T06:00 to 2026-04-21T07:00',
    );
    expect(firstHole(series, at('2026-04-20..2026-04-20'))).toBeNull();
  });

  it('reaches as far as all tracks do', () => {
    const document = openMeteo();
    document.hourly.temperature_2m_member02!.length = 20;
    const [series] = readForecast(JSON.stringify(document)).series;
    expect(writeSpan(reachOf(series!)!)).toBe('2026-04-20 to 2026-04-20T20:00');
    document.hourly.temperature_2m_member02!.length = 0;
    const empty = readForecast(JSON.stringify(document)).series[0]!;
    expect(reachOf(empty)).toBeNull();
    expect(
      describeForecast({ ...readForecast(JSON.stringify(document)), series: [empty] }).variables[0],
    ).toMatchObject({
      reaches: null,
      missing: 49,
    });
  });
});

describe('a description for people', () => {
  it('tells format, variables, units, members and horizon', () => {
    const document = openMeteo();
    document.hourly.precipitation_member01![4] = null;
    expect(describeForecast(readForecast(JSON.stringify(document)))).toMatchObject({
      format: 'open-meteo',
      issuedAt: null,
      utcOffset: '+02:00',
      variables: [
        {
          name: 'temperature_2m',
          unit: '°C',
          isUnitKnown: true,
          kind: 'members',
          tracks: ['control', 'member01', 'member02'],
          stepHours: 1,
          reaches: '2026-04-20 to 2026-04-22T01:00',
          missing: 0,
        },
        { name: 'precipitation', reaches: '2026-04-19T23:00 to 2026-04-22', missing: 1 },
      ],
    });
  });
});
