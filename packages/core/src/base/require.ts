/**
 * Checks of input that throw with the rule, the value received and, where needed, the remedy.
 *
 * They return nothing and change nothing. Names are given as the user wrote them, so that the
 * message points at the right field.
 */
import { HedgerowError } from './errors.ts';

/** Refuses NaN and infinities. */
export function requireFinite(name: string, value: number): void {
  if (Number.isFinite(value)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_NOT_FINITE',
    rule: `${name} must be a finite number`,
    received: describeValue(value),
  });
}

/** Refuses a vector that holds NaN or an infinity, naming the first bad position. */
export function requireAllFinite(name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    // The name is put together only for the message: this runs in every round.
    if (!Number.isFinite(values[i]!)) requireFinite(`${name}[${i}]`, values[i]!);
  }
}

/** Refuses everything but numbers strictly between two limits (limits may be infinite). */
export function requireBetween(name: string, value: number, above: number, below: number): void {
  if (value > above && value < below) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be ${describeOpenRange(above, below)}`,
    received: describeValue(value),
  });
}

/** Refuses negative numbers, NaN and infinities. */
export function requireNotNegative(name: string, value: number): void {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be a finite number of at least 0`,
    received: describeValue(value),
  });
}

/** Refuses everything but whole numbers from `least` to `most`, both included. */
export function requireWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range =
    most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be a whole number ${range}`,
    received: describeValue(value),
  });
}

/** Refuses a vector of the wrong length. */
export function requireLength(name: string, values: ArrayLike<unknown>, length: number): void {
  if (values.length === length) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `${name} must hold ${length} numbers`,
    received: `${values.length} long`,
  });
}

/** Says what a value is, shortly, for the "but it is …" part of an error. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined || typeof value !== 'object') {
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  }
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}

function describeOpenRange(above: number, below: number): string {
  if (below === Number.POSITIVE_INFINITY) return `greater than ${above} and finite`;
  if (above === Number.NEGATIVE_INFINITY) return `less than ${below} and finite`;
  return `greater than ${above} and less than ${below}`;
}
