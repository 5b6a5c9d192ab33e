/**
 * The write-ahead log is brought into the database file beside the commits, and stays bounded with and without that.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { created, decided } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { DATABASE_FILE, openDatabase } from '../folder/open-database.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { Checkpointer } from './checkpointer.ts';

const MEGABYTE = 1 << 20;
const sizeOf = (folder: string, ending = '') => {
  const file = path.join(folder, `${DATABASE_FILE}${ending}`);
  return existsSync(file) ? statSync(file).size : 0;
};

/** A table with a megabyte in the log, and the connection that wrote it. */
function filled(folder: string, megabytes = 1) {
  const database = openDatabase({ folder, isSynced: false });
  database.exec('create table if not exists filling (body blob)');
  const insert = database.prepare('insert into filling values (zeroblob(?))');
  for (let i = 0; i < megabytes; i++) insert.run(MEGABYTE);
  return database;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !isSo(); i++) await setTimeout(50);
  expect(isSo()).toBe(true);
}

describe('the checkpointer', () => {
  it('brings over what others have committed, without a commit of its own', async () => {
    const folder = temporaryFolder();
    const database = filled(folder);
    expect(sizeOf(folder)).toBeLessThan(MEGABYTE / 2);
    const checkpointer = new Checkpointer({ folder, isSynced: false });
    checkpointer.wrote(4 * MEGABYTE);
    await until(() => sizeOf(folder) > MEGABYTE);
    await checkpointer.close();
    database.close();
  });

  it('is not started for little, and ends when it is told to', async () => {
    const folder = temporaryFolder();
    const database = filled(folder);
    const checkpointer = new Checkpointer({ folder, isSynced: false });
    checkpointer.wrote(MEGABYTE);
    await checkpointer.close();
    expect(sizeOf(folder)).toBeLessThan(MEGABYTE / 2);
    database.close();
    expect(sizeOf(folder, '-wal')).toBe(0);
  });

  it('is not needed for the log to stay bounded', () => {
    const folder = temporaryFolder();
    const database = filled(folder, 90);
    expect(sizeOf(folder, '-wal')).toBeLessThan(80 * MEGABYTE);
    expect(sizeOf(folder)).toBeGreaterThan(60 * MEGABYTE);
    database.close();
  });
});

it('a journal that was filled and closed leaves no log behind, and all of its entries', async () => {
  const folder = temporaryFolder();
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const long = 'x'.repeat(100_000);
  for (let sequence = 0; sequence < 60; sequence++) {
    const turn = await journal.beginTurn('maize', sequence);
    await turn.append([sequence === 0 ? created() : decided({ sequence, note: long })]).durable;
  }
  await journal.close();
  expect(sizeOf(folder, '-wal')).toBe(0);
  const again = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  expect((await again.read('maize', 0, 100)).length).toBe(60);
  await again.close();
});
