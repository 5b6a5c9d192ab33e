/**
 * A window of which the forecasts reach only a part: observed days before, past seasons after.
 *
 *     window   |--- observed this year ---|--- forecast ---|--- past seasons ---|
 *
 * Every value is a sum over days (see measure.ts), so the three parts are added: what is known, plus
 * a scenario of the forecast, plus a past season. Forecast and season are joined by a named rule (see
 * scenarios.ts). Quantiles and deviations become a few weighted scenarios, which is coarse, but only
 * in the short part; the seasons keep all their spread and all their joints.
 */
import { DAY } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import { pastSeasons } from '../splice/past-seasons.ts';
import { type Join, joinScenarios, levelWeights, type Scenarios } from '../splice/scenarios.ts';
import { firstHole, reachOf, requireCovered, totalOf, valueOfTotal } from '../window/totals.ts';
import { daysIn, type TimeSpan, writeSpan } from '../window/window.ts';
import type { FoundVariable } from './variable-request.ts';
import {
  type ContextBlock,
  type ForecastVariable,
  groupByMembers,
  meanAndSpread,
} from './window-blocks.ts';

export interface Spliced {
  readonly block: ContextBlock;
  readonly parts: SplicedParts;
  readonly notes: readonly string[];
}

/** Which days come from where, in words; null where there are none. */
export interface SplicedParts {
  readonly observed: string | null;
  readonly forecast: string | null;
  readonly seasons: string | null;
  readonly years: readonly number[];
}

export interface SpliceInput {
  readonly variables: readonly FoundVariable[];
  readonly span: TimeSpan;
  readonly leastSeasons: number;
  readonly join: Join;
}

/** Returns one joint ensemble of all variables over a window of whole days. */
export function splicedBlock({ variables, span, leastSeasons, join }: SpliceInput): Spliced {
  const told = variables.filter(
    (variable): variable is ForecastVariable => variable.source !== null,
  );
  const reach = told.length === 0 ? untilNow(variables, span) : commonReach(told, span);
  const before = { from: span.from, to: reach.from };
  const after = { from: reach.to, to: span.to };
  for (const { source } of told) if (daysIn(reach) > 0) requireCovered(source.series, reach);
  const names = variables.map(({ name }) => name);
  const seasons = seasonScenarios({ variables, reach, after, leastSeasons });
  const sources = [
    observedScenario(variables, before),
    ...(daysIn(reach) > 0
      ? groupByMembers(told).map((group) => forecastScenarios(group, reach))
      : []),
    ...(seasons === null ? [] : [seasons.scenarios]),
  ];
  const { points, weights } = joinScenarios(sources, names, join);
  const values = points.map((point) =>
    point.map((total, i) => valueOfTotal(total, measureOfVariable(variables[i]!), span)),
  );
  return {
    block: {
      variables: names,
      description: { kind: 'ensemble', points: flat(values), ...(weights && { weights }) },
    },
    parts: {
      observed: spanWords(before),
      forecast: told.length === 0 ? null : spanWords(reach),
      seasons: seasons === null ? null : writeSpan(seasons.span),
      years: seasons?.years ?? [],
    },
    notes: [...(seasons?.notes ?? []), ...joinNotes(sources, join)],
  };
}

/** One variable is one number a member. */
function flat(
  points: readonly (readonly number[])[],
): readonly number[] | readonly (readonly number[])[] {
  return points[0]!.length === 1 ? points.map(([value]) => value!) : points;
}

function joinNotes(sources: readonly Scenarios[], join: Join): string[] {
  const counts = sources.map(({ points }) => points.length).filter((count) => count > 1);
  const coarse = sources.some(({ weights }) => weights !== undefined)
    ? ['Quantiles and deviations of the forecast count as a few weighted scenarios.']
    : [];
  if (counts.length < 2) return coarse;
  return [
    ...coarse,
    `Scenarios are joined ${join === 'in-turn' ? 'in turn' : 'every pair'}: ${counts.join(' × ')}.`,
  ];
}

/** Without a forecast: no days, at the moment at which the history of this year ends. */
function untilNow(variables: readonly FoundVariable[], span: TimeSpan): TimeSpan {
  let now = span.from;
  const isThere = ({ past }: FoundVariable) =>
    past !== null && firstHole(past.series, { from: now, to: now + DAY }) === null;
  while (now < span.to && variables.every(isThere)) now += DAY;
  return { from: now, to: now };
}

/** Returns the whole days of the window that all forecasts reach. */
function commonReach(told: readonly ForecastVariable[], span: TimeSpan): TimeSpan {
  let { from, to } = span;
  for (const { source } of told) {
    const reach = reachOf(source.series);
    from = Math.max(from, Math.ceil((reach?.from ?? span.to) / DAY) * DAY);
    to = Math.min(to, Math.floor((reach?.to ?? span.from) / DAY) * DAY);
  }
  if (from < to) return { from, to };
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: `the forecasts must reach a whole day of the window, ${writeSpan(span)}, that is common to all variables`,
    received: told.map(({ name, source }) => `${name} ${reachWords(source.series)}`).join(', '),
    remedy: 'Leave the forecast out to use past seasons alone.',
  });
}

function reachWords(series: ForecastVariable['source']['series']): string {
  const reach = reachOf(series);
  return reach === null ? 'nothing' : writeSpan(reach);
}

function spanWords(span: TimeSpan): string | null {
  return span.to > span.from ? writeSpan(span) : null;
}

function measureOfVariable({ source, past }: FoundVariable) {
  return (source ?? past)!.measure;
}

/** What is known already of the days before the forecast begins. */
function observedScenario(variables: readonly FoundVariable[], span: TimeSpan): Scenarios {
  const totals = variables.map((variable) => {
    if (daysIn(span) === 0) return 0;
    const { series, measure } = requirePast(variable, span);
    requireCovered(series, span);
    return totalOf(series, series.tracks[0]!.values, measure, span);
  });
  return { variables: variables.map(({ name }) => name), points: [totals] };
}

interface SeasonInput {
  readonly variables: readonly FoundVariable[];
  readonly reach: TimeSpan;
  readonly after: TimeSpan;
  readonly leastSeasons: number;
}

/** Past seasons for the days after the forecast; for variables without one, for its days as well. */
function seasonScenarios({ variables, reach, after, leastSeasons }: SeasonInput) {
  const wanted = variables
    .map((one) => ({ one, span: one.source === null ? { ...after, from: reach.from } : after }))
    .filter(({ span }) => daysIn(span) > 0);
  if (wanted.length === 0) return null;
  const past = wanted.map(({ one, span }) => ({ ...requirePast(one, span), span }));
  const { years, totals, notes } = pastSeasons(past, leastSeasons);
  return {
    scenarios: { variables: wanted.map(({ one }) => one.name), points: totals },
    span: { from: Math.min(...wanted.map(({ span }) => span.from)), to: after.to },
    years,
    notes,
  };
}

function forecastScenarios(group: readonly ForecastVariable[], span: TimeSpan): Scenarios {
  const [first] = group as [ForecastVariable];
  const variables = group.map(({ name }) => name);
  if (first.source.series.kind === 'members' || first.source.series.kind === 'quantiles') {
    const totals = group.map(({ source: { series, measure } }) =>
      series.tracks.map(({ values }) => totalOf(series, values, measure, span)),
    );
    const points = totals[0]!.map((_, k) => totals.map((column) => column[k]!));
    if (first.source.series.kind === 'members') return { variables, points };
    return {
      variables,
      points,
      weights: levelWeights(first.source.series.tracks.map(({ level }) => level!)),
    };
  }
  return aroundMean(first, span);
}

/** The tenth and the ninetieth percentile of a standard normal lie this far from its mean. */
const TENTH = 1.2815515655446004;

/** A mean and a deviation as P10, P50 and P90. */
function aroundMean(variable: ForecastVariable, span: TimeSpan): Scenarios {
  const { mean, sd } = meanAndSpread(variable, span);
  const days = variable.source.measure.aggregate === 'mean' ? daysIn(span) : 1;
  const variables = [variable.name];
  if (sd === 0) return { variables, points: [[mean * days]] };
  const points = [-TENTH, 0, TENTH].map((distance) => [(mean + distance * sd) * days]);
  return { variables, points, weights: levelWeights([0.1, 0.5, 0.9]) };
}

function requirePast({ name, past }: FoundVariable, span: TimeSpan) {
  if (past !== null) return past;
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: `the history must have ${name} for ${writeSpan(span)}, which no forecast reaches`,
    received: 'none',
    remedy: 'Say its name there with history.',
  });
}
