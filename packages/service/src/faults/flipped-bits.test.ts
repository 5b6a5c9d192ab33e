/**
 * One bit of the database file turns over, anywhere a decision is named: in entries, in the key of its line, and all
 * over a block of entries. Verification must notice each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { systemClock } from '../instruments/clock.ts';
import { DATABASE_FILE } from '../journal/sqlite/folder/open-database.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { openSqliteReader } from '../journal/sqlite/sqlite-reader.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { SHOP_POLICY } from './testing/shop-policy.ts';

test('every place that names a decision is guarded against a flipped bit', async () => {
  const folder = temporaryFolder();
  await fill(folder);
  expect(await isFaultNoticed(folder)).toBe(false);
  const file = path.join(folder, DATABASE_FILE);
  const whole = readFileSync(file);
  // The entry of the decision and that of its reward; and its key, in the entry, its line, and an index.
  const named = [...occurrences(whole, 'shop.1.3'), ...occurrences(whole, 'key-of-three')];
  expect(named.length).toBeGreaterThanOrEqual(5);
  const blocks = blocksIn(folder).map((block) => whole.indexOf(block.subarray(0, BEGINNING)));
  expect(blocks.length).toBeGreaterThanOrEqual(1);
  const within = blocks.flatMap((place) => [10, 60, 120].map((offset) => place + offset));
  for (const place of [...named, ...within]) {
    const damaged = Buffer.from(whole);
    damaged[place + 2]! ^= 1;
    writeFileSync(file, damaged);
    expect(await isFaultNoticed(folder), `at byte ${place}`).toBe(true);
  }
});

/** Bytes of a block that stand in one piece, however long it is. */
const BEGINNING = 130;

function blocksIn(folder: string): Buffer[] {
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE));
  const lines = database.prepare("select body from entry where typeof(body) = 'blob'").all();
  database.close();
  return lines.map(({ body }) => Buffer.from(body as Uint8Array));
}

async function fill(folder: string): Promise<void> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  await service.define('shop', { definition: SHOP_POLICY });
  const request = { context: { visitors: 40 } };
  for (const text of ['one', 'two', 'key-of-three', 'four']) {
    const answer = await service.decide('shop', request, { scope: 'local', text });
    await service.reward((JSON.parse(answer.text) as { id: string }).id, { value: 9.5 });
  }
  await Promise.all(
    ['five', 'six', 'seven'].map((text) =>
      service.decide('shop', request, { scope: 'local', text }),
    ),
  );
  await service.close();
  await journal.close();
  // What is left of pages that were written anew names decisions too, and is read by nobody.
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE));
  database.exec('pragma secure_delete = on; vacuum');
  database.close();
}

function occurrences(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}

/** A file that cannot even be read is noticed, too. */
async function isFaultNoticed(folder: string): Promise<boolean> {
  try {
    const reader = await openSqliteReader(folder);
    try {
      const faults = await reader.fileFaults!();
      const { policies } = await verifyJournal(reader);
      return faults.length > 0 || policies.some(({ problem }) => problem !== null);
    } finally {
      await reader.close();
    }
  } catch {
    return true;
  }
}
