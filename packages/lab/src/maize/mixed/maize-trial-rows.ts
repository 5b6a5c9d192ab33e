/**
 * The plots of a tidy table as rows of trials, with what the maize model declares of weather and soil.
 *
 * Yields are those on the net area of plots: as released, those of 2016 are too low by a factor that
 * differs from place to place. A hybrid is named after its parents, a region by the first two letters of
 * its fields, which are a state or province. Trials of one place in one year are one field-year, with the
 * mean of their weather.
 */
import type { DeclaredCovariate, FitOptions, TrialRow } from '@hedgerow/farm';
import { fileFault } from '../import/file-fault.ts';
import type { TrialWeather } from '../import/read-environments.ts';
import type { TidyRow } from '../import/tidy-row.ts';

/** Scales are round numbers near the middle and the deviation; soil does not move the level. */
const MAIZE_COVARIATES: readonly DeclaredCovariate[] = [
  { name: 'temperature', unit: '°C', centre: 21, scale: 2, yearDeviation: 0.75, movesLevel: true },
  {
    name: 'radiation',
    unit: 'MJ/m²/d',
    centre: 20.2,
    scale: 1.3,
    yearDeviation: 0.75,
    movesLevel: true,
  },
  { name: 'rain', unit: 'mm/d', centre: 3.5, scale: 0.8, yearDeviation: 0.74, movesLevel: true },
  { name: 'clay', unit: '%', centre: 21, scale: 9, yearDeviation: 0, movesLevel: false },
];

/** What is declared of maize in t/ha. */
export const MAIZE_FIT: FitOptions = {
  crop: 'maize',
  unit: 't/ha',
  covariates: MAIZE_COVARIATES,
  declared: { weather: 0.04 },
  guard: { level: 1.5, action: 0.5 },
  // A promise rests on it: fields fail, and the best ones are better than any trial here.
  range: { min: 0, max: 20 },
};

/** Joins plots and weather; `table` is named where a yield is missing. */
export function maizeTrialRows(
  table: string,
  rows: readonly TidyRow[],
  environments: readonly TrialWeather[],
): TrialRow[] {
  const weather = seasonWeather(rows, environments);
  return rows.map((row) => ({
    field: row.fieldId,
    region: row.fieldId.slice(0, 2),
    year: row.year,
    hybrid: row.hybrid,
    parents: row.hybrid.includes('/') ? row.hybrid.split('/') : [],
    yield: netYield(table, row),
    plots: 1,
    covariates: { ...weather.get(seasonKey(row)), clay: row.clayPct },
  }));
}

function netYield(file: string, { yieldNetMgHa, location, year }: TidyRow): number {
  if (yieldNetMgHa !== null) return yieldNetMgHa;
  throw fileFault({
    file,
    rule: 'must tell yield_net_mg_ha of every plot',
    received: `without it at ${location} in ${year}`,
    remedy: 'Import the trials again; plots without their area cannot be compared over years.',
  });
}

type Weather = Readonly<Record<string, number>>;

/** The mean weather of the trials in each place and year. */
function seasonWeather(
  rows: readonly TidyRow[],
  environments: readonly TrialWeather[],
): Map<string, Weather> {
  const known = new Map(environments.map((one) => [`${one.location} ${one.year}`, one]));
  const seasons = Map.groupBy(rows, seasonKey);
  return new Map(
    [...seasons].map(([key, plots]) => {
      const locations = [...new Set(plots.map(({ location }) => location))].sort();
      const trials = locations.flatMap((one) => known.get(`${one} ${plots[0]!.year}`) ?? []);
      return [key, meanWeather(trials)];
    }),
  );
}

function meanWeather(trials: readonly TrialWeather[]): Weather {
  const columns = {
    temperature: trials.flatMap(({ tempMeanC }) => tempMeanC ?? []),
    radiation: trials.flatMap(({ radiationMjM2D }) => radiationMjM2D ?? []),
    rain: trials.flatMap(({ precipMmD }) => precipMmD ?? []),
  };
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.reduce((sum, one) => sum + one, 0) / values.length]),
  );
}

function seasonKey({ fieldId, year }: TidyRow): string {
  return `${fieldId} ${year}`;
}
