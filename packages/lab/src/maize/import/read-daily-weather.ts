/**
 * Daily weather by field-year: file 4 of the competition (NASA POWER).
 */
import type { CalendarDay } from './calendar.ts';
import { CELSIUS_LIMITS, type DailyWeather, type WeatherFile } from './daily-weather.ts';
import { type ColumnSpecs, readSheet } from './sheet.ts';

type DailyWeatherColumn = 'environment' | 'date' | 'mean' | 'radiation' | 'max' | 'min';

export const DAILY_WEATHER_COLUMNS: ColumnSpecs<DailyWeatherColumn> = {
  environment: { names: ['Env'] },
  date: { names: ['Date'] },
  mean: { names: ['T2M'] },
  radiation: { names: ['ALLSKY_SFC_SW_DWN'] },
  max: { names: ['T2M_MAX'], isOptional: true },
  min: { names: ['T2M_MIN'], isOptional: true },
};

/** NASA POWER writes it where a satellite saw nothing. */
const NO_VALUE = -999;
const RADIATION_LIMITS = [NO_VALUE, 60] as const;
const DEGREE_LIMITS = [NO_VALUE, CELSIUS_LIMITS[1]] as const;

/** Reads all days of the file. */
export async function readDailyWeather(
  file: string,
  header: readonly string[],
): Promise<WeatherFile> {
  const sheet = await readSheet(file, header, DAILY_WEATHER_COLUMNS);
  const weather = new Map<string, Map<CalendarDay, DailyWeather>>();
  for (let row = 0; row < sheet.rowCount; row++) {
    const environment = sheet.requiredText('environment', row);
    const day = sheet.day('date', row);
    if (day === null) throw sheet.fault('date', row, 'must be a date such as 20220131');
    const days = weather.get(environment) ?? new Map<CalendarDay, DailyWeather>();
    weather.set(environment, days);
    days.set(day, {
      meanC: known(sheet.number('mean', row, DEGREE_LIMITS)),
      minC: known(sheet.number('min', row, DEGREE_LIMITS)),
      maxC: known(sheet.number('max', row, DEGREE_LIMITS)),
      radiationMjM2D: known(sheet.number('radiation', row, RADIATION_LIMITS)),
    });
  }
  return { rowCount: sheet.rowCount, weather };
}

function known(value: number | null): number | null {
  return value === NO_VALUE ? null : value;
}
