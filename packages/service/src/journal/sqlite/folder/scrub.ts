/**
 * Leaves nothing in the files of a folder of what was deleted: pages that are free are given back to the disk, and the write-ahead
 * log is emptied.
 *
 * Both are done in small pieces by the thread that writes, so that nobody waits long. A log that somebody reads from cannot be emptied; it is
 * tried again for a while. A file that was made before pages could be given back keeps its free pages until
 * `hedgerow compact` writes it anew.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { JournalFailure } from '../../journal.ts';

export type ScrubStep =
  /** Gives some free pages back; returns whether more are free. */
  | { readonly kind: 'give-back' }
  /** Empties the log, outside of any transaction; returns whether nobody was in the way. */
  | { readonly kind: 'empty-log' };

/** Pages that are given back at a time: each takes its time, however large it is. */
const PAGES_AT_ONCE = 1024;
const TRIES = 50;
const PAUSE_MS = 100;
/** How long whoever writes waits for those who read, each time. */
const WAIT_MS = 20;
const USUAL_WAIT_MS = 5000;

export async function scrub(run: (step: ScrubStep) => Promise<boolean>): Promise<void> {
  while (await run({ kind: 'give-back' })) await pause(1);
  for (let tries = 0; tries < TRIES; tries++) {
    if (await run({ kind: 'empty-log' })) return;
    await pause(PAUSE_MS);
  }
  throw new JournalFailure(
    'broken',
    'What was deleted still stands in the write-ahead log, because somebody has been reading from it all the time. ' +
      'End what reads the journal (hedgerow verify, a backup), and ask again.',
  );
}

export function giveBackPages(database: DatabaseSync): boolean {
  const canGiveBack = pragma(database, 'auto_vacuum') === 2;
  if (!canGiveBack || pragma(database, 'freelist_count') === 0) return false;
  database.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
  return pragma(database, 'freelist_count') > 0;
}

export function emptyLog(database: DatabaseSync): boolean {
  database.exec(`pragma busy_timeout = ${WAIT_MS}`);
  try {
    return Number(database.prepare('pragma wal_checkpoint(truncate)').get()?.busy) === 0;
  } finally {
    database.exec(`pragma busy_timeout = ${USUAL_WAIT_MS}`);
  }
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name]);
}
