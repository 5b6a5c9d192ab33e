/**
 * The one place that knows what time it is; tests bring their own.
 *
 * Times are written into entries and shown to people. Nothing about safety depends on them. Where a database is shared, they are the
 * database's (database-clock.ts).
 */
export interface Clock {
  /** ISO 8601, UTC, milliseconds. */
  now(): string;
}

/** Many entries are written within a millisecond, and have one text for it. */
let written = { ms: Number.NaN, text: '' };

export const systemClock: Clock = {
  now() {
    const ms = Date.now();
    if (written.ms !== ms) written = { ms, text: new Date(ms).toISOString() };
    return written.text;
  },
};
