/**
 * A number in the database that each probe counts up: whoever reads another one after a probe than before
 * has read what was written last.
 */
import type { DatabaseSync } from 'node:sqlite';

/** It goes round: SQLite keeps 32 bits of it. */
export const PROBE_NUMBERS = 1_000_000_000;

export function probeNumber(database: DatabaseSync): number {
  const line = database.prepare('pragma user_version').get() as { user_version: number };
  return line.user_version;
}
