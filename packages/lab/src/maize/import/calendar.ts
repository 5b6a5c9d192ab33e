/**
 * Days as whole numbers: days since 1 January 1970, so that seasons are plain arithmetic.
 */
export type CalendarDay = number;

const MS_PER_DAY = 86_400_000;
const CENTURY = 2000;

/** Reads 5/14/15, 5/14/2015, 2015-05-14 or 20150514; null if it is no date. */
export function parseDay(text: string): CalendarDay | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text);
  if (american !== null) {
    const [month, day, year] = american.slice(1).map(Number) as [number, number, number];
    return dayNumber(year < 100 ? CENTURY + year : year, month, day);
  }
  const international = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text);
  if (international === null) return null;
  const [year, month, day] = international.slice(1).map(Number) as [number, number, number];
  return dayNumber(year, month, day);
}

/** Returns the day, or null if there is no such date. */
export function dayNumber(year: number, month: number, day: number): CalendarDay | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame ? date.getTime() / MS_PER_DAY : null;
}

/** Counts from 1 on 1 January. */
export function dayOfYear(day: CalendarDay): number {
  const date = new Date(day * MS_PER_DAY);
  return day - Date.UTC(date.getUTCFullYear(), 0, 1) / MS_PER_DAY + 1;
}

/** Writes 2015-05-14. */
export function dayText(day: CalendarDay): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** The middle one; of an even number the earlier of the two in the middle. Null if there is none. */
export function medianDay(days: readonly CalendarDay[]): CalendarDay | null {
  const sorted = [...days].sort((first, second) => first - second);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
