/**
 * The journal in PostgreSQL keeps the promises of every journal, and those of its own: several
 * processes write, connections break, servers change their role.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD } from '../entry-hash.ts';
import { journalContract } from '../journal.contract.ts';
import type { CommitReport, Journal } from '../journal.ts';
import { freePort, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { reusedJournals } from '../testing/reused-journals.ts';
import { appendAll, created, decided } from '../testing/sample-entries.ts';
import { type Cable, layCable } from '../testing/severed-connection.ts';
import { openPostgresJournal, type PostgresJournalOptions } from './postgres-journal.ts';

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

const urls = new WeakMap<Journal, string>();

async function openAt(url: string, more?: Partial<PostgresJournalOptions>): Promise<Journal> {
  const journal = await openPostgresJournal({ url, poolSize: 4, ...more });
  urls.set(journal, url);
  return journal;
}

async function runOn(url: string, text: string): Promise<void> {
  const client = postgres.server.getPgClient(databaseOf(url), '127.0.0.1');
  await client.connect();
  await client.query(text);
  await client.end();
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

journalContract(
  'postgres',
  reusedJournals({
    open: async () => openAt(await postgres.freshUrl()),
    reopen: async (journal) => {
      await journal.close();
      return openAt(urls.get(journal)!);
    },
    clear: (journal) =>
      runOn(
        urls.get(journal)!,
        'truncate policy, entry, decision, snapshot, outline, told, segment, removal, api_key',
      ),
  }),
);

describe('two processes on one database', () => {
  async function openTwo(
    here?: Partial<PostgresJournalOptions>,
    there?: Partial<PostgresJournalOptions>,
  ): Promise<[Journal, Journal]> {
    const url = await postgres.freshUrl();
    return Promise.all([openAt(url, here), openAt(url, there)]);
  }

  test('each hears what the other wrote, and both write one chain', async () => {
    const [here, there] = await openTwo();
    const first = await appendAll(here, 'maize', [created(), decided({ sequence: 1 })]);
    const turn = await there.beginTurn('maize', 1);
    expect(turn.missed).toEqual(first.slice(1));
    const second = turn.append([decided({ sequence: 2 })]);
    await second.durable;
    const back = await here.beginTurn('maize', 2);
    expect(back.missed).toEqual(second.stored);
    await back.release();
    await Promise.all([here.close(), there.close()]);
  });

  test('they share the key of the coin, also if both ask for the first time at once', async () => {
    const [here, there] = await openTwo();
    const keys = await Promise.all([here.coinKey(), there.coinKey(), here.coinKey()]);
    const texts = keys.map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(texts).size).toBe(1);
    await Promise.all([here.close(), there.close()]);
  });

  test('turns at the same time wait for each other, also for the very first', async () => {
    const [here, there] = await openTwo();
    const write = async (journal: Journal, scope: string) => {
      let known = 0;
      for (let count = 1; count <= 15; count += 1) {
        const turn = await journal.beginTurn('maize', known);
        const sequence = turn.head.version + 1;
        const commit = turn.append([decided({ sequence, key: `${scope} ${count}` })]);
        known = sequence;
        await commit.durable;
      }
    };
    await Promise.all([write(here, 'here'), write(there, 'there')]);
    const entries = await here.read('maize', 0, 100);
    expect(entries).toHaveLength(30);
    expect(checkChain(EMPTY_HEAD, entries)).toBeNull();
    await Promise.all([here.close(), there.close()]);
  });

  test('one that sleeps during its turn loses it, and stores nothing when it wakes', async () => {
    const [sleeper, other] = await openTwo({ idleMs: 100 });
    await appendAll(other, 'maize', [created()]);
    const turn = await sleeper.beginTurn('maize', 1);
    // Waits for the lock until the server has taken it away from the sleeper.
    const stored = await appendAll(other, 'maize', [decided({ sequence: 1, key: 'other' })]);
    const late = turn.append([decided({ sequence: 1, key: 'late' })]);
    await expect(late.durable).rejects.toMatchObject({ kind: 'broken' });
    expect(await other.read('maize', 1, 9)).toEqual(stored);
    expect(await other.findByKey('maize', 'local', 'late')).toBeNull();
    const again = await sleeper.beginTurn('maize', 1);
    expect(again.missed).toEqual(stored);
    await again.release();
    await Promise.all([sleeper.close(), other.close()]);
  });

  test('a turn that never comes is given up', async () => {
    const [here, there] = await openTwo({}, { lockMs: 50 });
    await appendAll(here, 'maize', [created()]);
    const turn = await here.beginTurn('maize', 1);
    await expect(there.beginTurn('maize', 1)).rejects.toMatchObject({ kind: 'broken' });
    await turn.append([decided({ sequence: 1 })]).durable;
    await (await there.beginTurn('maize', 1)).release();
    await Promise.all([here.close(), there.close()]);
  });

  test('commits are reported with their entries', async () => {
    const reports: CommitReport[] = [];
    const onCommit = (report: CommitReport) => reports.push(report);
    const journal = await openAt(await postgres.freshUrl(), { onCommit });
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
    expect(reports).toMatchObject([{ entryCount: 2, batchCount: 1 }]);
    await journal.close();
  });
});

describe('a connection that breaks', () => {
  async function openByCable(): Promise<{ journal: Journal; cable: Cable }> {
    const url = await postgres.freshUrl();
    const cable = await layCable(postgres.port);
    const journal = await openAt(url.replace(`:${postgres.port}/`, `:${cable.port}/`));
    return { journal, cable };
  }

  test.each([
    ['before the commit arrives', 'before', null],
    ['after the commit', 'after', 'maize.1.1'],
  ] as const)('%s leaves an unknown outcome that the key clears up', async (_name, when, id) => {
    const { journal, cable } = await openByCable();
    const turn = await journal.beginTurn('maize', 0);
    cable.cutAt('commit', when);
    const commit = turn.append([decided({ sequence: 1, key: 'one' })]);
    await commit.accepted;
    await expect(commit.durable).rejects.toMatchObject({ kind: 'broken' });
    expect((await journal.findByKey('maize', 'local', 'one'))?.id ?? null).toBe(id);
    const next = await journal.beginTurn('maize', 0);
    expect(next.missed).toHaveLength(id === null ? 0 : 1);
    await next.append([decided({ sequence: 2 })]).durable;
    await journal.close();
    await cable.close();
  });

  test('between and during turns harms neither the process nor the next turn', async () => {
    const { journal, cable } = await openByCable();
    await appendAll(journal, 'maize', [created()]);
    const turn = await journal.beginTurn('maize', 1);
    cable.cut();
    await expect(turn.append([decided({ sequence: 1 })]).durable).rejects.toMatchObject({
      kind: 'broken',
    });
    const released = await journal.beginTurn('maize', 1);
    cable.cut();
    await released.release();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    expect((await journal.head('maize'))?.version).toBe(2);
    await journal.close();
    await cable.close();
  });
});

describe('several hosts', () => {
  /** A database that is read-only stands for a standby; open connections end. */
  async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
    const name = databaseOf(url);
    const admin = url.replace(name, 'postgres');
    await runOn(admin, `alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
    await runOn(
      admin,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  }

  test('the first that answers is used', async () => {
    const url = await postgres.freshUrl();
    const dead = `127.0.0.1:${await freePort()}`;
    const journal = await openAt(url.replace('@', `@${dead},`));
    await appendAll(journal, 'maize', [created()]);
    await journal.close();
  });

  test('when one goes away, the next is used without anybody noticing', async () => {
    const url = await postgres.freshUrl();
    const cables = await Promise.all([layCable(postgres.port), layCable(postgres.port)]);
    const hosts = cables.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const journal = await openAt(url.replace(`127.0.0.1:${postgres.port}`, hosts));
    await appendAll(journal, 'maize', [created()]);
    await cables[0].close();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    expect((await journal.head('maize'))?.version).toBe(2);
    await journal.close();
    await cables[1].close();
  });

  test('a server that turned read-only is refused until it takes writes again', async () => {
    const url = await postgres.freshUrl();
    const journal = await openAt(url);
    await appendAll(journal, 'maize', [created()]);
    await setReadOnly(url, true);
    await expect(appendOnce(journal)).rejects.toMatchObject({ kind: 'broken' });
    await expect(journal.checkWritable()).rejects.toThrow('read-only');
    await setReadOnly(url, false);
    await journal.checkWritable();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    await journal.close();
  });

  async function appendOnce(journal: Journal): Promise<void> {
    const turn = await journal.beginTurn('maize', 1);
    await turn.append([decided({ sequence: 1 })]).durable;
  }

  test('when none answers, all are named, and the password is not', async () => {
    const url = `postgres://u:hush@127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/db`;
    const failure = await openAt(url).catch((error: Error) => error.message);
    expect(failure).toMatch(/127\.0\.0\.1:\d+: .*; 127\.0\.0\.1:\d+: /);
    expect(failure).not.toContain('hush');
  });
});

test('a database of a newer version is refused', async () => {
  const url = await postgres.freshUrl();
  await (await openAt(url)).close();
  await runOn(url, `insert into hedgerow_migration values ('999-later', '')`);
  await expect(openAt(url)).rejects.toThrow('999-later is unknown');
});
