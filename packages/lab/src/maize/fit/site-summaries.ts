/**
 * Every field's usual season, and how far seasons stray from it.
 *
 * The centre is the mean over the field-years of the table itself. The spread is the field's own
 * sample standard deviation over the years of a climate file, if it has five years or more, and
 * otherwise the pooled one of all fields that do. Without a climate file it is pooled over the
 * field-years of the table. Soil, day length and field are known, so only temperature and radiation
 * have a spread; the two are taken as independent.
 */
import type { ClimateYear } from '../import/read-climate.ts';
import type { TidyRow } from '../import/tidy-row.ts';
import {
  continuousOf,
  type FitRows,
  RADIATION_INDEX,
  scaledContext,
  TEMPERATURE_INDEX,
} from './fit-rows.ts';

const YEARS_FOR_OWN_SPREAD = 5;
/** Median year-to-year spread of 39 sites (temperature in °C, radiation in MJ/m²/d), 2014 to 2021. */
const USUAL_SPREAD: Spread = [0.75, 0.75];

type Spread = readonly [temperature: number, radiation: number];

export interface SiteSummary {
  readonly field: string;
  readonly sand: number;
  readonly silt: number;
  readonly clay: number;
  readonly temperatureC: number;
  readonly radiation: number;
  readonly photoperiodH: number;
  readonly temperatureSd: number;
  readonly radiationSd: number;
  /** Years of the field in the climate file. */
  readonly climateYears: number;
  readonly sdSource: 'own' | 'pooled';
  readonly scaledContext: readonly number[];
  readonly scaledSd: readonly number[];
}

export interface SiteSummaries {
  readonly sites: readonly SiteSummary[];
  readonly pooledSd: Spread;
  readonly rule: string;
}

export interface SiteInput {
  readonly table: readonly TidyRow[];
  readonly rows: FitRows;
  /** The years of a climate file, or null if there is none. */
  readonly climate: readonly ClimateYear[] | null;
}

/** Returns one summary for each field, in the order of the fields. */
export function siteSummaries(input: SiteInput): SiteSummaries {
  const { rows, climate } = input;
  const seasons = rows.fields.map((field) => seasonsOf(input.table, field));
  const years = rows.fields.map((field) => climateOf(climate ?? [], field));
  const pooled =
    climate === null
      ? pooledSpread(
          seasons.map((contexts) => contexts.map(weatherOf)),
          2,
        )
      : pooledSpread(years, YEARS_FOR_OWN_SPREAD);
  const pooledSd = pooled ?? USUAL_SPREAD;
  const sites = rows.fields.map((field, fieldIndex) =>
    summary({
      rows,
      field,
      fieldIndex,
      contexts: seasons[fieldIndex]!,
      years: years[fieldIndex]!,
      pooledSd,
    }),
  );
  return { sites, pooledSd, rule: climate === null ? RULE_WITHOUT_CLIMATE : RULE };
}

const CENTRE_RULE =
  'centre = unweighted mean over the field-years of the data set (sites of the same field_id); ';
const REST_OF_RULE = 'temperature and radiation independent; soil, photoperiod and field exact';
const RULE =
  `${CENTRE_RULE}sd = sample sd (n-1) over the years of the climate file for the same code, pooled ` +
  '(within-site, n-1 weighted, over the fields with >= 5 years) where there are fewer than 5 years; ' +
  REST_OF_RULE;
const RULE_WITHOUT_CLIMATE =
  `${CENTRE_RULE}sd = pooled (within-field, n-1 weighted) over the field-years of the data set, ` +
  `because no climate file was given; ${REST_OF_RULE}`;

interface SummaryInput {
  readonly rows: FitRows;
  readonly field: string;
  readonly fieldIndex: number;
  readonly contexts: readonly (readonly number[])[];
  readonly years: readonly Spread[];
  readonly pooledSd: Spread;
}

function summary(input: SummaryInput): SiteSummary {
  const { rows, field, fieldIndex, years } = input;
  const hasOwn = years.length >= YEARS_FOR_OWN_SPREAD;
  const [temperatureSd, radiationSd] = hasOwn ? ownSpread(years) : input.pooledSd;
  const continuous = meanOf(input.contexts);
  const [sand, silt, clay, temperatureC, radiation, photoperiodH] = continuous as SixNumbers;
  const { scale } = rows.contextScaling;
  return {
    field,
    sand,
    silt,
    clay,
    temperatureC,
    radiation,
    photoperiodH,
    temperatureSd,
    radiationSd,
    climateYears: years.length,
    sdSource: hasOwn ? 'own' : 'pooled',
    scaledContext: scaledContext({
      continuous,
      fieldIndex,
      fieldCount: rows.fields.length,
      scaling: rows.contextScaling,
    }),
    scaledSd: [temperatureSd / scale[TEMPERATURE_INDEX]!, radiationSd / scale[RADIATION_INDEX]!],
  };
}

type SixNumbers = [number, number, number, number, number, number];

/** One context for each field-year; trials of a year that differ (planted twice) are averaged. */
function seasonsOf(table: readonly TidyRow[], field: string): number[][] {
  const byYear = new Map<number, Map<string, number[]>>();
  for (const row of table) {
    if (row.fieldId !== field) continue;
    const context = continuousOf(row);
    const contexts = byYear.get(row.year) ?? new Map<string, number[]>();
    byYear.set(row.year, contexts.set(context.join(), context));
  }
  return [...byYear.keys()].sort().map((year) => meanOf([...byYear.get(year)!.values()]));
}

function climateOf(climate: readonly ClimateYear[], field: string): Spread[] {
  return climate
    .filter(({ location }) => location === field)
    .map(({ tempMeanC, radiationMjM2D }) => [tempMeanC, radiationMjM2D]);
}

function weatherOf(context: readonly number[]): Spread {
  return [context[TEMPERATURE_INDEX]!, context[RADIATION_INDEX]!];
}

function meanOf(vectors: readonly (readonly number[])[]): number[] {
  return vectors[0]!.map(
    (_, j) => vectors.reduce((sum, vector) => sum + vector[j]!, 0) / vectors.length,
  );
}

function ownSpread(years: readonly Spread[]): Spread {
  const [temperature, radiation] = squareSums(years);
  const freedom = years.length - 1;
  return [Math.sqrt(temperature / freedom), Math.sqrt(radiation / freedom)];
}

/** Within-site spread of all sites with enough years together; null if there are none. */
function pooledSpread(sites: readonly (readonly Spread[])[], yearsMin: number): Spread | null {
  const used = sites.filter((years) => years.length >= yearsMin);
  const freedom = used.reduce((sum, years) => sum + years.length - 1, 0);
  if (freedom === 0) return null;
  const squares = used.map(squareSums);
  const total = (part: 0 | 1) => squares.reduce((sum, square) => sum + square[part], 0);
  return [Math.sqrt(total(0) / freedom), Math.sqrt(total(1) / freedom)];
}

function squareSums(years: readonly Spread[]): Spread {
  const mean = meanOf(years);
  const about = (part: 0 | 1) =>
    years.reduce((sum, year) => sum + (year[part] - mean[part]!) ** 2, 0);
  return [about(0), about(1)];
}
