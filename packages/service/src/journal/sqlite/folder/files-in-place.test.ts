/**
 * Nobody is told that something is stored which the next start would not find, whatever happened to the folder meanwhile.
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WholeJournal } from '../../journal-share.ts';
import { created, decided } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';

let folder: string;
let aside: string;
let journal: WholeJournal;
let count: number;

beforeEach(async () => {
  const parent = temporaryFolder();
  folder = path.join(parent, 'data');
  aside = path.join(parent, 'aside');
  journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  count = 0;
  await store();
});

afterEach(() => journal.close());

/** Stores an entry after those that are stored, or rejects. */
async function store(): Promise<void> {
  const turn = await journal.beginTurn('maize', count);
  const entry = count === 0 ? created() : decided({ sequence: count });
  const commit = turn.append([entry]);
  await Promise.all([commit.accepted, commit.durable]);
  count += 1;
}

const NOT_FOUND = { kind: 'broken', message: expect.stringContaining('moved or removed') };
const REPLACED = { kind: 'broken', message: expect.stringContaining('replaced by another file') };

it('a folder that was moved takes nothing more, and goes on when it is back', async () => {
  renameSync(folder, aside);
  await expect(store()).rejects.toMatchObject(NOT_FOUND);
  await expect(journal.checkWritable()).rejects.toMatchObject(NOT_FOUND);
  renameSync(aside, folder);
  await journal.checkWritable();
  // Whether the entry was stored under the other name is seen in the journal, and not guessed.
  count = (await journal.head('maize'))!.version;
  await store();
  expect((await journal.head('maize'))!.version).toBe(count);
});

it('nor does one that was replaced by a copy, and the copy is left alone', async () => {
  cpSync(folder, aside, { recursive: true });
  rmSync(folder, { recursive: true });
  renameSync(aside, folder);
  await expect(store()).rejects.toMatchObject(REPLACED);
  await expect(store()).rejects.toMatchObject(REPLACED);
  await journal.close();
  journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  expect((await journal.head('maize'))!.version).toBe(1);
});

it.each(['hedgerow.db', 'hedgerow.db-wal'])('nor does one without %s', async (name) => {
  rmSync(path.join(folder, name));
  await expect(store()).rejects.toMatchObject(NOT_FOUND);
});
