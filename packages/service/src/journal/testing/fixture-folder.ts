/**
 * A journal that an earlier version wrote, in a folder of its own. The files are made by scripts/write-journal-fixture.ts, once.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from './temporary-folder.ts';

export const FIXTURE_FOLDER: string = path.join(import.meta.dirname, '../../../fixtures');

/** Returns the folder; `change` is done to the database before anybody opens it. */
export function fixtureFolder(file: string, change = ''): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(path.join(folder, 'hedgerow.db'));
  database.exec('begin');
  database.exec(readFileSync(path.join(FIXTURE_FOLDER, file), 'utf8'));
  database.exec(change);
  database.exec('commit');
  database.close();
  return folder;
}
