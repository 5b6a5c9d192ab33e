/**
 * Tables as people's programs write them.
 */
import { describe, expect, it } from 'vitest';
import { DAY } from '../base/stamps.ts';
import { daysFrom, refusal } from '../testing/made-up.ts';
import type { ForecastSeries } from './forecast.ts';
import { readForecast } from './read-forecast.ts';

const tracks = (series: ForecastSeries) =>
  Object.fromEntries(series.tracks.map(({ name, values }) => [name, [...values]]));
const lines = (...rows: string[]) => rows.join('\n');

describe('a plain table', () => {
  it('takes units from brackets, empty cells as missing, rows in any order', () => {
    const { format, series, notes } = readForecast(
      lines(
        'date,temp (°C),rain [mm]',
        '2026-04-21,12.5,',
        '2026-04-20,11,3',
        '2026-04-22,NA,1e-1',
      ),
    );
    expect(format).toBe('csv');
    expect(series.map(({ name, unit, kind }) => [name, unit, kind])).toEqual([
      ['temp', '°C', 'point'],
      ['rain', 'mm', 'point'],
    ]);
    expect(tracks(series[0]!).value).toEqual([11, 12.5, Number.NaN]);
    expect(tracks(series[1]!).value).toEqual([3, Number.NaN, 0.1]);
    expect(notes).toEqual([]);
  });

  it('reads byte order marks, both line ends, quotes, comments and blank lines', () => {
    const text =
      '\uFEFF# made by hand\r\n"date","temp, outside"\r\n\r\n"2026-04-20","11"\r\n2026-04-21,12\r\n';
    const [series] = readForecast(text).series;
    expect(series!.name).toBe('temp, outside');
    expect(tracks(series!).value).toEqual([11, 12]);
  });

  it('reads semicolons and tabs with decimal commas, and says so', () => {
    for (const separator of [';', '\t']) {
      const text = lines('Date;temp;rain', '2026-04-20;11,5;0', '2026-04-21;-2,25;,5').replaceAll(
        ';',
        separator,
      );
      const forecast = readForecast(text);
      expect(tracks(forecast.series[0]!).value).toEqual([11.5, -2.25]);
      expect(tracks(forecast.series[1]!).value).toEqual([0, 0.5]);
      expect(forecast.notes).toContain('Numbers are read with decimal commas.');
    }
    expect(
      refusal(() => readForecast(lines('date;a', '2026-04-20;1,5', '2026-04-21;1.5'))).message,
    ).toContain('all with decimal commas; received both');
    expect(refusal(() => readForecast(lines('date;a', '2026-04-20;1.234,5'))).code).toMatch(
      /HF_(FORMAT|MISSING)/,
    );
  });

  it.each([
    ['no column of times', lines('x,y', '1,2'), 'a column of times'],
    ['no numbers', lines('date,word', '2026-04-20,warm'), 'a column of numbers beside its times'],
    [
      'a short row',
      lines('date,a,b', '2026-04-20,1'),
      'every row must have 3 cells, as the heading has; received 2 in row 1',
    ],
    ['an open quote', lines('date,a', '2026-04-20,"1'), 'a quoted cell must end with its quote'],
    [
      'a word among numbers',
      lines('date,a', '2026-04-20,1', '2026-04-21,cold'),
      'a at 2026-04-21 must be a number or empty; received "cold"',
    ],
    ['a day twice', lines('date,a', '2026-04-20,1', '2026-04-20,2'), 'every time must come once'],
    ['American dates', lines('date,a', '4/20/2026,1'), 'year-month-day'],
    ['a heading alone', 'date,a', 'a heading and rows'],
    [
      'zones in some rows only',
      lines('time,a', '2026-04-20T01:00Z,1', '2026-04-20T02:00,1'),
      'received some of each',
    ],
    ['no time in a row', lines('date,a', '2026-04-20,1', ',2'), 'year-month-day'],
    [
      'infinity',
      lines('date,a', '2026-04-20,Infinity'),
      'a at 2026-04-20 must be a number or empty; received "Infinity"',
    ],
    ['a number too large', lines('date,a', '2026-04-20,1e999'), 'must be a finite number'],
    ['members and quantiles', lines('date,a_member01,a_p10', '2026-04-20,1,2'), 'told in one way'],
    [
      'a negative deviation',
      lines('date,a,a_sd', '2026-04-20,1,-2'),
      'must not be below 0; received -2',
    ],
  ])('refuses %s', (_, text, words) => {
    const error = refusal(() => readForecast(text));
    expect(error.message).toContain(words);
    expect(error.code).toMatch(/^HF_/);
  });

  it('chooses rows, and says by which columns when a time comes twice', () => {
    const text = lines(
      'Env,Date,T2M',
      'MOH1_2015,20150301,1',
      'INH1_2015,20150301,2',
      'MOH1_2016,20160301,3',
    );
    expect(refusal(() => readForecast(text)).message).toContain('Choose rows by Env with where.');
    expect(tracks(readForecast(text, { where: { Env: 'MOH1_*' } }).series[0]!).value).toEqual([
      1, 3,
    ]);
    expect(refusal(() => readForecast(text, { where: { Env: 'XXH1' } })).message).toContain(
      'none with Env XXH1',
    );
    expect(refusal(() => readForecast(text, { where: { __proto__x: 'a' } })).code).toBe(
      'HF_MISSING',
    );
  });

  it('leaves a hole where a day is missing, and does not stretch the day before', () => {
    const [series] = readForecast(
      lines('date,a', '2026-04-20,1', '2026-04-21,2', '2026-04-24,3'),
    ).series;
    expect([...series!.ends].map((end, k) => (end - series!.starts[k]!) / DAY)).toEqual([1, 1, 1]);
  });

  it('takes midnights over a change of the clock as days', () => {
    const [series] = readForecast(
      lines(
        'time,a',
        '2026-03-28T00:00+01:00,1',
        '2026-03-29T00:00+01:00,2',
        '2026-03-30T00:00+02:00,3',
      ),
    ).series;
    expect([...series!.ends].map((end, k) => (end - series!.starts[k]!) / DAY)).toEqual([1, 1, 1]);
    expect(series!.starts[1]).toBe(series!.ends[0]);
  });

  it('keeps hours apart over a change of the clock: stamps that say their distance never repeat', () => {
    const text = lines(
      'time,a',
      '2026-10-25T01:30+02:00,0',
      '2026-10-25T02:30+02:00,1',
      '2026-10-25T02:30+01:00,2',
    );
    const { series, notes } = readForecast(text);
    expect(series[0]!.starts[2]! - series[0]!.starts[1]!).toBe(3_600_000);
    expect(notes).toContain('Days are counted at +02:00.');
  });

  it('reads a deviation beside a value, members, and records in JSON', () => {
    const [normal] = readForecast(lines('date,a,a_sd', '2026-04-20,1,0.5')).series;
    expect(normal!.kind).toBe('normal');
    expect(tracks(normal!)).toEqual({ mean: [1], sd: [0.5] });
    const [members] = readForecast(lines('date,a_member01,a,a_member2', '2026-04-20,1,2,3')).series;
    expect(members!.tracks.map(({ name }) => name)).toEqual(['control', 'member01', 'member2']);
    const [record] = readForecast('[{"ds":"2026-04-20","y":3},{"ds":"2026-04-21"}]').series;
    expect(tracks(record!)).toEqual({ value: [3, Number.NaN] });
  });

  it('reads columns whose names objects have of their own', () => {
    const { series } = readForecast(lines('date,__proto__,constructor', '2026-04-20,1,2'));
    expect(series.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });
});

describe('a table of quantiles', () => {
  const days = daysFrom('2026-04-20', 2);
  const one = (heading: string, row: string, options = {}) =>
    readForecast(lines(heading, `${days[0]},${row}`, `${days[1]},${row}`), options);

  it.each([
    ['ds,q0.1,q0.5,q0.9', '1,2,3', {}, 'value', { p10: 1, p50: 2, p90: 3 }],
    ['time,temp_q0.10,temp_q0.90', '1,3', {}, 'temp', { p10: 1, p90: 3 }],
    ['ds,TimeGPT,TimeGPT-lo-80,TimeGPT-hi-80', '2,1,4', {}, 'TimeGPT', { p10: 1, p50: 2, p90: 4 }],
    [
      'ds,TimeGPT,TimeGPT-lo-95,TimeGPT-hi-95',
      '2,1,4',
      {},
      'TimeGPT',
      { 'p2.5': 1, p50: 2, 'p97.5': 4 },
    ],
    ['ds,TimeGPT-q-10,TimeGPT-q-90', '1,4', {}, 'TimeGPT', { p10: 1, p90: 4 }],
    [
      'ds,yhat,yhat_lower,yhat_upper',
      '2,1,4',
      { interval: 0.8 },
      'yhat',
      { p10: 1, p50: 2, p90: 4 },
    ],
    ['date,rain_p5,rain_median,rain_p95', '0,2,9', {}, 'rain', { p5: 0, p50: 2, p95: 9 }],
  ])('reads %s', (heading, row, options, name, expected) => {
    const { format, series } = one(heading, row, options);
    expect(format).toBe('quantile-table');
    expect(series).toHaveLength(1);
    expect(series[0]!.name).toBe(name);
    const first = Object.fromEntries(
      series[0]!.tracks.map((track) => [track.name, track.values[0]]),
    );
    expect(first).toEqual(expected);
  });

  it('wants to know what Prophet does not write', () => {
    const words = ['ds,yhat,yhat_lower,yhat_upper', '2,1,4'] as const;
    expect(refusal(() => one(...words))).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        'interval must say how much lies between the bounds of yhat',
      ),
    });
    for (const interval of [0, 1, 80, Number.NaN]) {
      expect(refusal(() => one(...words, { interval })).code).toBe('HF_RANGE');
    }
  });

  it.each([
    [
      'levels that cross',
      'ds,q0.1,q0.9',
      '3,1',
      'p90 of value must not lie below p10; received 1 below 3 at 2026-04-20',
    ],
    ['a level of 0', 'ds,a_p0,a_p50', '1,2', 'must lie between 0 and 1'],
    ['a level of 120', 'ds,a-lo-120,a-hi-120', '1,2', 'must lie between 0 and 1'],
    [
      'the same level twice',
      'ds,a_p10,a_q0.1',
      '1,2',
      'every quantile of a must come once; received p10 twice',
    ],
  ])('refuses %s', (_, heading, row, words) => {
    expect(refusal(() => one(heading, row)).message).toContain(words);
  });
});

describe('Hubverse', () => {
  const heading = 'reference_date,target_end_date,location,target,output_type,output_type_id,value';
  const row = (end: string, type: string, id: string, value: number, location = 'US') =>
    `2026-11-14,${end},${location},flu,${type},${id},${value}`;

  it('reads quantiles by week, and the last day of a week as such', () => {
    const forecast = readForecast(
      lines(
        heading,
        row('2026-11-28', 'quantile', '0.9', 40),
        row('2026-11-21', 'quantile', '0.1', 10),
        row('2026-11-21', 'quantile', '0.9', 30),
        row('2026-11-28', 'quantile', '0.1', 20),
        row('2026-11-21', 'median', 'NA', 15),
      ),
    );
    expect(forecast).toMatchObject({ format: 'hubverse', issuedAt: Date.UTC(2026, 10, 14) });
    const [series] = forecast.series;
    expect(tracks(series!)).toEqual({ p10: [10, 20], p90: [30, 40] });
    expect(new Date(series!.starts[0]!).toISOString().slice(0, 10)).toBe('2026-11-15');
    expect(new Date(series!.ends[1]!).toISOString().slice(0, 10)).toBe('2026-11-29');
  });

  it('reads samples as members', () => {
    const [series] = readForecast(
      lines(heading, row('2026-11-21', 'sample', 's1', 10), row('2026-11-21', 'sample', 's2', 12)),
    ).series;
    expect(series!.kind).toBe('members');
    expect(tracks(series!)).toEqual({ s1: [10], s2: [12] });
  });

  it('refuses several places, doubles, and what it cannot use', () => {
    const two = lines(
      heading,
      row('2026-11-21', 'quantile', '0.1', 1),
      row('2026-11-21', 'quantile', '0.1', 2, 'CA'),
    );
    expect(refusal(() => readForecast(two)).message).toContain(
      "must be of one location; received US, CA. Choose one with where: { location: 'US' }",
    );
    expect(readForecast(two, { where: { location: 'CA' } }).series[0]!.tracks[0]!.values[0]).toBe(
      2,
    );
    const double = lines(
      heading,
      row('2026-11-21', 'quantile', '0.1', 1),
      row('2026-11-21', 'quantile', '0.1', 2),
    );
    expect(refusal(() => readForecast(double)).message).toContain('0.1 twice at 2026-11-21');
    const cdf = lines(heading, row('2026-11-21', 'cdf', '10', 0.1));
    expect(refusal(() => readForecast(cdf)).message).toContain('received output_type cdf');
  });
});
