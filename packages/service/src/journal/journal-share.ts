/**
 * A journal that other threads of the same process may read and write as well.
 *
 * A share is plain data that is handed to a thread; there it is opened again as a journal. Which policies the
 * thread writes to is not the journal's business: should two write to one, the version check lets one of them
 * fail.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../instruments/clock.ts';
import type { Journal } from './journal.ts';
import type { SqliteShare } from './sqlite/sqlite-share.ts';

/** One thread's part in a journal. */
export interface JournalPart {
  readonly share: SqliteShare;
  /** What in the share must be transferred. */
  readonly ports: readonly MessagePort[];
  /** Whoever has the share writes no more, also if it cannot be ended. */
  withdraw(): void;
}

/** The journal as the process opened it. */
export interface WholeJournal extends Journal {
  /** Absent where all turns must be taken by one thread, as under the leases of a database. */
  share?(): JournalPart;
  /** The time of all that share it, which what is written says; absent where the machine's own does. */
  readonly clock?: Clock;
}
