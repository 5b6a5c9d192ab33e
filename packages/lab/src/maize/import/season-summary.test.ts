import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDay } from './calendar.ts';
import { readHeader } from './file-header.ts';
import { placeOf } from './places.ts';
import { readDailyWeather } from './read-daily-weather.ts';
import { seasonDayLength, seasonOf, seasonWeather } from './season-summary.ts';
import { sharedData } from './testing/shared-data.ts';

describe('seasonOf', () => {
  it('ends at the harvest, at most 150 days on', () => {
    const dates = { planted: 100, silking: 160 };
    expect(seasonOf({ ...dates, harvested: 220 })).toEqual({ first: 100, last: 220, silking: 160 });
    expect(seasonOf({ ...dates, harvested: 300 }).last).toBe(250);
    expect(seasonOf({ ...dates, harvested: null }).last).toBe(250);
  });

  it('does not believe a harvest before planting or silking outside the season', () => {
    expect(seasonOf({ planted: 100, harvested: 90, silking: 95 })).toEqual({
      first: 100,
      last: 250,
      silking: null,
    });
  });
});

describe('real seasons', () => {
  it('agree with the tidy environments', async () => {
    const daily = sharedData('tidy/g2f_nasa_daily_2015_2017.csv');
    const environments = sharedData('tidy/g2f_environments_2014_2017.csv');
    if (daily === null || environments === null) return;
    const { weather } = await readDailyWeather(daily, await readHeader(daily));
    const [header, ...lines] = readFileSync(environments, 'utf8').trim().split('\n');
    const names = header!.split(',');
    const rows = lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, i) => [name, cells[i]!]));
    });
    const errors = { temperature: [] as number[], radiation: [] as number[], day: [] as number[] };
    for (const row of rows.filter(({ temp_mean_c }) => temp_mean_c !== '')) {
      const season = seasonOf({
        planted: parseDay(row.planted!)!,
        harvested: parseDay(row.harvested!),
        silking: null,
      });
      const { latitude } = placeOf(row.location!, Number(row.year));
      errors.day.push(Math.abs(seasonDayLength(season, latitude!) - Number(row.photoperiod_h)));
      const days = weather.get(row.env!);
      const found = days === undefined ? null : seasonWeather(season, days);
      if (found === null) continue;
      errors.temperature.push(Math.abs(found.tempMeanC - Number(row.temp_mean_c)));
      errors.radiation.push(Math.abs(found.radiationMjM2D - Number(row.radiation_mj_m2_d)));
    }
    expect(errors.temperature).toHaveLength(39);
    // The table was made from weekly means, which blur the first and the last days of a season.
    expect(Math.max(...errors.temperature)).toBeLessThan(0.12);
    expect(Math.max(...errors.radiation)).toBeLessThan(0.21);
    expect(Math.max(...errors.day)).toBeLessThan(0.003);
    expect(errors.day.length).toBeGreaterThan(90);
  });
});
