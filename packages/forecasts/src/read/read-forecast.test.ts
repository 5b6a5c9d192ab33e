/**
 * Every format, as it is downloaded: what is recognised, and what is refused.
 */
import { describe, expect, it } from 'vitest';
import { HOUR } from '../base/stamps.ts';
import {
  hoursFrom,
  metNorway,
  nwsGridpoints,
  openMeteo,
  refusal,
  solcast,
} from '../testing/made-up.ts';
import type { Forecast, ForecastSeries } from './forecast.ts';
import { readForecast } from './read-forecast.ts';

const read = (document: unknown, options = {}) => readForecast(JSON.stringify(document), options);
const find = (forecast: Forecast, name: string): ForecastSeries =>
  forecast.series.find((series) => series.name === name)!;
const tracks = (series: ForecastSeries) =>
  Object.fromEntries(series.tracks.map(({ name, values }) => [name, [...values]]));

describe('Open-Meteo', () => {
  it('reads members, the plain name as the control, and its own clock', () => {
    const forecast = read(openMeteo());
    expect(forecast).toMatchObject({
      format: 'open-meteo',
      title: 'Open-Meteo ensemble',
      utcOffset: 2 * HOUR,
    });
    const temperature = find(forecast, 'temperature_2m');
    expect(temperature).toMatchObject({ unit: '°C', kind: 'members' });
    expect(temperature.tracks.map(({ name }) => name)).toEqual(['control', 'member01', 'member02']);
    expect(temperature.starts[0]).toBe(Date.UTC(2026, 3, 20));
    expect(temperature.ends[0]).toBe(Date.UTC(2026, 3, 20, 1));
  });

  it('takes sums for the hour before their stamp, and temperatures for the hour after', () => {
    const rain = find(read(openMeteo()), 'precipitation');
    expect(rain.starts[0]).toBe(Date.UTC(2026, 3, 19, 23));
    expect(rain.ends.at(-1)).toBe(Date.UTC(2026, 3, 22));
  });

  it('keeps members of several models apart, each with its control', () => {
    const document = {
      hourly_units: { temperature_2m_icon_eps: '°C' },
      hourly: {
        time: hoursFrom('2026-04-20T00:00', 2),
        temperature_2m_icon_eps: [1, 2],
        temperature_2m_member01_icon_eps: [3, 4],
        temperature_2m_gfs05: [5, 6],
        temperature_2m_member01_gfs05: [7, 8],
      },
    };
    const [only, ...others] = read(document).series;
    expect(others).toEqual([]);
    expect(only!.name).toBe('temperature_2m');
    expect(tracks(only!)).toEqual({
      'gfs05 control': [5, 6],
      'icon_eps control': [1, 2],
      'icon_eps member01': [3, 4],
      'gfs05 member01': [7, 8],
    });
  });

  it('takes nulls and short lists for the horizon, and refuses long ones and words', () => {
    const document = openMeteo();
    document.hourly.temperature_2m_member01 = [12, 12, null];
    const [, member] = find(read(document), 'temperature_2m').tracks;
    expect([...member!.values.slice(0, 4)]).toEqual([12, 12, Number.NaN, Number.NaN]);
    document.hourly.temperature_2m = [...document.hourly.time!.map(() => 1), 2];
    expect(refusal(() => read(document))).toMatchObject({
      code: 'HF_FORMAT',
      message: expect.stringContaining(
        'temperature_2m must be a list with at most one value for each of 49 times',
      ),
    });
    document.hourly.temperature_2m = ['warm'];
    expect(refusal(() => read(document)).message).toContain(
      'temperature_2m at 2026-04-20 must be a number or empty',
    );
  });

  it('reads days, times in seconds, and days beside hours', () => {
    const document = {
      utc_offset_seconds: -3600,
      hourly_units: { rain: 'mm' },
      hourly: { time: [1_776_646_800, 1_776_650_400], rain: [1, 2] },
      daily_units: { rain: 'mm', shortwave_radiation_sum: 'MJ/m²' },
      daily: {
        time: ['2026-04-20', '2026-04-21'],
        rain: [24, 25],
        shortwave_radiation_sum: [20, 18],
      },
    };
    const forecast = read(document);
    expect(forecast.title).toBe('Open-Meteo');
    expect(forecast.series.map(({ name }) => name)).toEqual([
      'rain',
      'daily.rain',
      'shortwave_radiation_sum',
    ]);
    expect(new Date(find(forecast, 'rain').ends[0]!).toISOString()).toBe(
      '2026-04-20T00:00:00.000Z',
    );
    expect(new Date(find(forecast, 'daily.rain').starts[0]!).toISOString()).toBe(
      '2026-04-20T00:00:00.000Z',
    );
    expect(refusal(() => read(document, { utcOffset: '+02:00' })).code).toBe('HF_FORMAT');
  });

  it('refuses a time that comes twice, and several places; takes any order', () => {
    const document = openMeteo();
    document.hourly.time![5] = document.hourly.time![4]!;
    expect(refusal(() => read(document))).toMatchObject({
      code: 'HF_FORMAT',
      message: expect.stringContaining('2026-04-20T04:00 followed by 2026-04-20T04:00'),
    });
    expect(refusal(() => read([openMeteo(), openMeteo()])).message).toContain(
      'for one place; received a download for 2',
    );
    const shuffled = openMeteo();
    for (const list of Object.values(shuffled.hourly)) list.reverse();
    expect(read(shuffled)).toEqual(read(openMeteo()));
  });

  it('refuses a clock that is days away', () => {
    const document = { ...openMeteo(), utc_offset_seconds: 720_000 };
    expect(refusal(() => read(document)).message).toContain('at most 18 hours; received 720000');
  });

  it('reads its table as it reads its document', () => {
    const document = openMeteo();
    const { time, ...columns } = document.hourly;
    const names = Object.keys(columns);
    const table = [
      'latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation',
      '41.9,-93.6,300,7200,Europe/Berlin,GMT+2',
      '',
      ['time', ...names.map((name) => `${name} (${document.hourly_units[name]})`)].join(','),
      ...time!.map((at, k) => [at, ...names.map((name) => columns[name]![k])].join(',')),
    ].join('\r\n');
    expect(readForecast(table)).toEqual(read(document));
    expect(refusal(() => readForecast(table.split('\r\n').slice(0, 2).join('\n'))).code).toBe(
      'HF_MISSING',
    );
  });

  it('reads names that objects have of their own', () => {
    const text =
      '{"hourly_units":{"__proto__":"mm"},"hourly":{"time":["2026-04-20T00:00"],"__proto__":[1],"constructor":[2],"toString_member01":[3]}}';
    const { series } = readForecast(text);
    expect(series.map(({ name, unit }) => [name, unit])).toEqual([
      ['toString', null],
      ['__proto__', 'mm'],
      ['constructor', null],
    ]);
  });
});

describe('MET Norway', () => {
  it('reads percentiles with the plain value as the median', () => {
    const forecast = read(metNorway());
    expect(forecast).toMatchObject({
      format: 'met-norway',
      issuedAt: Date.UTC(2026, 10, 15, 17, 30),
    });
    const temperature = find(forecast, 'air_temperature');
    expect(tracks(temperature)).toEqual({
      p10: [2, 3, 4, 6, 8, 6],
      p50: [4, 5, 6, 8, 10, 8],
      p90: [7, 8, 9, 11, 13, 11],
    });
    expect([...temperature.ends].map((end, k) => (end - temperature.starts[k]!) / HOUR)).toEqual([
      1, 1, 6, 6, 6, 6,
    ]);
    expect(find(forecast, 'relative_humidity').kind).toBe('point');
    expect(forecast.notes).toContain('The plain value of air_temperature is taken as its median.');
  });

  it('moves a plain value into its percentiles and says so; refuses percentiles that cross', () => {
    const document = metNorway();
    const { details } = document.properties.timeseries[1]!.data.instant;
    details.air_temperature = 40;
    const forecast = read(document);
    expect(tracks(find(forecast, 'air_temperature')).p50![1]).toBe(8);
    expect(forecast.notes.join()).toContain('1 lay outside of the quantiles');
    details.air_temperature_percentile_10 = 9;
    expect(refusal(() => read(document))).toMatchObject({
      code: 'HF_RANGE',
      message: expect.stringContaining(
        'p90 of air_temperature must not lie below p10; received 8 below 9 at 2026-11-15T23:00',
      ),
    });
  });

  it('takes the rain of the finest steps that join, without overlap or gap', () => {
    const document = metNorway();
    for (const { data } of document.properties.timeseries.slice(0, 2)) {
      data.next_6_hours = { details: { precipitation_amount: 9 } };
    }
    const rain = find(read(document), 'precipitation_amount');
    expect(tracks(rain).value).toEqual([0.5, 0.25, 3, 0, 1.5, 0]);
    document.properties.timeseries.splice(1, 1);
    const coarser = find(read(document), 'precipitation_amount');
    expect(tracks(coarser).value).toEqual([9, 0, 1.5, 0]);
    expect((coarser.ends[0]! - coarser.starts[0]!) / HOUR).toBe(6);
  });

  it('counts days by the clock that is asked for, and leaves a hole where entries are missing', () => {
    const document = metNorway();
    document.properties.timeseries.splice(3, 1);
    const { starts, ends } = find(read(document, { utcOffset: '+01:00' }), 'air_temperature');
    expect(new Date(starts[0]!).toISOString()).toBe('2026-11-15T23:00:00.000Z');
    expect((starts[3]! - ends[2]!) / HOUR).toBe(6);
  });

  it('refuses the same time twice', () => {
    const document = metNorway();
    document.properties.timeseries.push(document.properties.timeseries[0]!);
    expect(refusal(() => read(document)).code).toBe('HF_FORMAT');
  });
});

describe('National Weather Service', () => {
  it('reads layers of numbers with their stretches of time', () => {
    const forecast = read(nwsGridpoints());
    expect(forecast).toMatchObject({
      format: 'nws-gridpoints',
      issuedAt: Date.UTC(2026, 10, 15, 18),
    });
    expect(forecast.series.map(({ name, unit, kind }) => [name, unit, kind])).toEqual([
      ['quantitativePrecipitation', 'wmoUnit:mm', 'point'],
      ['temperature', 'wmoUnit:degC', 'point'],
    ]);
    expect(tracks(forecast.series[0]!).value).toEqual([2.5, 4.5]);
    expect((forecast.series[0]!.ends[1]! - forecast.series[0]!.starts[1]!) / HOUR).toBe(18);
  });

  it('refuses stretches that overlap', () => {
    const document = nwsGridpoints();
    document.properties.temperature = {
      uom: 'wmoUnit:degC',
      values: [
        { validTime: '2026-11-16T00:00:00+00:00/PT6H', value: 4 },
        { validTime: '2026-11-16T05:00:00+00:00/PT6H', value: 4 },
      ],
    };
    expect(refusal(() => read(document)).message).toContain('must not overlap');
  });
});

describe('Solcast', () => {
  it('reads P10, P50 and P90 of mean kW, stamped at the end', () => {
    const forecast = read(solcast());
    expect(forecast.format).toBe('solcast');
    const power = find(forecast, 'pv_estimate');
    expect(power).toMatchObject({ unit: 'kW', kind: 'quantiles' });
    expect(tracks(power)).toEqual({
      p10: [0.5, 1.5, 2.5, 3.5],
      p50: [1, 2, 3, 4],
      p90: [1.75, 2.75, 3.75, 4.75],
    });
    expect(new Date(power.starts[0]!).toISOString()).toBe('2026-11-16T10:00:00.000Z');
  });

  it('reads the form of Home Assistant, stamped at the start', () => {
    const detailedForecast = [10, 11].map((hour) => ({
      period_start: `2026-11-16T${hour}:00:00+01:00`,
      pv_estimate: 1,
      pv_estimate10: 0.5,
      pv_estimate90: 2,
    }));
    const power = find(read({ detailedForecast }), 'pv_estimate');
    expect(new Date(power.starts[0]!).toISOString()).toBe('2026-11-16T10:00:00.000Z');
    expect((power.ends[0]! - power.starts[0]!) / HOUR).toBe(1);
  });
});

describe('NASA POWER', () => {
  it('reads days with the units of the file, and its fill value as missing', () => {
    const document = {
      header: { fill_value: -999 },
      parameters: { T2M: { units: 'C' }, ALLSKY_SFC_SW_DWN: { units: 'kW-hr/m^2/day' } },
      properties: {
        parameter: {
          T2M: { 20160302: 2, 20160301: 1 },
          ALLSKY_SFC_SW_DWN: { 20160301: 3, 20160302: -999 },
        },
      },
    };
    const forecast = read(document);
    expect(forecast.format).toBe('nasa-power');
    expect(tracks(find(forecast, 'T2M')).value).toEqual([1, 2]);
    expect(find(forecast, 'ALLSKY_SFC_SW_DWN').unit).toBe('kW-hr/m^2/day');
    expect(tracks(find(forecast, 'ALLSKY_SFC_SW_DWN')).value).toEqual([3, Number.NaN]);
  });

  it('reads its table, too', () => {
    const text = [
      '-BEGIN HEADER-',
      'The value for missing source data that cannot be computed: -999 ',
      'T2M                   MERRA-2 Temperature at 2 Meters (C) ',
      'ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (MJ/m^2/day) ',
      '-END HEADER-',
      'YEAR,DOY,T2M,ALLSKY_SFC_SW_DWN',
      '2016,60,1.5,10',
      '2016,61,-999,11',
    ].join('\r\n');
    const forecast = readForecast(text);
    expect(forecast.format).toBe('nasa-power');
    const temperature = find(forecast, 'T2M');
    expect(temperature.unit).toBe('C');
    expect(new Date(temperature.starts[1]!).toISOString()).toBe('2016-03-01T00:00:00.000Z');
    expect(tracks(temperature).value).toEqual([1.5, Number.NaN]);
    expect(find(forecast, 'ALLSKY_SFC_SW_DWN').unit).toBe('MJ/m^2/day');
    expect(
      readForecast(
        text
          .replaceAll('YEAR,DOY', 'YEAR,MO,DY')
          .replaceAll('2016,60', '2016,2,29')
          .replaceAll('2016,61', '2016,3,1'),
      ).series[0]!.starts,
    ).toEqual(temperature.starts);
  });
});

describe('anything else', () => {
  it('is refused with what was found', () => {
    expect(refusal(() => readForecast('{"a":1,"b":2}'))).toMatchObject({
      code: 'HF_FORMAT',
      message: expect.stringContaining('received one with a, b'),
    });
    expect(refusal(() => readForecast('{"hourly":')).message).toContain('cut off');
    const error = '{"error":true,"reason":"Minutely limit exceeded"}';
    expect(refusal(() => readForecast(error)).message).toContain(
      'received an error: "Minutely limit exceeded"',
    );
    for (const text of ['', '   ', '[]', '[1]', 'null', 'hello', '{}', '\u0000\u0001']) {
      expect(refusal(() => readForecast(text)).code, text).toBe('HF_FORMAT');
    }
  });

  it('is refused if another format was asked for', () => {
    expect(refusal(() => read(solcast(), { format: 'open-meteo' })).message).toContain(
      'must be of the format open-meteo; received solcast',
    );
    expect(read(solcast(), { format: 'solcast' }).format).toBe('solcast');
  });

  it('numbers that are not finite are refused', () => {
    const text = JSON.stringify(openMeteo()).replace('[10,', '[1e999,');
    expect(refusal(() => readForecast(text))).toMatchObject({ code: 'HF_RANGE' });
  });

  it('a season of hours of fifty members is read without delay, and so is a long table', () => {
    const time = hoursFrom('2026-04-20T00:00', 3600);
    const hourly: Record<string, unknown> = { time };
    for (const variable of ['temperature_2m', 'precipitation']) {
      hourly[variable] = time.map(() => 1.5);
      for (let k = 1; k <= 50; k++) {
        hourly[`${variable}_member${String(k).padStart(2, '0')}`] = time.map(() => 2.25);
      }
    }
    const { series } = read({
      hourly_units: { temperature_2m: '°C', precipitation: 'mm' },
      hourly,
    });
    expect(series.map((one) => one.tracks.length)).toEqual([51, 51]);
    const table = [
      'time,sales',
      ...hoursFrom('2010-01-01T00:00', 100_000).map((at) => `${at},"3.5"`),
    ].join('\n');
    expect(readForecast(table).series[0]!.starts).toHaveLength(100_000);
  });
});
