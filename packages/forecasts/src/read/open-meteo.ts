/**
 * Open-Meteo: ensembles, ordinary forecasts and archives share one form.
 *
 *     { utc_offset_seconds, hourly_units: { temperature_2m: "°C" },
 *       hourly: { time: […], temperature_2m: […], temperature_2m_member01: […] } }
 *
 * The name without a suffix is the control run, a member like the others. If several models were
 * asked for, the name of the model comes last: `temperature_2m_member01_icon_eps`. At the horizon a
 * list ends early or goes on with nulls; both mean that nothing is known there.
 *
 * Instants (temperature) are taken for the hour that follows. Sums and mean radiation stand, as Open-Meteo
 * documents, at the END of their hour; within a day, a day is a day.
 */
import { DAY, readOffset, readStamp, writeTime } from '../base/stamps.ts';
import { findUnit } from '../base/units.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastSeries, Track } from './forecast.ts';
import { fieldOf, isRecord, type JsonRecord, listOf, ownOf } from './json.ts';
import { describe, readNumber } from './numbers.ts';
import type { ReadOptions } from './read-options.ts';
import { type StepOrder, stepsOf } from './steps.ts';

const END_NOTE = 'Sums and mean radiation of Open-Meteo stand at the end of their hour.';
/** What is beyond the year 5000 is no time in seconds. */
const LATEST_SECONDS = 1e11;
const MOST_SECONDS = 18 * 3600;
const MEMBER = /^(.+?)_member(\d+)(?:_(.+))?$/;

/** Returns whether a document has sections of series with units beside them. */
export function isOpenMeteo(document: unknown): boolean {
  return isRecord(document) && sectionsOf(document).length > 0;
}

/** Reads a document of Open-Meteo. */
export function readOpenMeteo(document: unknown, options: ReadOptions): Forecast {
  const root = document as JsonRecord;
  const utcOffset = offsetOf(root, options);
  const series: ForecastSeries[] = [];
  for (const section of sectionsOf(root)) {
    for (const one of readSection(root, section, utcOffset)) {
      const isTaken = series.some(({ name }) => name === one.name);
      series.push(isTaken ? { ...one, name: `${section}.${one.name}` } : one);
    }
  }
  const isEnsemble = series.some(({ kind }) => kind === 'members');
  return {
    format: 'open-meteo',
    title: isEnsemble ? 'Open-Meteo ensemble' : 'Open-Meteo',
    issuedAt: null,
    utcOffset,
    series,
    notes: series.some(isStampedAtEnd) ? [END_NOTE] : [],
  };
}

/** Times stand in the zone of the file; only times in seconds since 1970 can be moved to another. */
function offsetOf(root: JsonRecord, { utcOffset }: ReadOptions): number {
  const seconds = fieldOf(root, 'utc_offset_seconds');
  const own = typeof seconds === 'number' ? checkOffset(seconds) : undefined;
  const asked = utcOffset === undefined ? undefined : readOffset(utcOffset);
  if (own !== undefined && asked !== undefined && own !== asked) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'utcOffset must be that of the file, which is given',
      received: `${utcOffset} against ${own / 1000} seconds`,
      remedy: 'Leave it out, or download in the time zone of the decision.',
    });
  }
  return asked ?? own ?? 0;
}

function checkOffset(seconds: number): number {
  if (Math.abs(seconds) <= MOST_SECONDS) return seconds * 1000;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'utc_offset_seconds must be at most 18 hours',
    received: String(seconds),
  });
}

function sectionsOf(root: JsonRecord): string[] {
  return Object.keys(root).filter(
    (name) => isRecord(ownOf(root, `${name}_units`)) && Array.isArray(fieldOf(root[name], 'time')),
  );
}

function readSection(root: JsonRecord, section: string, utcOffset: number): ForecastSeries[] {
  const columns = root[section] as JsonRecord;
  const walls = listOf(columns, 'time').map((time) => wallOf(time, utcOffset));
  const steps = {
    start: stepsOf(walls, { stamp: 'start' }),
    end: stepsOf(walls, { stamp: 'end' }),
  };
  const units = root[`${section}_units`];
  return [...groupTracks(columns)].map(([name, keys]) => {
    const unit = usableUnit(ownOf(units, keys[0]!.key));
    const { starts, ends } = steps.start;
    const place = steps[isStampedAtEnd({ name, unit, starts, ends }) ? 'end' : 'start'];
    const tracks = keys.map(({ key, track }) => readTrack(columns, key, track, place));
    const kind = tracks.length > 1 ? 'members' : 'point';
    return { name, unit, kind, tracks, starts: place.starts, ends: place.ends };
  });
}

function wallOf(time: unknown, utcOffset: number): number {
  if (typeof time === 'number' && Math.abs(time) < LATEST_SECONDS) return time * 1000 + utcOffset;
  if (typeof time === 'string') return readStamp(time).wall;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'time must list texts such as 2026-04-20T06:00, or seconds since 1970',
    received: describe(time),
  });
}

/** `undefined` and an empty text are how Open-Meteo writes that a unit is not known. */
function usableUnit(unit: unknown): string | null {
  return typeof unit !== 'string' || unit === '' || unit === 'undefined' ? null : unit;
}

type StampedSeries = Pick<ForecastSeries, 'name' | 'unit' | 'starts' | 'ends'>;

/** Whether a value is of its whole step, and the step shorter than a day. */
function isStampedAtEnd({ name, unit, starts, ends }: StampedSeries): boolean {
  if (unit === null || name.endsWith('_instant') || ends[0]! - starts[0]! >= DAY) return false;
  const found = findUnit(unit);
  return found !== undefined && found.nature !== 'level';
}

interface TrackKey {
  readonly key: string;
  readonly track: string;
}

/** Returns the keys of each variable: the control first, then the members in the order of the file. */
function groupTracks(columns: JsonRecord): Map<string, TrackKey[]> {
  const keys = Object.keys(columns).filter((key) => key !== 'time');
  const groups = new Map<string, TrackKey[]>();
  const controls = new Map<string, TrackKey & { name: string }>();
  for (const key of keys) {
    const [, name, member, model] = MEMBER.exec(key) ?? [];
    if (name === undefined) continue;
    const suffix = model === undefined ? '' : `_${model}`;
    const track = model === undefined ? '' : `${model} `;
    controls.set(`${name}${suffix}`, { name, key: `${name}${suffix}`, track: `${track}control` });
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name)!.push({ key, track: `${track}member${member}` });
  }
  for (const key of keys) {
    const control = controls.get(key);
    if (control !== undefined) groups.get(control.name)!.unshift(control);
    else if (!MEMBER.test(key)) groups.set(key, [{ key, track: 'value' }]);
  }
  return groups;
}

function readTrack(columns: JsonRecord, key: string, name: string, steps: StepOrder): Track {
  const cells = columns[key];
  if (!Array.isArray(cells) || cells.length > steps.order.length) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `${key} must be a list with at most one value for each of ${steps.order.length} times`,
      received: describe(cells),
    });
  }
  const values = Float64Array.from(steps.order, (row, k) =>
    readNumber(cells[row], () => `${key} at ${writeTime(steps.starts[k]!)}`),
  );
  return { name, values };
}
