/**
 * Reads plain data that came from outside (a file, a request): tagged records, `kind` first.
 *
 * Unknown fields are refused rather than ignored: a misspelt `weigths` that is silently dropped
 * changes decisions and tells nobody.
 */
import { HedgerowError } from './errors.ts';
import { describeValue } from './require.ts';

/** Returns `value` as a record; refuses lists, numbers, null and the like. */
export function readRecord(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be an object with a kind`,
    received: describeValue(value),
  });
}

/** Returns the `kind` of a record; refuses kinds that are not among `kinds`. */
export function readKind<Kind extends string>(
  name: string,
  value: unknown,
  kinds: readonly Kind[],
): Kind {
  const kind = readRecord(name, value).kind;
  const known = kinds.find((candidate) => candidate === kind);
  if (known !== undefined) return known;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `The kind of ${name} must be one of ${kinds.join(', ')}`,
    received: describeValue(kind),
  });
}

/** Refuses a record that holds a field which `isAllowed` does not know (`kind` always is). */
export function requireKnownFields(
  name: string,
  record: Readonly<Record<string, unknown>>,
  isAllowed: (field: string) => boolean,
): void {
  const unknownField = Object.keys(record).find((field) => field !== 'kind' && !isAllowed(field));
  if (unknownField === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must hold only the fields its kind knows`,
    received: `one with a field ${JSON.stringify(unknownField)}`,
    remedy: 'Remove the field or correct its spelling.',
  });
}

/** Whether two pieces of plain data are equal; fields that are undefined count as absent. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as Readonly<Record<string, unknown>>[];
  const isFieldSame = (name: string) => isSameData(left![name], right![name]);
  return Object.keys(left!).every(isFieldSame) && Object.keys(right!).every(isFieldSame);
}
