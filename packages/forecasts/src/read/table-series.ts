/**
 * From a table to series: the column of times, the rows that are meant, and the tracks of each variable.
 */
import {
  isDay,
  readDuration,
  readOffset,
  readStamp,
  type Stamp,
  writeTime,
} from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import { type ColumnRole, columnRoles, splitUnit } from './column-roles.ts';
import type { ForecastSeries, Track } from './forecast.ts';
import { type Cell, describe, isMissing, isNumber, listNames, readNumber } from './numbers.ts';
import { type LevelValues, quantileTracks } from './quantile-tracks.ts';
import type { ReadOptions } from './read-options.ts';
import { onOneClock, type StepOrder, stepsOf } from './steps.ts';
import type { Table } from './table.ts';

export interface TableSeries {
  readonly series: readonly ForecastSeries[];
  readonly utcOffset: number;
  readonly notes: readonly string[];
}

const TIME_NAMES: readonly string[] = [
  'time',
  'date',
  'datetime',
  'ds',
  'timestamp',
  'day',
  'valid_time',
  'period_start',
  'periodstart',
  'period_end',
  'periodend',
  'target_end_date',
];

/** Returns the series of a table. */
export function tableSeries(table: Table, options: ReadOptions): TableSeries {
  const rows = chooseRows(table, options.where ?? {});
  const time = timeColumns(table.header);
  const clock = onOneClock(
    rows.map((row) => time.read(row)),
    options.utcOffset === undefined ? undefined : readOffset(options.utcOffset),
  );
  const period = table.header.findIndex(
    (name, column) => name.toLowerCase() === 'period' && String(rows[0]![column]).startsWith('P'),
  );
  const used = [...time.columns, ...(period === -1 ? [] : [period])];
  const { numbers, words } = sortColumns(table.header, rows, used);
  const steps = stepsOf(clock.walls, {
    stamp: options.stamp ?? time.stamp,
    ...(period === -1 ? {} : { length: readDuration(String(rows[0]![period])) }),
    remedy:
      words.length === 0
        ? 'Choose rows with where.'
        : `Choose rows by ${words.join(' or ')} with where.`,
  });
  const notes = [...table.notes, ...clock.notes];
  const roles = columnRoles(table.header, numbers);
  const series = [...Map.groupBy(roles, ({ variable }) => variable)].map(([name, group]) =>
    seriesOf({ name, group, rows, steps, options, notes }),
  );
  if (series.length === 0) throw noColumns(table.header);
  return { series, utcOffset: clock.utcOffset, notes };
}

/** Returns the rows that fit all conditions. */
export function chooseRows(
  { header, rows }: Table,
  where: Readonly<Record<string, string>>,
): readonly (readonly Cell[])[] {
  const conditions = Object.entries(where).map(([name, wanted]) => {
    const column = header.findIndex((heading) => splitUnit(heading).name === name);
    if (column === -1) throw noColumn(name, header);
    const fits = wanted.endsWith('*')
      ? (text: string) => text.startsWith(wanted.slice(0, -1))
      : (text: string) => text === wanted;
    return { name, wanted, column, fits };
  });
  const chosen = rows.filter((row) =>
    conditions.every(({ column, fits }) => fits(String(row[column] ?? '').trim())),
  );
  if (chosen.length > 0) return chosen;
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: 'some rows must fit',
    received:
      conditions.map(({ name, wanted }) => `none with ${name} ${wanted}`).join(', ') || 'none',
  });
}

interface TimeColumns {
  readonly columns: readonly number[];
  readonly stamp: 'start' | 'end';
  read(row: readonly Cell[]): Stamp;
}

/** One column with times, or year and day of the year, or year, month and day. */
function timeColumns(header: readonly string[]): TimeColumns {
  const names = header.map((heading) => splitUnit(heading).name.toLowerCase());
  const found = TIME_NAMES.map((name) => names.indexOf(name)).find((column) => column !== -1);
  if (found !== undefined) {
    const stamp = names[found]!.includes('end') ? 'end' : 'start';
    return { columns: [found], stamp, read: (row) => readTime(row[found], header[found]!) };
  }
  const [year, dayOfYear, month, day] = ['year', 'doy', 'mo', 'dy'].map((name) =>
    names.indexOf(name),
  );
  const columns = [year!, ...(dayOfYear === -1 ? [month!, day!] : [dayOfYear!])];
  if (columns.includes(-1)) throw noTime(header);
  const read = (row: readonly Cell[]) =>
    dayOf(columns.map((column) => readNumber(row[column], () => header[column]!)));
  return { columns, stamp: 'start', read };
}

/** The day of [year, day of the year] or [year, month, day]. */
function dayOf(parts: readonly number[]): Stamp {
  const [year, second, day] = parts as [number, number, number?];
  const isDayOfYear = day === undefined;
  const wall = isDayOfYear ? Date.UTC(year, 0, second) : Date.UTC(year, second - 1, day);
  const isReal = isDayOfYear
    ? new Date(wall).getUTCFullYear() === year
    : year >= 1000 && isDay(wall, second, day);
  if (isReal && parts.every(Number.isInteger)) return { wall, offset: null, isDate: true };
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'year, month and day, or year and day of the year, must be a day of the calendar',
    received: parts.join(', '),
  });
}

function readTime(cell: Cell, heading: string): Stamp {
  if (typeof cell === 'string' || typeof cell === 'number') return readStamp(String(cell));
  throw new ForecastError({
    code: 'HF_MISSING',
    rule: `every row must have a time in ${heading}`,
    received: describe(cell),
  });
}

/** Which columns hold numbers; the others are words by which rows can be chosen. */
function sortColumns(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  used: readonly number[],
) {
  const numbers: number[] = [];
  const words: string[] = [];
  header.forEach((heading, column) => {
    if (used.includes(column)) return;
    const first = rows.find((row) => !isMissing(row[column]))?.[column];
    if (first === undefined) return;
    if (isNumber(first) || /^[+-]?inf/i.test(String(first))) numbers.push(column);
    else words.push(splitUnit(heading).name);
  });
  return { numbers, words };
}

interface SeriesInput {
  readonly name: string;
  readonly group: readonly ColumnRole[];
  readonly rows: readonly (readonly Cell[])[];
  readonly steps: StepOrder;
  readonly options: ReadOptions;
  readonly notes: string[];
}

function seriesOf(input: SeriesInput): ForecastSeries {
  const { name, group, steps } = input;
  const kinds = new Set(group.map(({ role }) => role.kind));
  const { starts, ends } = steps;
  const unit = group.find((column) => column.unit !== null)?.unit ?? null;
  if (kinds.has('member')) {
    if (kinds.size > (kinds.has('value') ? 2 : 1)) throw mixed(name, kinds);
    return { name, unit, kind: 'members', tracks: memberTracks(input), starts, ends };
  }
  if (kinds.has('sd')) {
    if (kinds.size !== 2 || !kinds.has('value')) throw mixed(name, kinds);
    return { name, unit, kind: 'normal', tracks: normalTracks(input), starts, ends };
  }
  if (kinds.size > 1 || !kinds.has('value')) {
    return { name, unit, kind: 'quantiles', tracks: levelTracks(input), starts, ends };
  }
  if (group.length > 1) throw mixed(name, kinds);
  return {
    name,
    unit,
    kind: 'point',
    tracks: [valueTrack(input, group[0]!, 'value')],
    starts,
    ends,
  };
}

function valueTrack(
  { rows, steps }: SeriesInput,
  { column, variable }: ColumnRole,
  name: string,
): Track {
  const values = Float64Array.from(steps.order, (row, k) =>
    readNumber(rows[row]![column], () => `${variable} at ${writeTime(steps.starts[k]!)}`),
  );
  return { name, values };
}

function memberTracks(input: SeriesInput): Track[] {
  return input.group
    .map((column) =>
      valueTrack(input, column, column.role.kind === 'member' ? column.role.member : 'control'),
    )
    .sort((a, b) => Number(b.name === 'control') - Number(a.name === 'control'));
}

function normalTracks(input: SeriesInput): Track[] {
  const [mean, sd] = (['value', 'sd'] as const).map((kind) => {
    const column = input.group.find(({ role }) => role.kind === kind)!;
    return valueTrack(input, column, kind === 'value' ? 'mean' : 'sd');
  });
  const negative = sd!.values.find((value) => value < 0);
  if (negative === undefined) return [mean!, sd!];
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: `the deviation of ${input.name} must not be below 0`,
    received: String(negative),
  });
}

function levelTracks(input: SeriesInput): Track[] {
  const { name, group, steps, notes } = input;
  const levels: LevelValues[] = [];
  let centre: Float64Array | null = null;
  for (const column of group) {
    const { values } = valueTrack(input, column, column.role.kind);
    if (column.role.kind === 'value') centre = values;
    else levels.push({ level: levelOf(column, input), values });
  }
  return quantileTracks({ name, levels, centre, steps, notes });
}

function levelOf({ role }: ColumnRole, { name, options: { interval } }: SeriesInput): number {
  if (role.kind === 'quantile') return role.level;
  if (interval === undefined) {
    throw new ForecastError({
      code: 'HF_MISSING',
      rule: `interval must say how much lies between the bounds of ${name}, because the file does not`,
      received: 'none',
      remedy: 'Prophet uses 0.8 unless interval_width was set.',
    });
  }
  if (!(interval > 0 && interval < 1)) {
    throw new ForecastError({
      code: 'HF_RANGE',
      rule: 'interval must lie between 0 and 1',
      received: String(interval),
    });
  }
  return role.kind === 'lower' ? (1 - interval) / 2 : (1 + interval) / 2;
}

function mixed(name: string, kinds: ReadonlySet<string>): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: `${name} must be told in one way: members, quantiles, a value with a deviation, or one value`,
    received: `columns for ${[...kinds].join(', ')}`,
  });
}

function noColumns(header: readonly string[]): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: 'a table must have a column of numbers beside its times',
    received: listNames(header),
  });
}

function noColumn(name: string, header: readonly string[]): ForecastError {
  return new ForecastError({
    code: 'HF_MISSING',
    rule: `rows can be chosen only by columns that are there (${listNames(header)})`,
    received: JSON.stringify(name),
  });
}

function noTime(header: readonly string[]): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: `a table must have a column of times (${TIME_NAMES.join(', ')}, or year and doy)`,
    received: listNames(header),
  });
}
