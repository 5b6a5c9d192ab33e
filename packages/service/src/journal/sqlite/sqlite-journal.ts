/**
 * The journal of one process, in one SQLite file.
 *
 *     each thread    turns, hashes; reads on a connection that cannot write (sqlite-share.ts)
 *     writer thread  everything that queued up since the last commit goes into the next one
 *
 * The process has the lock of the folder and the thread that writes; threads may have a share in both. Each
 * policy must have its turns in one of them.
 *
 * Turns run ahead of the disk (run-ahead.ts); nobody is told that a batch is stored before its
 * commit has returned. The tail that a crash may tear is SQLite's own matter: a commit is in the
 * write-ahead log as a whole or not at all.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { CommitReport } from '../journal.ts';
import type { JournalPart, WholeJournal } from '../journal-share.ts';
import { migrate } from '../migrations/migrate.ts';
import { coinKeyOf } from './folder/coin-key-file.ts';
import { lockFolderWithin } from './folder/folder-lock.ts';
import { makeFolder } from './folder/make-folder.ts';
import { openDatabase } from './folder/open-database.ts';
import { queryBuilder } from './folder/query-builder.ts';
import { ReadingConnection } from './folder/reading-connection.ts';
import { SegmentFiles, type SegmentStep } from './folder/segment-files.ts';
import { threadJournal } from './sqlite-share.ts';
import { WriterThread } from './writing/writer-thread.ts';

export interface SqliteJournalOptions {
  readonly folder: string;
  /** Whether a commit waits for the disk; true if absent. */
  readonly isSynced?: boolean;
  /** How long somebody else may still have the folder, in milliseconds; not at all if absent. */
  readonly folderWaitMs?: number;
  readonly onCommit?: (report: CommitReport) => void;
  /** The most turns that share one commit; 1 = each its own. 512 if absent. */
  readonly maxTurnsPerCommit?: number;
  /** Room that is kept for the day the disk is full, in bytes; 64 MB if absent, 0 for none. */
  readonly ballastBytes?: number;
  /** Called before each step of a segment's way; a test may end the process there. */
  readonly onSegmentStep?: (step: SegmentStep) => void;
}

const TURNS_PER_COMMIT = 512;
const BALLAST_BYTES = 64 << 20;

/** Opens the journal in a folder, and makes both if they are not there. */
export async function openSqliteJournal(options: SqliteJournalOptions): Promise<WholeJournal> {
  const { folder, isSynced = true, folderWaitMs = 0 } = options;
  makeFolder(folder);
  const unlock = await lockFolderWithin(folder, folderWaitMs);
  let database: DatabaseSync | null = null;
  try {
    database = openDatabase({ folder, isSynced });
    await migrateAtOnce(database);
    coinKeyOf(folder);
    const files = new SegmentFiles({ folder, isSynced, onStep: options.onSegmentStep });
    files.removeUnknown(database);
    database.close();
    database = null;
    const reading = new ReadingConnection({ folder, isSynced });
    return wholeJournal({ database: reading, files, unlock, options });
  } catch (failure) {
    database?.close();
    unlock();
    throw failure;
  }
}

/** All steps or none: a process that is killed in between must not leave half the tables. */
async function migrateAtOnce(database: DatabaseSync): Promise<void> {
  database.exec('begin immediate');
  try {
    await migrate(queryBuilder(database), 'sqlite');
    database.exec('commit');
  } catch (failure) {
    // Where the disk is full SQLite has taken it back by itself.
    if (database.isTransaction) database.exec('rollback');
    throw failure;
  }
}

interface WholeParts {
  readonly database: ReadingConnection;
  readonly files: SegmentFiles;
  readonly unlock: () => void;
  readonly options: SqliteJournalOptions;
}

/** The journal of the process, which has the lock and the thread that writes. */
function wholeJournal({ database, files, unlock, options }: WholeParts): WholeJournal {
  const { folder, isSynced = true, onCommit = () => {} } = options;
  const { maxTurnsPerCommit = TURNS_PER_COMMIT, ballastBytes = BALLAST_BYTES } = options;
  const writer = new WriterThread({ folder, isSynced, maxTurnsPerCommit, ballastBytes }, onCommit);
  const journal = threadJournal({
    folder,
    database,
    files,
    run: (work) => writer.run(work),
    letGo: async () => {
      await writer.close();
      database.close();
      unlock();
    },
  });
  const share = (): JournalPart => {
    const { port, withdraw } = writer.lend();
    return { share: { kind: 'sqlite', folder, port }, ports: [port], withdraw };
  };
  return { ...journal, share };
}
