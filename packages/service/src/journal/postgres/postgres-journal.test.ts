/**
 * The journal in PostgreSQL keeps the promises of every journal, and those of its own: several
 * processes write, connections break, servers change their role.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { journalContract } from '../journal.contract.ts';
import type { CommitReport, Journal, StoredEntry } from '../journal.ts';
import { freePort } from '../testing/free-port.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { reusedJournals } from '../testing/reused-journals.ts';
import {
  appendAll,
  created,
  decided,
  entry,
  STANDING,
  sampleTime,
} from '../testing/sample-entries.ts';
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
    clear: async (journal) => {
      const derived = 'decision, snapshot, shelf, outline, told, segment, removal';
      await runOn(urls.get(journal)!, `truncate policy, entry, ${derived}, api_key, member`);
      // It notices that it is no member any more, and forgets what it held.
      await journal.placement.announce('http://127.0.0.1:1');
    },
  }),
);

describe('a shelf of which the server knows nothing yet', () => {
  const ROWS = 2000;

  test('is not looked through for all that come at once with each of them', async () => {
    const url = await postgres.readyUrl();
    const journal = await openAt(url);
    for (const policy of ['maize', 'wheat']) {
      const [{ hash }] = (await appendAll(journal, policy, [created()])) as [StoredEntry];
      const rows = Array.from({ length: ROWS }, (_, k) => ({
        first: k + 1,
        last: k + 1,
        text: 'x',
      }));
      const [anchor, batch] = [
        { version: 1, hash },
        { generation: 1, version: 1, forgotten: [] },
      ];
      await journal.writeShelf({ ...batch, policy, anchor, rows });
      await journal.writeShelf({ ...batch, policy, anchor, rows });
    }
    // The server counts what a connection did when that ends at the latest.
    await journal.close();
    const client = postgres.server.getPgClient(databaseOf(url), '127.0.0.1');
    await client.connect();
    const look = async () => {
      const { rows } = await client.query(
        `select n_tup_ins as put, (select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
           from pg_statio_user_tables where relname = 'shelf') as read
         from pg_stat_user_tables where relname = 'shelf'`,
      );
      return { put: Number(rows[0].put), read: Number(rows[0].read) };
    };
    await expect.poll(async () => (await look()).put, { timeout: 20_000 }).toBe(2 * ROWS);
    // Thirteen pages a row; 28, and a hundred times as long, where it looks for all rows again with each of them.
    expect((await look()).read).toBeLessThan(20 * 2 * ROWS);
    await client.end();
  });
});

describe('two processes on one database', () => {
  async function openTwo(
    here?: Partial<PostgresJournalOptions>,
    there?: Partial<PostgresJournalOptions>,
  ): Promise<[Journal, Journal]> {
    const url = await postgres.freshUrl();
    return Promise.all([openAt(url, here), openAt(url, there)]);
  }

  test('they share the key of the coin, also if both ask for the first time at once', async () => {
    const [here, there] = await openTwo();
    const keys = await Promise.all([here.coinKey(), there.coinKey(), here.coinKey()]);
    const texts = keys.map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(texts).size).toBe(1);
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

describe('policies that are stored by one statement', () => {
  test('keep what is theirs, whatever is rare about the others', async () => {
    const reports: CommitReport[] = [];
    const onCommit = (report: CommitReport) => reports.push(report);
    const journal = await openAt(await postgres.readyUrl(), { onCommit });
    const usual = { ...STANDING, outline: 'first' };
    for (const policy of ['maize', 'rye', 'wheat']) {
      const turn = await journal.beginTurn(policy, 0);
      await turn.append([created()], { ...usual, owner: `of ${policy}` }).durable;
    }
    reports.splice(0);
    const begin = (policy: string) => journal.beginTurn(policy, 1);
    const [maize, rye, wheat] = await Promise.all(['maize', 'rye', 'wheat'].map(begin));
    const { outline: _outline, ...later } = { ...STANDING, margin: 2 };
    const over = entry({ kind: 'policy-archived', reason: 'over' }, 7);
    await Promise.all(
      [
        maize!.append([decided({ sequence: 1 })], later),
        rye!.append([over], { ...later, margin: 3 }),
        wheat!.append([decided({ policy: 'wheat', sequence: 1 })]),
      ].map(({ durable }) => durable),
    );
    expect(reports).toMatchObject([{ batchCount: 3 }]);
    const lines = await journal.listLines({ limit: 9, isArchivedShown: true });
    const told = lines.map(({ policy, archivedAt, standing }) => [
      policy,
      archivedAt,
      standing?.margin,
    ]);
    // The line without a standing stays behind, and is not made empty.
    expect(told).toEqual([
      ['maize', null, 2],
      ['rye', sampleTime(7), 3],
      ['wheat', null, undefined],
    ]);
    const rows = await Promise.all(
      ['maize', 'wheat'].map((policy) => journal.findDecision(`${policy}.1.1`)),
    );
    expect(rows).toMatchObject([{ site: null, parts: null }, { correctionCount: 0 }]);
    for (const policy of ['maize', 'rye', 'wheat'])
      expect(await journal.countOwned(`of ${policy}`)).toBe(1);
    await journal.close();
  });
});

describe('keys that are looked for along with what is stored', () => {
  const find = (key: string) => (journal: Journal) => journal.findByKey('maize', 'local', key);

  test('are found as they were before', async () => {
    const journal = await openAt(await postgres.readyUrl());
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    const row = await find('one')(journal);
    const turn = await journal.beginTurn('maize', 2);
    const { durable } = turn.append([decided({ sequence: 2, key: 'two' })]);
    const found = await Promise.all(['two', 'one', 'none'].map((key) => find(key)(journal)));
    await durable;
    expect([row?.id, ...found]).toEqual(['maize.1.1', null, row, null]);
    expect(await find('two')(journal)).toMatchObject({ id: 'maize.1.2' });
    await journal.close();
  });

  test('are found also if what they came along with cannot be stored', async () => {
    const journal = await openAt(await postgres.readyUrl());
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    const turn = await journal.beginTurn('maize', 2);
    const { durable } = turn.append([decided({ sequence: 2, key: 'one' })]);
    const found = find('one')(journal);
    await expect(durable).rejects.toMatchObject({ kind: 'behind' });
    expect(await found).toMatchObject({ id: 'maize.1.1' });
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
    ['before the batch arrives', 'before', null],
    ['after it was stored', 'after', 'maize.1.1'],
  ] as const)('%s leaves an unknown outcome that the key clears up', async (_name, when, id) => {
    const { journal, cable } = await openByCable();
    const turn = await journal.beginTurn('maize', 0);
    cable.cutAt('insert into entry', when);
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

  test('a server without room cannot be written to until it has some', async () => {
    const url = await postgres.freshUrl();
    const journal = await openAt(url);
    await appendAll(journal, 'maize', [created()]);
    await runOn(
      url,
      `create function refuse() returns trigger language plpgsql as $$ begin
         raise exception using errcode = '53100', message = 'could not extend file';
       end $$;
       create trigger no_room before insert on entry for each row execute function refuse()`,
    );
    await journal.checkWritable();
    await expect(appendOnce(journal)).rejects.toMatchObject({ kind: 'full' });
    await expect(journal.checkWritable()).rejects.toMatchObject({ kind: 'full' });
    await runOn(url, 'drop trigger no_room on entry');
    await journal.checkWritable();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    expect(await journal.listPolicies()).toEqual(['maize']);
    expect(await journal.read(' room', -1, 9)).toEqual([]);
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

test('has the server look at its shelf as soon as there is something on it', async () => {
  const url = await postgres.freshUrl();
  const journal = await openAt(url);
  const client = postgres.server.getPgClient(databaseOf(url), '127.0.0.1');
  await client.connect();
  await client.query(`insert into shelf (policy, generation, first, shelved_at, last, body)
    select 'farm', 1, number, 1, number, repeat('x', 200) from generate_series(1, 1000) as number`);
  const known = "select from pg_stats where tablename = 'shelf'";
  await vi.waitFor(async () => expect((await client.query(known)).rowCount).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 100,
  });
  await client.end();
  await journal.close();
});
