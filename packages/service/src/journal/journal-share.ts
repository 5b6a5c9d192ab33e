/**
 * A journal that other threads of the same process may read and write as well.
 *
 * A share is plain data that is handed to a thread; there it is opened again as a journal. Which policies the
 * thread writes to is not the journal's business: should two write to one, the version check lets one of them
 * fail.
 */
import type { MessagePort } from 'node:worker_threads';
import type { CommitReport, Journal } from './journal.ts';
import type { PostgresShare } from './postgres/postgres-journal.ts';
import { joinSqliteJournal, type SqliteShare } from './sqlite/sqlite-journal.ts';

export type JournalShare = SqliteShare | PostgresShare;

/** One thread's part in a journal. */
export interface JournalPart {
  readonly share: JournalShare;
  /** What in the share must be transferred. */
  readonly ports: readonly MessagePort[];
  /** Whoever has the share writes no more, also if it cannot be ended. */
  withdraw(): void;
}

/** The journal as the process opened it. */
export interface WholeJournal extends Journal {
  share(): JournalPart;
}

/** Opens the journal in the thread that has the share. */
export async function joinJournal(
  share: JournalShare,
  onCommit?: (report: CommitReport) => void,
): Promise<Journal> {
  if (share.kind === 'sqlite') return joinSqliteJournal(share);
  // What speaks to a database takes a while to load, and most threads have no need of it.
  const { openPostgresJournal } = await import('./postgres/postgres-journal.ts');
  const { url, poolSize } = share;
  return await openPostgresJournal({
    url,
    poolSize,
    ...(onCommit === undefined ? {} : { onCommit }),
  });
}
