/**
 * A policy whose old entries were moved to segments, on the real engine: what anybody sees is the same to
 * the byte, it goes on as ever, and `verify` proves all of it, or says what is damaged.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { openSqliteReader } from '../journal/sqlite/sqlite-reader.ts';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { compactJournal } from '../start/compact-journal.ts';
import { type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const COUNT = 400;
const RULE = { database: '', rawEntries: 1, rawDays: 0 };

let data: string;

async function opened(): Promise<SampleService> {
  const journal = await openSqliteJournal({ folder: data, isSynced: false, ballastBytes: 0 });
  return sampleService({ journal, limits: { snapshotEntries: 20 } });
}

async function close({ service, journal }: SampleService): Promise<void> {
  await service.close();
  await journal.close();
}

/** All that can be looked at of the decisions. */
async function seen({ service }: SampleService): Promise<unknown> {
  const log: unknown[] = [];
  for await (const page of service.decisionLog('farm')) log.push(...page);
  const views = await Promise.all(
    [1, 2, 150, COUNT].map((sequence) => service.decision(`farm.1.${sequence}`)),
  );
  const { journal, ...audit } = await service.audit('farm');
  return { log, views, policy: await service.policy('farm'), audit };
}

beforeAll(async () => {
  data = temporaryFolder();
  const sample = await opened();
  for (let sequence = 1; sequence <= COUNT; sequence += 1) {
    const { id } = await sample.decide({ context: { rain: sequence % 300 } }, `key ${sequence}`);
    await sample.service.reward(id, { value: 10 + (sequence % 7) });
  }
  await close(sample);
});

test('nobody can tell, and it goes on', async () => {
  const before = await opened();
  const [asSeen, first] = [
    await seen(before),
    await before.decide({ context: { rain: 1 } }, 'key 1'),
  ];
  await close(before);

  expect(await compactJournal({ data, ...RULE }, { isDryRun: true })).toMatchObject([
    { policy: 'farm', bytes: 0 },
  ]);
  const [compacted] = await compactJournal({ data, ...RULE }, { isDryRun: false });
  expect(compacted!.entries).toBeGreaterThan(512);
  expect(await compactJournal({ data, ...RULE }, { isDryRun: false })).toEqual([]);

  const after = await opened();
  // Only what a service may do beside a command.
  await expect(compactJournal({ data, ...RULE }, { isDryRun: true })).rejects.toThrow(
    'is in use by another',
  );
  expect(await seen(after)).toEqual(asSeen);
  expect(await after.decide({ context: { rain: 1 } }, 'key 1')).toEqual(first);
  await after.service.correct('farm.1.1', { value: 9, reason: 'weighed again' });
  const { events } = await after.service.decision('farm.1.1');
  expect(events.map(({ kind }) => kind)).toEqual(['rewarded', 'corrected']);
  await after.decide();
  await close(after);
  const reader = await openSqliteReader(data, { isFrozen: true });
  expect(await verifyJournal(reader)).toMatchObject({
    isWhole: true,
    policies: [{ entries: 2 * COUNT + 3, decisions: COUNT + 1 }],
  });
  await reader.close();
});

test('verify reads every byte of segments, and where in them decisions are spoken of', async () => {
  const folder = path.join(data, 'segments');
  const file = path.join(folder, readdirSync(folder)[0]!);
  const whole = readFileSync(file);
  // A frame more, which nobody reads.
  writeFileSync(file, Buffer.concat([whole, zstdCompressSync('{"time":"","body":{}}\n')]));
  expect(await problemFound()).toMatchObject({ what: expect.stringContaining('SHA-256') });
  writeFileSync(file, whole);
  expect(await problemFound()).toBeNull();
  const database = new DatabaseSync(path.join(data, 'hedgerow.db'));
  const line = database.prepare('select * from told order by position limit 1').get()!;
  database.exec(`update told set sequence = 399 where position = ${line.position}`);
  expect(await problemFound()).toMatchObject({ position: line.position });
  database.exec(`delete from told where position = ${line.position}`);
  expect(await problemFound()).toMatchObject({ what: expect.stringMatching(/^Segments tell \d+/) });
  database
    .prepare('insert into told values (?, ?, ?, ?)')
    .run(...(Object.values(line) as (string | number)[]));
  database.close();
  expect(await problemFound()).toBeNull();
});

async function problemFound() {
  const reader = await openSqliteReader(data);
  const { policies } = await verifyJournal(reader);
  await reader.close();
  return policies[0]!.problem;
}

test('a damaged segment is named by verify, at the first entry that is not had', async () => {
  const folder = path.join(data, 'segments');
  const file = path.join(folder, readdirSync(folder)[0]!);
  const bytes = readFileSync(file);
  bytes[bytes.length - 5]! ^= 4;
  writeFileSync(file, bytes);
  const reader = await openSqliteReader(data);
  const { isWhole, policies } = await verifyJournal(reader);
  await reader.close();
  expect(isWhole).toBe(false);
  expect(policies[0]!.problem!.what).toMatch(/^Entries 1 to \d+ of farm must be in their segment/);
});
