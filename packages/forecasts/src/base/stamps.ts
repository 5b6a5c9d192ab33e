/**
 * Times as files write them, without a clock and without zones by name.
 *
 * A stamp is what the wall clock showed, with the distance from Greenwich if the file says it. A
 * date alone is a whole day. Months before days or days before months cannot be told apart, so
 * only the order year, month, day is read.
 */
import { ForecastError } from '../forecast-error.ts';

export const HOUR = 3_600_000;
export const DAY: number = 24 * HOUR;

export interface Stamp {
  /** Milliseconds of the wall clock, counted as if it stood in Greenwich. */
  readonly wall: number;
  /** Milliseconds ahead of Greenwich; null if the file does not say. */
  readonly offset: number | null;
  readonly isDate: boolean;
}

const STAMP =
  /^([1-9]\d{3})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Returns the stamp that a text writes. */
export function readStamp(text: string): Stamp {
  const parts = STAMP.exec(text.trim());
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = parts ?? [];
  const wall = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second);
  const isReal =
    parts !== null && isDay(wall, +month!, +day!) && +hour < 24 && +minute < 60 && +second < 60;
  if (isReal) {
    const offset = zone === undefined ? null : readOffset(zone);
    return { wall, offset, isDate: parts[4] === undefined };
  }
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a time must be written year-month-day, with hours as in 2026-04-20T06:00+02:00 if it has any',
    received: JSON.stringify(text),
  });
}

/** Returns whether a time lies on this day of this month: others are what a calendar makes of 30 February. */
export function isDay(wall: number, month: number, day: number): boolean {
  const date = new Date(wall);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns milliseconds ahead of Greenwich of `+02:00`, `+0200`, `+02` or `Z`. */
export function readOffset(text: string): number {
  if (/^(z|utc)$/i.test(text)) return 0;
  const parts = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(text);
  if (parts !== null) {
    const distance = +parts[2]! * HOUR + +(parts[3] ?? 0) * (HOUR / 60);
    if (distance <= 18 * HOUR) return parts[1] === '-' ? -distance : distance;
  }
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a distance from Greenwich must be written as +02:00',
    received: JSON.stringify(text),
  });
}

/** Returns milliseconds of `P1DT6H30M`. */
export function readDuration(text: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text.trim());
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (parts ?? [])
    .slice(1)
    .map((part) => +(part ?? 0));
  const duration = days * DAY + hours * HOUR + minutes * 60_000 + seconds * 1000;
  if (duration > 0 && duration <= 366 * DAY) return duration;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a duration must be written as PT30M or P1D, and be longer than nothing and not longer than a year',
    received: JSON.stringify(text),
  });
}

/** Returns `2026-04-20`, and the hour if it is not midnight. */
export function writeTime(wall: number): string {
  const text = new Date(wall).toISOString();
  return wall % DAY === 0 ? text.slice(0, 10) : text.slice(0, 16);
}

/** Returns `+02:00`. */
export function writeOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
