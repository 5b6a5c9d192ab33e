/**
 * The weather of a season from files as they were downloaded: a forecast, and for what it does not reach a
 * daily history of past years.
 *
 * A plan takes each variable by itself, so members of an ensemble are told apart by variable here; between
 * hybrids that makes no difference that could be measured.
 */
import type { Weather } from '@hedgerow/farm';
import { type Forecast, forecastContext, readForecast } from '@hedgerow/forecasts';
import type { NumberVariable } from '../fields/field-variables.ts';

export interface ForecastFiles {
  /** Texts of the files; empty where there is none. */
  readonly forecast: string;
  readonly history: string;
  /** The days of the season, such as 2027-04-20; both are counted. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILES: ForecastFiles = { forecast: '', history: '', from: '', to: '' };

export interface FileWeather {
  /** Null while something is missing or wrong. */
  readonly weather: Weather | null;
  /** What was assumed, or what is wrong. */
  readonly notes: readonly string[];
  readonly fault: string | null;
}

/** How variables are called in files, and in which unit they are wanted. */
const KINDS: readonly { readonly own: RegExp; readonly theirs: RegExp; readonly unit: string }[] = [
  { own: /temp/i, theirs: /^(t2m$|temp|temperature_2m(_mean)?$|air_temp)/i, unit: '°C' },
  { own: /rad/i, theirs: /(rad|sw_dwn|ghi)/i, unit: 'MJ/m²/day' },
  { own: /rain|precip/i, theirs: /(rain|precip|prectot)/i, unit: 'mm/day' },
];

/** Returns the mean of each variable over the season, as a distribution. */
export function fileWeather(
  files: ForecastFiles,
  variables: readonly NumberVariable[],
): FileWeather {
  const { forecast, history, from, to } = files;
  if (forecast === '' && history === '') return { weather: null, notes: [], fault: null };
  if (from === '' || to === '') {
    return { weather: null, notes: [], fault: 'Say from which day to which day the season lasts.' };
  }
  try {
    const past = history === '' ? null : readForecast(history);
    const told = forecast === '' ? [] : [readForecast(forecast)];
    const { blocks, notes } = forecastContext({
      forecasts: told,
      window: { from, to },
      variables: Object.fromEntries(
        variables.map(({ name }) => [name, requestFor(name, told, past)]),
      ),
      ...(past !== null && { history: past }),
    });
    return { weather: Object.fromEntries(blocks.flatMap(apart)), notes, fault: null };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { weather: null, notes: [], fault };
  }
}

function requestFor(name: string, told: readonly Forecast[], past: Forecast | null) {
  const kind = KINDS.find(({ own }) => own.test(name));
  const isIt = kind?.theirs ?? new RegExp(`^${name}$`, 'i');
  const find = (forecasts: readonly Forecast[]) =>
    forecasts.flatMap(({ series }) => series).find((one) => isIt.test(one.name))?.name;
  const from = find(told);
  const history = past === null ? undefined : find([past]);
  return {
    aggregate: 'mean' as const,
    ...(from !== undefined && { from }),
    ...(history !== undefined && { history }),
    ...(kind !== undefined && { unit: kind.unit }),
  };
}

type Block = ReturnType<typeof forecastContext>['blocks'][number];

/** Each variable of a block by itself. */
function apart({ variables, description }: Block): [string, Weather[string]][] {
  if (variables.length === 1 || description.kind !== 'ensemble') {
    return [[variables[0]!, description as Weather[string]]];
  }
  const { points, ...rest } = description;
  return variables.map((name, column) => [
    name,
    {
      ...rest,
      points: (points as readonly (readonly number[])[]).map((row) => row[column]!),
    } as Weather[string],
  ]);
}
