/**
 * A journal in SQLite for those who only look: `hedgerow verify`, and the management of keys while
 * the service runs. Keys are changed on a connection of their own, one short transaction each.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Journal, JournalFailure, type JournalReads } from '../journal.ts';
import { journalReads } from '../journal-reads.ts';
import { requireMigrated } from '../migrations/migrate.ts';
import { isAtRest, openAtRest } from './folder/at-rest.ts';
import { DATABASE_FILE, openDatabase } from './folder/open-database.ts';
import { queryBuilder } from './folder/query-builder.ts';
import { SegmentFiles } from './folder/segment-files.ts';
import { resultCode, SQLITE_CANTOPEN, SQLITE_READONLY } from './folder/sqlite-error.ts';
import { SqliteSegments } from './reading/sqlite-segments.ts';
import { UnsettledReading } from './reading/unsettled-reading.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { changeKey } from './writing/key-statements.ts';

/** Lists nothing: what a filter lets pass may hang on lines that are not written yet. */
export interface JournalReader
  extends Omit<JournalReads, 'listDecisions'>,
    Pick<Journal, 'isShared' | 'keys' | 'close'> {
  /** What is wrong with the file itself, its indexes included; empty if nothing is. */
  fileFaults?(): Promise<readonly string[]>;
  /** Sees from now on what was written meanwhile, where all was read as it was at the first look. */
  lookAgain?(): void;
}

export interface ReaderOptions {
  /** Whether everything is read as it is at the first look, whatever is written meanwhile. */
  readonly isFrozen?: boolean;
}

/** Opens what a service has written, or is writing, in the folder. */
export async function openSqliteReader(
  folder: string,
  { isFrozen = false }: ReaderOptions = {},
): Promise<JournalReader> {
  if (!existsSync(path.join(folder, DATABASE_FILE))) {
    throw new JournalFailure(
      'broken',
      `A journal must be in ${folder}, but there is none. Name the folder of the service with --data.`,
    );
  }
  const { database, forKeys } = openBoth(folder);
  const close = async () => {
    database.close();
    forKeys?.close();
  };
  try {
    database.exec('pragma query_only = on');
    await requireMigrated(queryBuilder(database), 'sqlite');
    if (isFrozen) database.exec('begin');
  } catch (failure) {
    await close();
    throw failure;
  }
  const files = new SegmentFiles({ folder, isSynced: true });
  const { listDecisions: _lines, ...reads } = journalReads({
    records: new UnsettledReading(database, new SqliteSegments(database, files)),
    ask: async (question) => question(),
    failureOf: (error) => error,
  });
  return {
    isShared: false,
    ...reads,
    keys: new SqliteKeys(database, async (change) => changeKey(forKeys ?? database, change)),
    fileFaults: async () => fileFaults(database),
    lookAgain: () => {
      if (isFrozen) database.exec('commit; begin');
    },
    close,
  };
}

interface Connections {
  readonly database: DatabaseSync;
  /** Null where nothing can be written. */
  readonly forKeys: DatabaseSync | null;
}

function openBoth(folder: string): Connections {
  try {
    const forKeys = openDatabase({ folder, isSynced: true });
    return { forKeys, database: openDatabase({ folder, isSynced: true }) };
  } catch (error) {
    if (!CANNOT_WRITE.has(resultCode(error) ?? 0) || !isAtRest(folder)) throw error;
    return { forKeys: null, database: openAtRest(folder) };
  }
}

const CANNOT_WRITE: ReadonlySet<number> = new Set([SQLITE_READONLY, SQLITE_CANTOPEN]);

/** SQLite's own check: pages, order of rows, and that every index says what its table says. */
function fileFaults(database: DatabaseSync): string[] {
  const lines = database.prepare('pragma integrity_check(10)').all();
  return lines.map((line) => String(line.integrity_check)).filter((line) => line !== 'ok');
}
