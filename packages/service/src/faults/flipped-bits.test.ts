/**
 * One bit of the database file turns over, anywhere a decision's id is written: in entries, in the
 * table of decisions, in its indexes. Verification must notice each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { systemClock } from '../instruments/clock.ts';
import { DATABASE_FILE } from '../journal/sqlite/open-database.ts';
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
  const places = occurrences(whole, 'shop.1.3');
  // The entry of the decision and that of its reward, its row, and at least one index.
  expect(places.length).toBeGreaterThanOrEqual(4);
  for (const place of places) {
    const damaged = Buffer.from(whole);
    damaged[place + 2]! ^= 1;
    writeFileSync(file, damaged);
    expect(await isFaultNoticed(folder), `at byte ${place}`).toBe(true);
  }
});

async function fill(folder: string): Promise<void> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: systemClock });
  await service.define('shop', { definition: SHOP_POLICY });
  for (const text of ['one', 'two', 'three', 'four']) {
    const request = { context: { visitors: 40 } };
    const answer = await service.decide('shop', request, { scope: 'local', text });
    await service.reward((JSON.parse(answer.text) as { id: string }).id, { value: 9.5 });
  }
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
