/**
 * Numbers as files hold them: missing ones become NaN, anything that is no number is refused.
 */
import { ForecastError } from '../forecast-error.ts';

/** What stands in one place of a file. */
export type Cell = unknown;

const MISSING: ReadonlySet<string> = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '-']);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns whether a place of a file is left empty. */
export function isMissing(cell: Cell): boolean {
  if (cell === null || cell === undefined) return true;
  return typeof cell === 'string' && MISSING.has(cell.trim().toLowerCase());
}

/** Returns whether a place of a file holds a number. */
export function isNumber(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell.trim()));
}

/** Returns the number in a place of a file, NaN if it is left empty. */
export function readNumber(cell: Cell, place: () => string): number {
  if (isMissing(cell)) return Number.NaN;
  if (!isNumber(cell)) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `${place()} must be a number or empty`,
      received: describe(cell),
    });
  }
  const value = Number(cell);
  if (Number.isFinite(value)) return value;
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: `${place()} must be a finite number`,
    received: describe(cell),
  });
}

/** Returns a value in a few words. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Returns names in a row, the first ones of many. */
export function listNames(names: readonly string[]): string {
  return names.length > 12 ? `${names.slice(0, 12).join(', ')}, …` : names.join(', ');
}
