/**
 * Opens the journal that the settings name, and says in a sentence why it cannot be opened.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type CommitReport, JournalFailure } from '../journal/journal.ts';
import type { WholeJournal } from '../journal/journal-share.ts';
import { hostUrls } from '../journal/postgres/host-urls.ts';
import {
  openPostgresJournal,
  openPostgresReader,
  type PostgresReaderOptions,
} from '../journal/postgres/postgres-journal.ts';
import { DATABASE_FILE } from '../journal/sqlite/folder/open-database.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { type JournalReader, openSqliteReader } from '../journal/sqlite/sqlite-reader.ts';
import { folderRefusal } from './folder-refusal.ts';
import type { Settings } from './settings-table.ts';
import { StartFailure } from './start-failure.ts';

export type StoreSettings = Pick<Settings, 'data' | 'database'> &
  Partial<Pick<Settings, 'leaseSeconds'>>;

export interface OpenOptions {
  readonly onCommit?: (report: CommitReport) => void;
  /** How long somebody else may still have the folder, in milliseconds; not at all if absent. */
  readonly folderWaitMs?: number;
}

/** Opens it for a service, which then is the only one on a folder; makes tables that are missing. */
export async function openStore(
  settings: StoreSettings,
  { onCommit = () => {}, folderWaitMs = 0 }: OpenOptions = {},
): Promise<WholeJournal> {
  return await explained<WholeJournal>(settings, () =>
    settings.database === ''
      ? openSqliteJournal({ folder: settings.data, onCommit, folderWaitMs })
      : openPostgresJournal({ url: settings.database, onCommit, ...leaseOf(settings) }),
  );
}

function leaseOf({ leaseSeconds }: StoreSettings): { leaseMs?: number } {
  return leaseSeconds === undefined ? {} : { leaseMs: 1000 * leaseSeconds };
}

/** Opens it for looking, beside a service that may be running: everything as it is at the first look. */
export async function openReader(settings: StoreSettings): Promise<JournalReader> {
  return await openBeside(settings, { isFrozen: true });
}

/**
 * Opens it for changes of keys. Where the first key is to be made, which comes before the first start,
 * an empty journal is made, too.
 */
export async function openKeyStore(
  settings: StoreSettings,
  { isFirstKey = true }: { readonly isFirstKey?: boolean } = {},
): Promise<JournalReader> {
  if (!isFirstKey || hasStore(settings)) {
    return await openBeside(settings, { isFrozen: false, mayBeNew: isFirstKey });
  }
  const folder = settings.data;
  return await explained(settings, () => openSqliteJournal({ folder, ballastBytes: 0 }));
}

/** Opens it as a service does, but only if it is there. */
export async function openExistingStore(settings: StoreSettings): Promise<WholeJournal> {
  // The reader refuses a folder without a journal, in the same words as for everyone else.
  if (!hasStore(settings)) await (await openBeside(settings, { isFrozen: true })).close();
  return await openStore(settings);
}

/** True if something was ever kept there; a database of one's own always counts as such. */
export function hasStore({ data, database }: StoreSettings): boolean {
  return database !== '' || existsSync(path.join(data, DATABASE_FILE));
}

async function openBeside(
  settings: StoreSettings,
  options: PostgresReaderOptions,
): Promise<JournalReader> {
  return await explained<JournalReader>(settings, () =>
    settings.database === ''
      ? openSqliteReader(settings.data, options)
      : openPostgresReader(settings.database, options),
  );
}

async function explained<Store>(
  { data, database }: StoreSettings,
  open: () => Promise<Store>,
): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    const kind = database === '' ? 'folder' : 'database';
    if (error instanceof JournalFailure)
      throw new StartFailure(kind, error.message, { cause: error });
    const said = (error as Error).message || (error as NodeJS.ErrnoException).code || 'no reason';
    const rule =
      database === ''
        ? folderRefusal(error, data)
        : `The database must answer at ${placeOf(database)}, but it does not (${said}). Check --database and that PostgreSQL runs.`;
    throw new StartFailure(kind, rule, { cause: error });
  }
}

/** Hosts and name of a database, without user and password. */
function placeOf(address: string): string {
  const hosts = hostUrls(address);
  const { pathname } = new URL(hosts[0]!.url);
  return `${hosts.map(({ name }) => name).join(',')}${pathname}`;
}
