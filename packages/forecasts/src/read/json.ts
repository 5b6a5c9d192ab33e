/**
 * Plain data from JSON, trusting nothing: own fields only, and each of the kind that is expected.
 */
import { ForecastError } from '../forecast-error.ts';
import { describe } from './numbers.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object with named fields. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own field of a record by its name; undefined if there is none. */
export function ownOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a field of a record by its path (`properties.meta`); undefined if any part is missing. */
export function fieldOf(value: unknown, path: string): unknown {
  return path.split('.').reduce(ownOf, value);
}

/** Returns a field that must be a record. */
export function recordOf(value: unknown, path: string): JsonRecord {
  const found = fieldOf(value, path);
  if (isRecord(found)) return found;
  throw wrong(path, 'an object', found);
}

/** Returns a field that must be a list. */
export function listOf(value: unknown, path: string): readonly unknown[] {
  const found = fieldOf(value, path);
  if (Array.isArray(found)) return found;
  throw wrong(path, 'a list', found);
}

/** Returns a field that must be a text. */
export function textOf(value: unknown, path: string): string {
  const found = fieldOf(value, path);
  if (typeof found === 'string') return found;
  throw wrong(path, 'a text', found);
}

/** Returns a field if it is a text. */
export function textIn(value: unknown, path: string): string | null {
  const found = fieldOf(value, path);
  return typeof found === 'string' ? found : null;
}

function wrong(path: string, kind: string, found: unknown): ForecastError {
  return new ForecastError({
    code: found === undefined ? 'HF_MISSING' : 'HF_FORMAT',
    rule: `${path} must be ${kind}`,
    received: found === undefined ? 'none' : describe(found),
  });
}
