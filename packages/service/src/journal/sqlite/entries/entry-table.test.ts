/**
 * Entries are the same whether each has a row of its own, as in earlier versions, or several share one; and what is not the chain's
 * is never given as if it were.
 */
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD, headAfter, sealEntries } from '../../entry-hash.ts';
import type { StoredEntry } from '../../journal.ts';
import { migrate } from '../../migrations/migrate.ts';
import { created, decided, rewarded } from '../../testing/sample-entries.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { packBatch } from '../writing/packed-batch.ts';
import { BlockWriter } from './block-writer.ts';
import { EntryTable } from './entry-table.ts';

const NOTES = ['plain', 'ä€🌽', '\u2028\u2029', '\u0000\n\r\t"\\', '\ud800 alone', '","body":'];
const entries: readonly StoredEntry[] = sealEntries('maize', EMPTY_HEAD, [
  created(),
  ...NOTES.map((note, index) => decided({ sequence: index + 1, note })),
  rewarded('maize.1.1', -0),
  ...Array.from({ length: 300 }, (_, index) => decided({ sequence: index + 10 })),
]);

let database: DatabaseSync;
let table: EntryTable;

beforeEach(async () => {
  database = openDatabase({ folder: temporaryFolder(), isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  database.exec(`insert into policy (id, version, hash) values ('maize', 0, '')`);
  const old = database.prepare(
    'insert into entry (policy, position, time, body, previous_hash, hash) values (?, ?, ?, ?, ?, ?)',
  );
  for (const { policy, position, time, text, previousHash, hash } of entries.slice(0, 2)) {
    old.run(policy, position, time, text, previousHash, hash);
  }
  const writer = new BlockWriter(database);
  for (const [start, end] of [
    [2, 3],
    [3, 9],
    [9, 12],
    [12, entries.length],
  ] as const) {
    const head = headAfter(EMPTY_HEAD, entries.slice(0, start));
    writer.add(packBatch({ policy: 'maize', head, entries: entries.slice(start, end) }));
    if (end !== 9) writer.flush();
  }
  table = new EntryTable(database);
});

const rows = () =>
  database.prepare('select position, first_position as first from entry').all() as {
    position: number;
    first: number | null;
  }[];

test('batches of one transaction share a row, and none is long', () => {
  expect(rows()).toEqual([
    { position: 1, first: null },
    { position: 2, first: null },
    { position: 3, first: 3 },
    { position: 12, first: 4 },
    { position: 268, first: 13 },
    { position: 308, first: 269 },
  ]);
});

test('every entry is read as it was, from every position on', () => {
  for (const after of [0, 1, 2, 3, 7, 11, 12, 13, 300, 308]) {
    for (const limit of [1, 5, 1000]) {
      expect(table.after('maize', after, limit)).toEqual(entries.slice(after, after + limit));
    }
  }
  for (const entry of entries.slice(0, 20))
    expect(table.at('maize', entry.position)).toEqual(entry);
  expect(table.at('maize', 309)).toBeNull();
  expect(table.at('wheat', 1)).toBeNull();
});

test('a place in the chain is known by its hash, also within a block', () => {
  for (const version of [1, 3, 7, 12]) {
    const { hash } = entries[version - 1]!;
    expect(table.has('maize', { version, hash })).toBe(true);
    expect(table.has('maize', { version, hash: entries[version]!.hash })).toBe(false);
  }
  expect(table.has('maize', { version: 309, hash: entries[307]!.hash })).toBe(false);
});

test('reading some of the entries leaves no look at the file open', () => {
  table.after('maize', 0, 1);
  expect(database.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 });
});

test('tombstones take the place of entries, and nothing of their text is left', () => {
  const buried = [2, 5, 7].map((position) => {
    const { hash } = entries[position - 1]!;
    return { position, hash, text: `{"kind":"decided","forgotten":"${hash}"}` };
  });
  const lost = { position: 400, hash: 'f', text: '' };
  const other = { position: 6, hash: entries[7]!.hash, text: 'x' };
  expect(table.replace('maize', [...buried, lost, other])).toEqual([other, lost]);
  const read = table.after('maize', 0, 1000);
  expect(checkChain(EMPTY_HEAD, read)).toBeNull();
  for (const { position, text } of buried) expect(read[position - 1]!.text).toBe(text);
  expect(read.filter(({ text }, index) => text !== entries[index]!.text)).toHaveLength(3);
});

test.for([
  ['a bit of it', 'update entry set body = ? where position = 12'],
  ['its last hash', `update entry set hash = '${'f'.repeat(64)}', body = ? where position = 12`],
] as const)('a block is damaged if %s is another: no entry of it fits', ([what, change]) => {
  const { body } = database.prepare('select body from entry where position = 12').get() as {
    body: Uint8Array;
  };
  if (what === 'a bit of it') body[body.length >> 1]! ^= 1;
  database.prepare(change).run(body);
  expect(checkChain(EMPTY_HEAD, table.after('maize', 0, 1000))).toBe(4);
  const before = headAfter(EMPTY_HEAD, entries.slice(0, 6));
  expect(checkChain(before, table.after('maize', 6, 1000))).toBe(7);
  expect(() => table.at('maize', 5)).toThrow('Entries 4 to 12 of maize');
  const { position, hash } = entries[4]!;
  expect(() => table.replace('maize', [{ position, hash, text: '{}' }])).toThrow('Entries 4 to 12');
  expect(table.has('maize', { version: 5, hash })).toBe(false);
});
