/**
 * The journal in SQLite keeps the promises of every journal, and those of its own.
 */
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import { journalContract, sampleKeyRecord } from '../journal.contract.ts';
import type { CommitReport, Journal } from '../journal.ts';
import { reusedJournals } from '../testing/reused-journals.ts';
import { appendAll, created, decided, entry, rewarded } from '../testing/sample-entries.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { isAtRest, openAtRest } from './folder/at-rest.ts';
import { COIN_KEY_FILE } from './folder/coin-key-file.ts';
import { openDatabase } from './folder/open-database.ts';
import { openSqliteJournal, type SqliteJournalOptions } from './sqlite-journal.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { joinSqliteJournal } from './sqlite-share.ts';

const CHILD_TABLES = [
  'decision',
  'entry',
  'snapshot',
  'shelf',
  'shelf_pack',
  'outline',
  'told',
  'segment',
  'unsettled',
  'removal',
  'api_key',
];
const folders = new WeakMap<Journal, string>();

async function openIn(folder: string, options?: Partial<SqliteJournalOptions>): Promise<Journal> {
  const small = { folder, isSynced: false, ballastBytes: 1 << 16 };
  const journal = await openSqliteJournal({ ...small, ...options });
  folders.set(journal, folder);
  return journal;
}

async function clear(journal: Journal): Promise<void> {
  // What waits to be written must not come after.
  for (const policy of await journal.listPolicies()) await journal.listDecisions(policy, {});
  const database = openDatabase({ folder: folders.get(journal)!, isSynced: false });
  for (const table of [...CHILD_TABLES, 'policy']) {
    database.exec(`delete from ${table}`);
  }
  database.close();
}

journalContract(
  'sqlite',
  reusedJournals({
    open: () => openIn(temporaryFolder()),
    reopen: async (journal) => {
      await journal.close();
      return openIn(folders.get(journal)!);
    },
    clear,
  }),
);

/** The same, seen from a thread that has a share in it. */
async function openShared(folder: string): Promise<Journal> {
  const whole = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const { share } = whole.share!();
  const journal = joinSqliteJournal(share);
  const close = async () => {
    await journal.close();
    await whole.close();
  };
  const joined = { ...journal, close };
  folders.set(joined, folder);
  return joined;
}

journalContract(
  'a share of sqlite',
  reusedJournals({
    open: () => openShared(temporaryFolder()),
    reopen: async (journal) => {
      await journal.close();
      return openShared(folders.get(journal)!);
    },
    clear,
  }),
);

test('threads write to their own policies in one commit, and each is told of its own', async () => {
  const reports: CommitReport[] = [];
  const onCommit = (report: CommitReport) => reports.push(report);
  const whole = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0, onCommit });
  const shares = [1, 2, 3].map(() => joinSqliteJournal(whole.share!().share));
  await Promise.all(
    shares.flatMap((journal, thread) =>
      ['a', 'b'].map((name) => appendAll(journal, `${name}${thread}`, [created()])),
    ),
  );
  expect(await whole.listPolicies()).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  expect(reports.reduce((sum, { batchCount }) => sum + batchCount, 0)).toBe(6);
  expect(reports.length).toBeLessThan(6);
  for (const journal of shares) await journal.close();
  await whole.close();
});

test('a share that is withdrawn writes nothing any more, and says so', async () => {
  const whole = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const part = whole.share!();
  const journal = joinSqliteJournal(part.share);
  await appendAll(journal, 'maize', [created()]);
  const turn = await journal.beginTurn('maize', 1);
  part.withdraw();
  await whole.checkWritable();
  await expect(turn.append([decided({ sequence: 1 })]).durable).rejects.toThrow(
    /thread that writes/,
  );
  expect((await whole.head('maize'))?.version).toBe(1);
  await journal.close();
  await whole.close();
});

test('of two shares that write to one policy, one is refused', async () => {
  const whole = await openSqliteJournal({ folder: temporaryFolder(), ballastBytes: 0 });
  const [first, second] = [1, 2].map(() => joinSqliteJournal(whole.share!().share));
  await appendAll(first!, 'maize', [created()]);
  const turns = [await first!.beginTurn('maize', 1), await second!.beginTurn('maize', 1)];
  const outcomes = await Promise.allSettled(
    turns.map((turn) => turn.append([decided({ sequence: 1 })]).durable),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await whole.head('maize'))?.version).toBe(2);
  for (const journal of [first!, second!, whole]) await journal.close();
});

test('the key of the coin is in a file that only its user can read, and not in the database', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
  const key = Buffer.from(await journal.coinKey());
  await journal.close();
  const file = path.join(folder, COIN_KEY_FILE);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim()).toBe(key.toString('hex'));
  for (const name of readdirSync(folder).filter((one) => one !== COIN_KEY_FILE)) {
    const bytes = readFileSync(path.join(folder, name));
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(key.toString('hex'))).toBe(false);
  }
});

test('a key that a crash left half written is made anew', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, COIN_KEY_FILE), 'c0ffee');
  const journal = await openIn(folder);
  expect(await journal.coinKey()).toHaveLength(32);
  await journal.close();
});

async function writeTogether(options: Partial<SqliteJournalOptions>): Promise<CommitReport[]> {
  const reports: CommitReport[] = [];
  const onCommit = (report: CommitReport) => reports.push(report);
  const journal = await openIn(temporaryFolder(), { ...options, onCommit });
  const commits: Promise<void>[] = [];
  for (let sequence = 1; sequence <= 60; sequence += 1) {
    const turn = await journal.beginTurn('maize', sequence - 1);
    commits.push(turn.append([decided({ sequence })]).durable);
  }
  await Promise.all(commits);
  await journal.close();
  return reports;
}

test('turns that queue up share a commit, and each is reported once', async () => {
  const reports = await writeTogether({});
  expect(reports.length).toBeLessThan(60);
  expect(reports.reduce((sum, { batchCount }) => sum + batchCount, 0)).toBe(60);
  expect(reports.reduce((sum, { entryCount }) => sum + entryCount, 0)).toBe(60);
});

test('with one turn a commit, none share', async () => {
  const reports = await writeTogether({ maxTurnsPerCommit: 1 });
  expect(reports.map(({ batchCount }) => batchCount)).toEqual(Array(60).fill(1));
});

test('what is durable is seen by another connection, and a reader may look while it runs', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  const reader = await openSqliteReader(folder);
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    const turn = await journal.beginTurn('maize', sequence - 1);
    await turn.append([decided({ sequence })]).durable;
    expect((await reader.head('maize'))?.version).toBe(sequence);
  }
  expect(await reader.read('maize', 0, 9)).toEqual(await journal.read('maize', 0, 9));
  await reader.close();
  await journal.close();
});

test('a refused turn takes those built on it with it, and no other policy', async () => {
  const journal = await openIn(temporaryFolder());
  await (await journal.beginTurn('maize', 0)).append([decided({ sequence: 1, key: 'one' })])
    .durable;
  const bad = (await journal.beginTurn('maize', 1)).append([decided({ sequence: 2, key: 'one' })]);
  const built = (await journal.beginTurn('maize', 2)).append([decided({ sequence: 3 })]);
  const other = (await journal.beginTurn('wheat', 0)).append([created()]);
  await expect(bad.durable).rejects.toMatchObject({ kind: 'behind' });
  await expect(built.durable).rejects.toMatchObject({ kind: 'behind' });
  await other.durable;
  const afresh = await journal.beginTurn('maize', 1);
  expect(afresh.missed).toEqual([]);
  await afresh.append([decided({ sequence: 2 })]).durable;
  await journal.close();
});

test('a caller that loads while batches are under way gets them as missed', async () => {
  const journal = await openIn(temporaryFolder());
  const first = (await journal.beginTurn('maize', 0)).append([created()]);
  const turn = await journal.beginTurn('maize', 0);
  expect(turn.missed).toEqual(first.stored);
  await turn.append([decided({ sequence: 1 })]).durable;
  expect((await journal.head('maize'))?.version).toBe(2);
  await journal.close();
});

test('a folder belongs to one journal at a time', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  await expect(openIn(folder)).rejects.toThrow('in use by another');
  // Nothing is written to the lock: a full disk must not look like another process.
  const lock = path.join(folder, 'hedgerow.lock');
  const names = readdirSync(folder).filter((name) => name.startsWith('hedgerow.lock'));
  expect([names, statSync(lock).size]).toEqual([['hedgerow.lock'], 0]);
  await journal.close();
  await (await openIn(folder)).close();
  writeFileSync(lock, 'something else');
  await expect(openIn(folder)).rejects.toThrow('but it is another file. Remove it');
});

test('a folder that somebody is about to leave can be waited for, and none that is damaged', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  await expect(openSqliteJournal({ folder, ballastBytes: 0, folderWaitMs: 120 })).rejects.toThrow(
    'a service, or a command at work there (compact, forget, renew). Wait until',
  );
  const next = openSqliteJournal({ folder, ballastBytes: 0, folderWaitMs: 60_000 });
  await journal.close();
  await (await next).close();
  writeFileSync(path.join(folder, 'hedgerow.lock'), 'something else');
  const damaged = openSqliteJournal({ folder, ballastBytes: 0, folderWaitMs: 60_000 });
  await expect(damaged).rejects.toThrow('but it is another file. Remove it');
});

test('what nobody has open is read as it is, without a file beside it', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  await appendAll(journal, 'maize', [created()]);
  expect(isAtRest(folder)).toBe(false);
  await journal.close();
  expect(isAtRest(folder)).toBe(true);
  const names = readdirSync(folder);
  const database = openAtRest(folder);
  expect(database.prepare('select id from policy').all()).toHaveLength(1);
  expect(() => database.exec('delete from policy')).toThrow('readonly');
  database.close();
  expect(readdirSync(folder)).toEqual(names);
});

// As on a read-only disk, but also for whoever may write everywhere.
test('a folder in which nothing can be put beside the file is read', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  await appendAll(journal, 'maize', [created()]);
  await journal.close();
  symlinkSync(path.join(folder, 'no', 'such', 'folder'), path.join(folder, 'hedgerow.db-wal'));
  const reader = await openSqliteReader(folder, { isFrozen: true });
  expect(await reader.listPolicies()).toEqual(['maize']);
  await reader.close();
});

test('keys are managed from outside while the service runs, and it sees them', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  const outside = await openSqliteReader(folder);
  await outside.keys.add(sampleKeyRecord('hk_a'));
  expect(await journal.keys.find('hk_a')).toEqual(sampleKeyRecord('hk_a'));
  await journal.keys.touch('hk_a', 'now');
  expect((await outside.keys.find('hk_a'))?.lastUsedAt).toBe('now');
  expect(await outside.keys.revoke('hk_a', 'later')).toBe(true);
  expect((await journal.keys.find('hk_a'))?.revokedAt).toBe('later');
  await outside.close();
  await journal.close();
});

test('a journal of a newer version is refused, by the service and by a reader', async () => {
  const folder = temporaryFolder();
  await (await openIn(folder)).close();
  const database = openDatabase({ folder, isSynced: false });
  database.exec(`insert into hedgerow_migration values ('999-later', '')`);
  database.close();
  await expect(openIn(folder)).rejects.toThrow('999-later is unknown');
  await expect(openSqliteReader(folder)).rejects.toThrow('999-later is unknown');
});

test('the tables are made all at once or not at all', async () => {
  const folder = temporaryFolder();
  const database = openDatabase({ folder, isSynced: false });
  database.exec('create table snapshot (in_the_way)');
  await expect(openIn(folder)).rejects.toThrow('nothing was changed');
  const tables = database.prepare('select name from sqlite_schema').all();
  expect(tables).toEqual([{ name: 'snapshot' }]);
  database.exec('drop table snapshot');
  database.close();
  await (await openIn(folder)).close();
});

test('a reader needs a journal with its tables', async () => {
  const folder = temporaryFolder();
  await expect(openSqliteReader(folder)).rejects.toThrow('there is none');
  openDatabase({ folder, isSynced: false }).close();
  await expect(openSqliteReader(folder)).rejects.toThrow('001-first-tables was not made yet');
});

test('an empty append changes nothing', async () => {
  const journal = await openIn(temporaryFolder());
  await (await journal.beginTurn('maize', 0)).append([]).durable;
  expect(await journal.head('maize')).toBeNull();
  expect(sealEntries('maize', EMPTY_HEAD, [])).toEqual([]);
  await journal.close();
});

test('the history of a decision has each entry once, also in rows of a version that named its subject', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  const told = entry({ kind: 'confirmed', decision: 'maize.1.1', isLearnt: true });
  await appendAll(journal, 'maize', [created()]);
  await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
  await appendAll(journal, 'maize', [rewarded('maize.1.1', 2)]);
  await appendAll(journal, 'maize', [told, decided({ sequence: 2 })]);
  const positions = async (id: string) =>
    (await journal.readHistory((await journal.findDecision(id))!)).map(({ position }) => position);
  expect(await positions('maize.1.1')).toEqual([2, 3, 4]);
  const database = openDatabase({ folder, isSynced: false });
  database.exec(
    "update entry set subject = 'maize.1.1', first_position = null where position in (2, 3)",
  );
  expect(await positions('maize.1.1')).toEqual([2, 3, 4]);
  database.exec('delete from told where position = 3');
  database.close();
  expect(await positions('maize.1.1')).toEqual([2, 3, 4]);
  expect(await positions('maize.1.2')).toEqual([5]);
  await journal.close();
});

test('fingerprints are stored as bytes and told as they were, also those of a version that stored text', async () => {
  const folder = temporaryFolder();
  const journal = await openIn(folder);
  const fingerprint = '0123456789abcdef'.repeat(4);
  const [first, second] = [1, 2].map((sequence) => {
    const { body, ...rest } = decided({ sequence, key: `k${sequence}` });
    const key = { scope: 'local', text: `k${sequence}`, fingerprint };
    return { ...rest, body: { ...body, key } as typeof body };
  });
  await appendAll(journal, 'maize', [created(), first!, second!]);
  await journal.listDecisions('maize', {});
  const database = openDatabase({ folder, isSynced: false });
  const types = () => database.prepare('select typeof(fingerprint) as t from decision').all();
  expect(types()).toEqual([{ t: 'blob' }, { t: 'blob' }]);
  database.prepare('update decision set fingerprint = ? where sequence = 1').run(fingerprint);
  expect(types()).toEqual([{ t: 'text' }, { t: 'blob' }]);
  database.close();
  // Asked for in the same moment, each has its own answer.
  const asked = ['k2', 'k1', 'k3'].map((key) => journal.findByKey('maize', 'local', key));
  const rows = await Promise.all(asked);
  expect(rows.map((row) => row?.sequence)).toEqual([2, 1, undefined]);
  expect(rows.map((row) => row?.fingerprint)).toEqual([fingerprint, fingerprint, undefined]);
  await journal.close();
});
