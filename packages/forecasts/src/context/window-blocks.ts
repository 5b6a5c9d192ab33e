/**
 * The values of a window, straight from the forecasts: one distribution for each variable, or for
 * each group of variables that share their members.
 *
 * A mean of quantiles is NOT a quantile of the mean: the quantiles of days say nothing of how days hang
 * together. Here each level is followed through the whole window, as if a warm day were always followed by
 * an equally warm one (comonotone). No other way to join the days has a larger variance; independent days
 * would give a mean of n days that is about √n times narrower. Deviations are added in the same way.
 */
import { ForecastError } from '../forecast-error.ts';
import type { ForecastSeries } from '../read/forecast.ts';
import { levelName } from '../read/quantile-tracks.ts';
import type { Measure } from '../window/measure.ts';
import { totalOf, valueOfTotal } from '../window/totals.ts';
import type { TimeSpan } from '../window/window.ts';
import { around, type ForecastDescription } from './description.ts';
import type { FoundVariable } from './variable-request.ts';

export const COMONOTONE = 'comonotone';

/** Some variables and their joint distribution, in this order. */
export interface ContextBlock {
  readonly variables: readonly string[];
  readonly description: ForecastDescription;
}

/** A variable that a forecast tells. */
export type ForecastVariable = FoundVariable & {
  readonly source: NonNullable<FoundVariable['source']>;
};

/** Returns the distributions of variables over a span that all of them cover. */
export function windowBlocks(
  variables: readonly ForecastVariable[],
  span: TimeSpan,
): ContextBlock[] {
  return groupByMembers(variables).map((group) => {
    if (group[0]!.source.series.kind === 'members') return memberBlock(group, span);
    const [variable] = group as [ForecastVariable];
    return { variables: [variable.name], description: single(variable, span) };
  });
}

/** Variables with members of the same file belong together; any other stands alone. */
export function groupByMembers(variables: readonly ForecastVariable[]): ForecastVariable[][] {
  const groups = Map.groupBy(variables, ({ name, source }) =>
    source.series.kind === 'members' ? source.forecast : name,
  );
  return [...groups.values()].map(alignMembers);
}

function memberBlock(group: readonly ForecastVariable[], span: TimeSpan): ContextBlock {
  const columns = group.map(({ source }) => trackValues(source, span));
  const points = columns[0]!.map((_, k) => columns.map((column) => column[k]!));
  return {
    variables: group.map(({ name }) => name),
    description: { kind: 'ensemble', points: group.length === 1 ? columns[0]! : points },
  };
}

/** Returns the value of the window on each track. */
function trackValues(
  { series, measure }: { series: ForecastSeries; measure: Measure },
  span: TimeSpan,
): number[] {
  return series.tracks.map(({ values }) =>
    valueOfTotal(totalOf(series, values, measure, span), measure, span),
  );
}

function single(variable: ForecastVariable, span: TimeSpan): ForecastDescription {
  const { source, request, name } = variable;
  const values = trackValues(source, span);
  if (source.series.kind === 'quantiles')
    return quantiles(source.series, values, source.measure.isPositive);
  const { mean, sd } = meanAndSpread(variable, span);
  if (request.sd !== undefined && source.series.kind !== 'point') throw hasSpread(name);
  return around(mean, sd);
}

function quantiles(
  series: ForecastSeries,
  values: readonly number[],
  isPositive: boolean,
): ForecastDescription {
  const levels = series.tracks.map(({ level }, k) => [levelName(level!), values[k]!]);
  if (levels.length === 1) throw oneLevel(series);
  const limit = isPositive && values[0]! >= 0 ? { min: 0 } : {};
  return { kind: 'quantiles', ...Object.fromEntries(levels), ...limit };
}

/** Returns the mean and the deviation of a variable without members or levels, over the days of a span. */
export function meanAndSpread(
  { name, request, source }: ForecastVariable,
  span: TimeSpan,
): { mean: number; sd: number } {
  const { series, measure } = source;
  const [mean] = trackValues(source, span);
  if (series.kind === 'point') return { mean: mean!, sd: declaredSpread(name, request.sd) };
  if (measure.aggregate === 'degree-days') throw bentNormal(name);
  const spread: Measure = { ...measure, convert: measure.convertSpread };
  const [, sd] = trackValues({ series, measure: spread }, span);
  return { mean: mean!, sd: sd! };
}

function declaredSpread(name: string, sd: number | undefined): number {
  if (sd !== undefined && sd >= 0 && Number.isFinite(sd)) return sd;
  throw new ForecastError({
    code: sd === undefined ? 'HF_MISSING' : 'HF_RANGE',
    rule: `${name} is forecast without a spread, so sd must say how far off it usually is`,
    received: sd === undefined ? 'none' : String(sd),
    remedy: 'Look at past forecasts; 0 takes it as certain.',
  });
}

/** Track k of one variable is the run of track k of the others; refuses variables that have other members. */
function alignMembers(group: readonly ForecastVariable[]): ForecastVariable[] {
  const first = group[0]!.source.series;
  return group.map((variable) => {
    const { series } = variable.source;
    if (series === first) return variable;
    const byName = new Map(series.tracks.map((track) => [track.name, track]));
    const tracks = first.tracks.flatMap(({ name }) => byName.get(name) ?? []);
    if (tracks.length !== first.tracks.length || byName.size !== tracks.length) {
      throw otherMembers(first, series);
    }
    return { ...variable, source: { ...variable.source, series: { ...series, tracks } } };
  });
}

function otherMembers(first: ForecastSeries, other: ForecastSeries): ForecastError {
  const lacks = (one: ForecastSeries, two: ForecastSeries) => {
    const names = new Set(two.tracks.map(({ name }) => name));
    const missing = one.tracks.find(({ name }) => !names.has(name));
    return missing === undefined ? [] : [`no ${missing.name} of ${two.name}`];
  };
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `${first.name} and ${other.name} must have the same members, because they are joined`,
    received: [
      `${first.tracks.length} and ${other.tracks.length}`,
      ...lacks(first, other),
      ...lacks(other, first),
    ].join(', '),
  });
}

function hasSpread(name: string): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: `sd is for forecasts without a spread, and ${name} has one`,
    received: 'both',
  });
}

function oneLevel({ name, tracks }: ForecastSeries): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `${name} must have at least two quantiles`,
    received: tracks[0]!.name,
  });
}

function bentNormal(name: string): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'degree days must be made of members, quantiles or single values: a deviation does not survive base and cap',
    received: `a mean and a deviation of ${name}`,
  });
}
