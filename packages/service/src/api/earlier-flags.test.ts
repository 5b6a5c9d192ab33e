/**
 * Flags and rank calls that were decided by an earlier version: whoever asks again gets the same, byte for byte, and nothing is decided
 * anew. Fixtures `flags-*.sql` hold what was asked and answered behind the tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDecisionService } from '../decisions/create-decision-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { FIXTURE_FOLDER, fixtureFolder } from '../journal/testing/fixture-folder.ts';
import { type AskedCall, askAgain } from './testing/flags-and-ranks.ts';
import { createTestServer, TestClock } from './testing/test-server.ts';

const FILES = readdirSync(FIXTURE_FOLDER).filter((file) => /^flags-.*\.sql$/.test(file));

function askedIn(file: string): AskedCall[] {
  const text = readFileSync(path.join(FIXTURE_FOLDER, file), 'utf8');
  return [...text.matchAll(/^-- asked (.*)$/gm)].map(([, call]) => JSON.parse(call!));
}

it('there is one', () => {
  expect(FILES.length).toBeGreaterThan(0);
});

it.each(FILES)('%s: asked again, they are what they were', async (file) => {
  const folder = fixtureFolder(file);
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const service = createDecisionService({ journal, clock: new TestClock() });
  const { app } = await createTestServer({ service });
  const heads = () => Promise.all(['banner', 'loop'].map((policy) => journal.head(policy)));
  const before = await heads();
  const asked = askedIn(file);
  expect(asked.map(({ status }) => status).sort()).toEqual([
    ...Array(12).fill(200),
    ...Array(12).fill(201),
  ]);
  expect(await askAgain(app, asked)).toEqual(asked);
  expect(await heads()).toEqual(before);
  expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
  await app.close();
  await service.close();
  await journal.close();
});
