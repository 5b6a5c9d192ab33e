/**
 * Rows of the shelf are read as they were written, alone or packed; packs go with the last of their rows, and a text that is to
 * be forgotten goes at once.
 */
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import type { ShelfRow } from '../../journal.ts';
import { migrate } from '../../migrations/migrate.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../folder/open-database.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { SegmentFiles } from '../folder/segment-files.ts';
import { SqliteReading } from '../reading/sqlite-reading.ts';
import { SqliteSegments } from '../reading/sqlite-segments.ts';
import { ShelfStatements } from './shelf-statements.ts';

const hash = 'a'.repeat(64);
let database: DatabaseSync;
let shelf: ShelfStatements;
let reading: SqliteReading;

beforeEach(async () => {
  const folder = temporaryFolder();
  database = openDatabase({ folder, isSynced: false });
  await migrate(queryBuilder(database), 'sqlite');
  database.exec(
    `insert into policy (id, version, hash) values ('maize', 99, '${hash}');
     insert into snapshot (policy, version, hash, body, generation) values ('maize', 4, '${hash}', '', 1)`,
  );
  shelf = new ShelfStatements(database);
  const files = new SegmentFiles({ folder, isSynced: false });
  reading = new SqliteReading(database, new SqliteSegments(database, files));
});

const rowOf = (first: number, version: number): ShelfRow => ({
  first,
  last: first,
  text: `text of ${first} at ${version}`,
});

function put(version: number, numbers: readonly number[], forgotten: readonly number[] = []) {
  const rows = numbers.map((first) => rowOf(first, version));
  const anchor = { version: 99, hash };
  shelf.write({ policy: 'maize', generation: 1, version, anchor, rows, forgotten });
}

const texts = (numbers: readonly number[], version: number) =>
  reading
    .readShelf({ policy: 'maize', generation: 1, sequences: numbers, version, span: 1 })
    .map(({ text }) => text);

/** All that is written of texts, packed or not. */
function stored(): string {
  const packs = database.prepare('select body from shelf_pack').all();
  const rows = database.prepare('select body from shelf').all();
  return [
    ...packs.map(({ body }) => zstdDecompressSync(body as Uint8Array).toString()),
    ...rows.map(({ body }) => String(body)),
  ].join('\n');
}

const packCount = () => Number(database.prepare('select count(*) as n from shelf_pack').get()?.n);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('rows are read as they were written, at every version', () => {
  put(2, upTo(180));
  const sizes = database.prepare('select json_array_length(firsts) as size from shelf_pack').all();
  expect(sizes.map(({ size }) => size)).toEqual([60, 60, 60]);
  expect(texts(upTo(180), 2)).toEqual(upTo(180).map((first) => `text of ${first} at 2`));
  put(3, [5, 70, 9000, 9001]);
  put(3, [5, 6]);
  put(7, [8]);
  expect(packCount()).toBe(3 + 2);
  expect(texts([4, 5, 6, 8, 70, 9001, 9002], 6)).toEqual([
    'text of 4 at 2',
    'text of 5 at 3',
    'text of 6 at 3',
    'text of 8 at 2',
    'text of 70 at 3',
    'text of 9001 at 3',
  ]);
  expect(texts([8], 7)).toEqual(['text of 8 at 7']);
});

test('a text is its own, whatever it looks like', () => {
  const odd = ['a\n[2,2,"another"],\n[3,3,"x"]', 'two\nlines', '\\n[4,4,', 'ü€😀', '"],'];
  const rows = odd.map((text, index) => ({ first: index + 1, last: index + 1, text }));
  const anchor = { version: 99, hash };
  shelf.write({ policy: 'maize', generation: 1, version: 2, anchor, rows, forgotten: [] });
  expect(texts(upTo(odd.length), 2)).toEqual(odd);
});

test('a pack of an earlier version, which is one line, is read', () => {
  put(2, upTo(3));
  const body = zstdCompressSync(
    JSON.stringify(upTo(3).map((first) => [first, first, `old ${first}`])),
  );
  database.prepare('update shelf_pack set body = ?').run(body);
  expect(texts(upTo(3), 2)).toEqual(['old 1', 'old 2', 'old 3']);
  shelf.remove({ policy: 'maize', version: 5, hash, generation: 1, body: '' }, [2]);
  expect(texts(upTo(3), 2)).toEqual(['old 1', 'old 3']);
});

test('a pack goes with the last of its rows, and not before', () => {
  put(2, [1, 2, 3]);
  put(3, [1, 2]);
  expect(texts([1, 2, 3], 4)).toEqual(['text of 1 at 3', 'text of 2 at 3', 'text of 3 at 2']);
  expect(packCount()).toBe(2);
  put(4, [3]);
  expect(packCount()).toBe(1);
  expect(texts([1, 2, 3], 4)).toEqual(['text of 1 at 3', 'text of 2 at 3', 'text of 3 at 4']);
  put(5, [], [1, 2, 3]);
  database.exec('update snapshot set version = 9');
  shelf.tidy('maize');
  expect(packCount()).toBe(0);
  expect(stored()).toBe('');
});

test('a row that comes from a replay, and is superseded at once, takes no pack from the others', () => {
  put(3, [1]);
  put(2, [1, 2]);
  expect(texts([1, 2], 4)).toEqual(['text of 1 at 3', 'text of 2 at 2']);
  database.exec('delete from shelf where shelved_at = 3');
  expect(texts([1, 2], 4)).toEqual(['text of 2 at 2']);
});

test('what is to be forgotten is in no pack any more, also of rows that are gone', () => {
  put(2, [1, 2, 3]);
  put(3, [2, 3]);
  put(7, [2, 4]);
  const place = { policy: 'maize', version: 5, hash, generation: 1, body: '' };
  shelf.remove(place, [2]);
  expect(stored()).not.toContain('text of 2 at 2');
  expect(stored()).not.toContain('text of 2 at 3');
  expect(texts([1, 2, 3], 5)).toEqual(['text of 1 at 2', 'text of 3 at 3']);
  expect(texts([2, 4], 7)).toEqual(['text of 2 at 7', 'text of 4 at 7']);
  shelf.remove({ ...place, version: 9 }, [2, 4]);
  expect(stored()).not.toMatch(/text of [24]/);
});

test('a pack that cannot be read has no rows, and nothing of it is left by a forgetting', () => {
  put(2, [1, 2, 3]);
  database.exec("update shelf_pack set body = x'28b52ffd' || x'00'");
  expect(texts([1, 2, 3], 4)).toEqual([]);
  shelf.remove({ policy: 'maize', version: 5, hash, generation: 1, body: '' }, [2]);
  expect(database.prepare('select length(body) as n from shelf_pack').get()?.n).not.toBe(5);
});

test('a generation that is over, and a shelf that is dropped, leave nothing', () => {
  put(2, [1, 2, 3]);
  shelf.remove({ policy: 'maize', version: 1, hash, generation: 2, body: '' }, []);
  expect(stored()).toBe('');
  put(3, [1, 2, 3]);
  shelf.drop('maize');
  expect(stored()).toBe('');
});

test('a pack whose list of rows cannot be read goes with the last of them, and stops nobody', () => {
  put(5, upTo(3));
  database.exec(`update shelf_pack set firsts = '[1,2¶3]'`);
  put(6, [], [1, 2]);
  database.exec('update snapshot set version = 7');
  put(8, [9]);
  expect(texts([3, 9], 8)).toEqual(['text of 3 at 5', 'text of 9 at 8']);
  expect(packCount()).toBe(1);
  put(9, [], [3]);
  database.exec('update snapshot set version = 10');
  put(11, [10]);
  expect(packCount()).toBe(0);
});

test('the row of a place is gone when all of its decisions are', () => {
  const rows = [{ first: 1, last: 2, text: 'place' }];
  const anchor = { version: 99, hash };
  shelf.write({ policy: 'maize', generation: 1, version: 2, anchor, rows, forgotten: [] });
  put(3, [], [1]);
  expect(texts([1], 9)).toEqual(['place']);
  put(3, [], [1, 2]);
  expect(texts([1], 9)).toEqual([]);
});

test('no row is taken for a newer one that is lost, however it was damaged', () => {
  const harms = ['first = 64', 'shelved_at = 70', 'shelved_at = 1', 'generation = 3'];
  for (const [i, harm] of harms.entries()) {
    const number = i + 1;
    put(2, [number, 50 + i]);
    put(5, [number, 60 + i]);
    put(6, [number]);
    database.exec(`update shelf set ${harm} where first = ${number} and shelved_at = 6`);
    expect(texts([number], 6)).toEqual([]);
    // For whoever begins with an older snapshot they are what they were.
    expect(texts([number], 4)).toEqual([`text of ${number} at 2`]);
    expect(texts([number], 5)).toEqual([`text of ${number} at 5`]);
  }
});

test('what a pinned snapshot needs is as it was then, when all else is dropped', () => {
  put(2, [1, 2]);
  database.exec('update snapshot set pinned = 1');
  put(5, [1]);
  put(6, [], [2]);
  expect(texts([1, 2], 6)).toEqual(['text of 1 at 5']);
  shelf.drop('maize');
  expect(texts([1, 2], 6)).toEqual(['text of 1 at 2', 'text of 2 at 2']);
  // What is gone and stays is not in the way of what goes.
  put(7, [1, 3]);
  put(8, [1, 4], [3]);
  database.exec(`insert into snapshot (policy, version, hash, body, generation)
    values ('maize', 9, '${hash}', '', 1)`);
  for (const version of [10, 11]) put(version, [version]);
  expect(texts([1, 2, 3, 4], 11)).toEqual(['text of 1 at 8', 'text of 2 at 2', 'text of 4 at 8']);
  const left = database.prepare('select first, shelved_at from shelf where first <= 4').all();
  expect(left.map((row) => `${row.first} at ${row.shelved_at}`)).toEqual([
    '1 at 2',
    '1 at 8',
    '2 at 2',
    '4 at 8',
  ]);
});
