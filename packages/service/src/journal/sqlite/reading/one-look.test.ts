import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../folder/open-database.ts';
import { ReadingConnection } from '../folder/reading-connection.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { inOneLook, prepareLook } from './one-look.ts';

const failing = { run: () => fail() } as unknown as StatementSync;

function fail(): never {
  throw new Error('disk I/O error');
}

it('replaces a connection whose savepoint cannot be released: statements go on, and see newer lines', () => {
  const folder = temporaryFolder();
  const writer = openDatabase({ folder, isSynced: false });
  writer.exec('create table decision (id integer)');
  const reader = new ReadingConnection({ folder, isSynced: false });
  const counting = reader.prepare('select count(*) as count from decision');
  const count = () => counting.get()!.count;
  const look = prepareLook(reader);
  expect(() => inOneLook({ ...look, end: failing }, count)).toThrow('disk I/O error');
  expect(reader.isOpen).toBe(false);
  writer.exec('insert into decision values (1)');
  expect([count(), inOneLook(look, count)]).toEqual([1, 1]);
  expect(reader.isTransaction).toBe(false);
  expect(() => reader.prepare('insert into decision values (2)').run()).toThrow('readonly');
  writer.close();
  reader.close();
  expect(count).toThrow();
});

it('closes a connection that cannot be replaced', () => {
  const database = new DatabaseSync(':memory:');
  const look = { ...prepareLook(database), end: failing };
  expect(() => inOneLook(look, () => 1)).toThrow('disk I/O error');
  expect(database.isOpen).toBe(false);
});

it('is not ready while the connection reads an old state, which is replaced then', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const journal = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const reader = prepare.mock.contexts.at(-1) as DatabaseSync;
  prepare.mockRestore();
  await journal.checkWritable();
  reader.exec('begin');
  reader.prepare('select count(*) from policy').get();
  await expect(journal.checkWritable()).rejects.toMatchObject({ kind: 'broken' });
  await journal.checkWritable();
  await journal.close();
});
