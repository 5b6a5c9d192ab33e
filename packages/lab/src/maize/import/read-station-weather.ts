/**
 * Weather from the stations in the fields: a reading every few minutes, of which days are made here.
 *
 * Steps are irregular, so a day is the mean of its readings. 1 W/m² over a day is 0.0864 MJ/m². One
 * station may serve several trials, written "TXH1  TXI1"; its readings count for each of them.
 */
import { type CalendarDay, dayNumber } from './calendar.ts';
import { CELSIUS_LIMITS, type DailyWeather, type WeatherFile } from './daily-weather.ts';
import { environmentName } from './plot-record.ts';
import { type ColumnSpecs, readSheet, type Sheet } from './sheet.ts';
import { YEAR_LIMITS } from './year-in-name.ts';

type StationWeatherColumn = 'location' | 'month' | 'day' | 'year' | 'temperature' | 'radiation';

export const STATION_WEATHER_COLUMNS: ColumnSpecs<StationWeatherColumn> = {
  location: { names: ['Field Location', 'Experiment(s)'] },
  month: { names: ['Month', 'Month [Local]'] },
  day: { names: ['Day', 'Day [Local]'] },
  year: { names: ['Year', 'Year [Local]'] },
  temperature: { names: ['Temperature [C]'] },
  radiation: { names: ['Solar Radiation [W/m2]'] },
};

type StationSheet = Sheet<StationWeatherColumn>;

const MJ_PER_WATT_DAY = 0.0864;
/** Sensors read a little below 0 at night. */
const WATT_LIMITS = [-100, 2000] as const;

class DayReadings {
  #temperatureSum = 0;
  #temperatureCount = 0;
  #min = Infinity;
  #max = -Infinity;
  #radiationSum = 0;
  #radiationCount = 0;

  add(temperature: number | null, radiation: number | null): void {
    if (temperature !== null) {
      this.#temperatureSum += temperature;
      this.#temperatureCount += 1;
      this.#min = Math.min(this.#min, temperature);
      this.#max = Math.max(this.#max, temperature);
    }
    if (radiation !== null) {
      this.#radiationSum += radiation;
      this.#radiationCount += 1;
    }
  }

  weather(): DailyWeather {
    const isWarmthKnown = this.#temperatureCount > 0;
    return {
      meanC: isWarmthKnown ? this.#temperatureSum / this.#temperatureCount : null,
      minC: isWarmthKnown ? this.#min : null,
      maxC: isWarmthKnown ? this.#max : null,
      radiationMjM2D:
        this.#radiationCount === 0
          ? null
          : (this.#radiationSum / this.#radiationCount) * MJ_PER_WATT_DAY,
    };
  }
}

/** Reads all readings of the file and makes days of them. */
export async function readStationWeather(
  file: string,
  header: readonly string[],
): Promise<WeatherFile> {
  const sheet = await readSheet(file, header, STATION_WEATHER_COLUMNS);
  const readings = new Map<string, Map<CalendarDay, DayReadings>>();
  for (let row = 0; row < sheet.rowCount; row++) addReading(readings, sheet, row);
  const weather = [...readings].map(([environment, days]) => {
    const daily = [...days].map(([day, reading]) => [day, reading.weather()] as const);
    return [environment, new Map(daily)] as const;
  });
  return { rowCount: sheet.rowCount, weather: new Map(weather) };
}

function addReading(
  readings: Map<string, Map<CalendarDay, DayReadings>>,
  sheet: StationSheet,
  row: number,
): void {
  const year = sheet.whole('year', row, YEAR_LIMITS);
  const day = dayNumber(year, sheet.whole('month', row, [1, 12]), sheet.whole('day', row, [1, 31]));
  if (day === null) throw sheet.fault('day', row, 'must be a day of its month');
  const temperature = sheet.number('temperature', row, CELSIUS_LIMITS);
  const radiation = sheet.number('radiation', row, WATT_LIMITS);
  for (const location of sheet.requiredText('location', row).split(/\s+/)) {
    const environment = environmentName(location, year);
    const days = readings.get(environment) ?? new Map<CalendarDay, DayReadings>();
    readings.set(environment, days);
    const reading = days.get(day) ?? new DayReadings();
    days.set(day, reading);
    reading.add(temperature, radiation);
  }
}
