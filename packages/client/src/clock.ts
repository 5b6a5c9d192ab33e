/**
 * The one place of the client that knows the date; tests bring their own.
 *
 * The date is noted with a fall-back for people to read. Time limits use a clock that never jumps.
 */
export interface Clock {
  /** ISO 8601, UTC, milliseconds. */
  now(): string;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };
