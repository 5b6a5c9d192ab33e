/**
 * The season of one field-year in a few numbers.
 *
 * It runs from planting to harvest, at most 150 days on; the cap nearly always binds. Silking divides
 * it in two. Frost and heat are means over days of what lies below 0 °C and above 35 °C:
 *
 *     frost = mean max(0, −daily minimum)      heat = mean max(0, daily maximum − 35)
 */
import type { CalendarDay } from './calendar.ts';
import type { DailyWeather } from './daily-weather.ts';
import { meanDayLength } from './day-length.ts';

const SEASON_DAYS_MAX = 150;
const HEAT_ABOVE_C = 35;
/** A season with less of its weather known is not summarised. */
const KNOWN_SHARE_MIN = 0.9;

export interface Season {
  readonly first: CalendarDay;
  /** Included. */
  readonly last: CalendarDay;
  readonly silking: CalendarDay | null;
}

export interface SeasonWeather {
  readonly tempMeanC: number;
  readonly radiationMjM2D: number;
  /** Mean frost in °C; null if no daily minimum is known. */
  readonly frostC: number | null;
  readonly heatC: number | null;
  readonly beforeSilking: StageWeather | null;
  readonly afterSilking: StageWeather | null;
}

export interface StageWeather {
  readonly tempMeanC: number;
  readonly radiationMjM2D: number;
}

/** Returns the season; the harvest of another year or before planting does not count. */
export function seasonOf(dates: {
  readonly planted: CalendarDay;
  readonly harvested: CalendarDay | null;
  readonly silking: CalendarDay | null;
}): Season {
  const latest = dates.planted + SEASON_DAYS_MAX;
  const { harvested, silking, planted } = dates;
  const last = harvested === null || harvested <= planted ? latest : Math.min(harvested, latest);
  const isInside = silking !== null && silking > planted && silking <= last;
  return { first: planted, last, silking: isInside ? silking : null };
}

/** Returns the weather of the season, or null if too much of it is unknown. */
export function seasonWeather(
  season: Season,
  days: ReadonlyMap<CalendarDay, DailyWeather>,
): SeasonWeather | null {
  const { first, last, silking } = season;
  const whole = stageWeather(days, first, last);
  if (whole === null) return null;
  const known = knownDays(days, first, last);
  return {
    ...whole,
    frostC: meanOf(known.map(({ minC }) => (minC === null ? null : Math.max(0, -minC)))),
    heatC: meanOf(
      known.map(({ maxC }) => (maxC === null ? null : Math.max(0, maxC - HEAT_ABOVE_C))),
    ),
    beforeSilking: silking === null ? null : stageWeather(days, first, silking - 1),
    afterSilking: silking === null ? null : stageWeather(days, silking, last),
  };
}

/** Mean hours of daylight over the season. */
export function seasonDayLength({ first, last }: Season, latitude: number): number {
  return meanDayLength(latitude, first, last);
}

function stageWeather(
  days: ReadonlyMap<CalendarDay, DailyWeather>,
  first: CalendarDay,
  last: CalendarDay,
): StageWeather | null {
  const known = knownDays(days, first, last);
  const least = KNOWN_SHARE_MIN * (last - first + 1);
  const temperatures = known.flatMap(({ meanC }) => (meanC === null ? [] : [meanC]));
  const radiations = known.flatMap(({ radiationMjM2D }) =>
    radiationMjM2D === null ? [] : [radiationMjM2D],
  );
  if (Math.min(temperatures.length, radiations.length) < least) return null;
  const tempMeanC = meanOf(temperatures);
  const radiationMjM2D = meanOf(radiations);
  return tempMeanC === null || radiationMjM2D === null ? null : { tempMeanC, radiationMjM2D };
}

function knownDays(
  days: ReadonlyMap<CalendarDay, DailyWeather>,
  first: CalendarDay,
  last: CalendarDay,
): DailyWeather[] {
  const known: DailyWeather[] = [];
  for (let day = first; day <= last; day++) {
    const weather = days.get(day);
    if (weather !== undefined) known.push(weather);
  }
  return known;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
