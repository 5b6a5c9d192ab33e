/**
 * The weather of one day in one field.
 */
import type { CalendarDay } from './calendar.ts';

export interface DailyWeather {
  /** Null where the file has no number for that day. */
  readonly meanC: number | null;
  readonly minC: number | null;
  readonly maxC: number | null;
  readonly radiationMjM2D: number | null;
}

/** By environment ("DEH1_2016"), then by day. */
export type WeatherByEnvironment = ReadonlyMap<string, ReadonlyMap<CalendarDay, DailyWeather>>;

export interface WeatherFile {
  readonly rowCount: number;
  readonly weather: WeatherByEnvironment;
}

/** What a thermometer outdoors can read, in °C. */
export const CELSIUS_LIMITS = [-80, 70] as const;
