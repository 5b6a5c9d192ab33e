/**
 * The stretch of time that a decision is about.
 *
 * Two dates are whole days, both included; two times with hours are the stretch between them.
 */
import { DAY, readStamp, writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';

export interface WindowInput {
  readonly from: string;
  readonly to: string;
}

/** [from, to) on the clock of a forecast. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the window that a text such as `2026-04-20..2026-09-20` names. */
export function parseWindow(text: string): WindowInput {
  const [from, to, ...rest] = text.split('..');
  if (from && to && rest.length === 0) return { from: from.trim(), to: to.trim() };
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a window must be written as 2026-04-20..2026-09-20',
    received: JSON.stringify(text),
  });
}

/** Returns the window on a clock that is so far ahead of Greenwich. */
export function onClock(window: WindowInput, utcOffset: number): TimeSpan {
  const [from, to] = [readStamp(window.from), readStamp(window.to)];
  const [start, end] = [from, to].map(({ wall, offset }) =>
    offset === null ? wall : wall - offset + utcOffset,
  );
  const span = { from: start!, to: to.isDate ? end! + DAY : end! };
  if (span.to > span.from && from.isDate === to.isDate) return span;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'a window must end after it begins, with a date or a time at both ends',
    received: `${window.from}..${window.to}`,
  });
}

/** Returns whether a window is made of whole days. */
export function isWholeDays({ from, to }: TimeSpan): boolean {
  return from % DAY === 0 && to % DAY === 0;
}

/** Returns the number of days, perhaps not whole. */
export function daysIn({ from, to }: TimeSpan): number {
  return (to - from) / DAY;
}

/** Returns `2026-04-20 to 2026-09-20`, the last day included. */
export function writeSpan(span: TimeSpan): string {
  if (!isWholeDays(span)) return `${writeTime(span.from)} to ${writeTime(span.to)}`;
  if (daysIn(span) === 1) return writeTime(span.from);
  return `${writeTime(span.from)} to ${writeTime(span.to - DAY)}`;
}
