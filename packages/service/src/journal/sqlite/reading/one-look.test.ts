import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openSqliteJournal } from '../sqlite-journal.ts';
import { inOneLook, prepareLook } from './one-look.ts';

const failing = { run: () => fail() } as unknown as StatementSync;

function fail(): never {
  throw new Error('disk I/O error');
}

it('ends the transaction where the savepoint cannot be released: newer lines are seen afterwards', () => {
  const file = path.join(temporaryFolder(), 'look.db');
  const [writer, reader] = [new DatabaseSync(file), new DatabaseSync(file)];
  writer.exec('pragma journal_mode = wal; create table decision (id integer)');
  const count = () => reader.prepare('select count(*) as count from decision').get()!.count;
  const look = { ...prepareLook(reader), end: failing };
  expect(() => inOneLook(look, count)).toThrow('disk I/O error');
  expect(reader.isTransaction).toBe(false);
  writer.exec('insert into decision values (1)');
  expect(count()).toBe(1);
  expect(inOneLook(prepareLook(reader), count)).toBe(1);
  writer.close();
  reader.close();
});

it('closes a connection that cannot even end its transaction', () => {
  const database = new DatabaseSync(':memory:');
  vi.spyOn(database, 'exec').mockImplementation(fail);
  const look = { ...prepareLook(database), end: failing };
  expect(() => inOneLook(look, () => 1)).toThrow('disk I/O error');
  expect(database.isOpen).toBe(false);
});

it('is not ready while the connection reads an old state', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const journal = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const reader = prepare.mock.contexts.at(-1) as DatabaseSync;
  prepare.mockRestore();
  await journal.checkWritable();
  reader.exec('begin');
  reader.prepare('select count(*) from policy').get();
  await expect(journal.checkWritable()).rejects.toMatchObject({ kind: 'broken' });
  reader.exec('rollback');
  await journal.checkWritable();
  await journal.close();
});
