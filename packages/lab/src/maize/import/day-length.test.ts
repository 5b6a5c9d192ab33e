import { describe, expect, it } from 'vitest';
import { parseDay } from './calendar.ts';
import { dayLength, meanDayLength } from './day-length.ts';
import { readHeader } from './file-header.ts';
import { readSheet } from './sheet.ts';
import { sharedData } from './testing/shared-data.ts';

describe('dayLength', () => {
  // New York and London at the solstices, and the equator at the equinox, in hours and minutes:
  // 15:05, 9:15, 16:38, 12:07.
  it.each([
    [40.7, '6/21/2018', 15.09],
    [40.7, '12/21/2018', 9.25],
    [51.5, '6/21/2018', 16.64],
    [0, '3/20/2018', 12.12],
  ])('at %s degrees on %s is near the hours that calendars print', (latitude, day, hours) => {
    expect(Math.abs(dayLength(latitude, parseDay(day)!) - hours)).toBeLessThan(0.06);
  });

  it('knows polar day and night', () => {
    expect(dayLength(80, parseDay('6/21/2018')!)).toBe(24);
    expect(dayLength(80, parseDay('12/21/2018')!)).toBe(0);
  });

  it('is averaged over both ends', () => {
    const day = parseDay('5/1/2016')!;
    const mean = (dayLength(40, day) + dayLength(40, day + 1)) / 2;
    expect(meanDayLength(40, day, day + 1)).toBeCloseTo(mean, 14);
  });

  it('agrees with the official column of 2018', async () => {
    const file = sharedData('fixtures/g2f_2018_weather.head200.csv');
    if (file === null) return;
    const sheet = await readSheet(file, await readHeader(file), {
      month: { names: ['Month'] },
      day: { names: ['Day'] },
      hours: { names: ['Photoperiod'] },
    });
    const errors = Array.from({ length: sheet.rowCount }, (_, row) => {
      const date = `${sheet.text('month', row)}/${sheet.text('day', row)}/2018`;
      const official = sheet.requiredNumber('hours', row, [0, 24]);
      // All 200 rows are of ARH1, Marianna.
      return Math.abs(dayLength(34.73, parseDay(date)!) - official);
    });
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(errors).toHaveLength(200);
    expect(mean).toBeLessThan(0.05);
  });
});
