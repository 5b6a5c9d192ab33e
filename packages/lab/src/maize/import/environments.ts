/**
 * Field-years: all that the files tell about each season, put together from plots, soil and weather.
 */
import { dayText, medianDay } from './calendar.ts';
import { placeOf } from './places.ts';
import { type DropReason, environmentName, type PlotRecord } from './plot-record.ts';
import { type SeasonWeather, seasonDayLength, seasonOf, seasonWeather } from './season-summary.ts';
import { type KnownSoil, type SoilRule, soilOf } from './soil-lookup.ts';
import type { SourceData } from './source-files.ts';

export interface Environment {
  readonly name: string;
  readonly fieldId: string;
  readonly city: string | null;
  readonly plotCount: number;
  /** Dates as 2016-05-14: the middle one of the plots. */
  readonly planted: string | null;
  readonly silking: string | null;
  readonly harvested: string | null;
  readonly seasonDays: number | null;
  readonly photoperiodH: number | null;
  readonly weather: SeasonWeather | null;
  readonly weatherSource: 'daily' | 'station' | null;
  readonly soil: KnownSoil | null;
}

type PlotDates = Pick<PlotRecord, 'planted' | 'silking' | 'harvested'>;

/** Returns every field-year of the plots by its name. */
export function environmentsOf(source: SourceData, rule: SoilRule): Map<string, Environment> {
  const plots = Map.groupBy(source.plots, ({ location, year }) => environmentName(location, year));
  return new Map(
    [...plots.keys()].sort().map((name) => [name, environmentOf(plots.get(name)!, source, rule)]),
  );
}

/** Why the plots of a field-year cannot be used, or null if they can. */
export function faultOfEnvironment(environment: Environment): DropReason | null {
  if (environment.planted === null) return 'noPlantingDate';
  if (environment.photoperiodH === null) return 'noLatitude';
  if (environment.weather === null) return 'noWeather';
  return environment.soil === null ? 'noSoil' : null;
}

function environmentOf(
  plots: readonly PlotRecord[],
  source: SourceData,
  rule: SoilRule,
): Environment {
  const { location, year } = plots[0]!;
  const name = environmentName(location, year);
  const place = placeOf(location, year);
  const dates = datesOf(plots);
  const soil = soilOf(source.textures, { location, year, rule });
  const shared = {
    name,
    fieldId: place.fieldId,
    city: place.city,
    plotCount: plots.length,
    planted: textOf(dates.planted),
    silking: textOf(dates.silking),
    harvested: textOf(dates.harvested),
    soil,
  };
  if (dates.planted === null) {
    const unknown = { seasonDays: null, photoperiodH: null, weather: null, weatherSource: null };
    return { ...shared, ...unknown };
  }
  const season = seasonOf({ ...dates, planted: dates.planted });
  const latitude = source.latitudes.get(name) ?? place.latitude;
  return {
    ...shared,
    seasonDays: season.last - season.first + 1,
    photoperiodH: latitude === null ? null : seasonDayLength(season, latitude),
    ...weatherOf(name, season, source),
  };
}

function weatherOf(
  name: string,
  season: Parameters<typeof seasonWeather>[0],
  source: SourceData,
): Pick<Environment, 'weather' | 'weatherSource'> {
  const tables = [
    ['daily', source.dailyWeather],
    ['station', source.stationWeather],
  ] as const;
  for (const [weatherSource, table] of tables) {
    const days = table.get(name);
    const weather = days === undefined ? null : seasonWeather(season, days);
    if (weather !== null) return { weather, weatherSource };
  }
  return { weather: null, weatherSource: null };
}

function datesOf(plots: readonly PlotRecord[]): PlotDates {
  const middle = (key: 'planted' | 'silking' | 'harvested') =>
    medianDay(plots.flatMap((plot) => (plot[key] === null ? [] : [plot[key]])));
  return { planted: middle('planted'), silking: middle('silking'), harvested: middle('harvested') };
}

function textOf(day: number | null): string | null {
  return day === null ? null : dayText(day);
}
