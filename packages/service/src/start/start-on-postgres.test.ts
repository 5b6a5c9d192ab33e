/**
 * Two services on one PostgreSQL, and addresses that lead nowhere.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../api/security/api-keys.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { systemClock } from '../instruments/clock.ts';
import { createLogger } from '../instruments/logger.ts';
import { FrozenView } from '../journal/postgres/frozen-view.ts';
import { LOOK as GIVEN_UP } from '../journal/postgres/given-up.ts';
import { HostPool } from '../journal/postgres/host-pool.ts';
import { builderAt, makeTablesBefore } from '../journal/testing/postgres-before.ts';
import { type PostgresServer, startPostgres } from '../journal/testing/postgres-server.ts';
import { layCable } from '../journal/testing/severed-connection.ts';
import type { MemberView, PolicyView } from '../wire.ts';
import { compactJournal } from './compact-journal.ts';
import { openKeyStore, openReader } from './open-store.ts';
import { readSettings } from './settings.ts';
import { startService } from './start-service.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.stop());

const settingsFor = (database: string) =>
  readSettings({ flags: { database, port: '0', logLevel: 'silent' } });

const HOUR_MS = 3_600_000;

const FARM = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 4, max: 12 },
  allowedShortfall: 0.3,
};

async function decide(address: string, headers = {}): Promise<void> {
  const answer = await fetch(`${address}/v1/policies/farm/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ policy: FARM, context: { rain: 50 } }),
  });
  expect(answer.status).toBe(200);
}

it('shares one set of books between replicas, which can be verified beside them', async () => {
  const settings = settingsFor(await postgres.freshUrl());
  const replicas = await Promise.all([startService(settings), startService(settings)]);
  try {
    await decide(replicas[0]!.address, { 'idempotency-key': 'key' });
    for (const { address } of [...replicas, replicas[1]!]) await decide(address);
    for (const { address } of replicas) {
      const view = await (await fetch(`${address}/v1/policies/farm`)).json();
      expect(view).toMatchObject({ counts: { decisions: 4 } });
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }
    const reader = await openReader(settings);
    const whole = (decisions: number) => ({
      isWhole: true,
      policies: [{ policy: 'farm', decisions, problem: null }],
    });
    expect(await verifyJournal(reader)).toMatchObject(whole(4));
    // What is written meanwhile is not seen before the next look.
    await decide(replicas[1]!.address);
    expect(await verifyJournal(reader)).toMatchObject(whole(4));
    expect((await reader.findByKey('farm', 'local', 'key'))?.sequence).toBe(1);
    reader.lookAgain!();
    expect(await verifyJournal(reader)).toMatchObject(whole(5));
    await reader.close();
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
  }
});

it('whoever only looks, or changes keys, leaves tables of an earlier version as they are', async () => {
  const settings = settingsFor(await postgres.freshUrl());
  const db = await makeTablesBefore(settings.database);
  const stepCount = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from hedgerow_migration`.execute(db);
    return Number(rows[0]!.count);
  };
  const before = await stepCount();
  const tables = 'tables must be up to date';
  await expect(openReader(settings)).rejects.toThrow(tables);
  await expect(compactJournal(settings, { isDryRun: true })).rejects.toThrow(tables);
  await expect(openKeyStore(settings)).rejects.toThrow(tables);
  await expect(openKeyStore(settings, { isFirstKey: false })).rejects.toThrow(tables);
  expect(await stepCount()).toBe(before);
  await db.destroy();
});

it('makes tables for the first key, and not for whoever looks for one', async () => {
  const settings = settingsFor(await postgres.freshUrl());
  await expect(openKeyStore(settings, { isFirstKey: false })).rejects.toThrow('was not made yet');
  await expect(openReader(settings)).rejects.toThrow('was not made yet');
  const { keys, close } = await openKeyStore(settings);
  const { record } = createKey({
    name: 'first',
    scopes: ['read'],
    policies: ['*'],
    createdAt: '2026-11-17T06:00:00.000Z',
    expiresAt: null,
  });
  await keys.add(record);
  expect(await keys.list()).toEqual([record]);
  await close();
});

it('what a role is allowed to take does not end a proof that takes longer', async () => {
  const database = await postgres.freshUrl();
  const db = builderAt(database);
  const name = sql.ref(new URL(database).pathname.slice(1));
  const timeouts = [
    'idle_in_transaction_session_timeout',
    'lock_timeout',
    'statement_timeout',
    'transaction_timeout',
  ];
  for (const timeout of timeouts) {
    await sql`alter database ${name} set ${sql.ref(timeout)} = '1h'`.execute(db);
  }
  await db.destroy();
  const view = new FrozenView(new HostPool({ url: database, poolSize: 1, answerMs: 2000 }));
  const client = await view.connect();
  const { rows } = await client.query(
    'select name, setting from pg_settings where name = any($1) order by name',
    [timeouts],
  );
  expect(rows).toEqual(timeouts.map((timeout) => ({ name: timeout, setting: '0' })));
  await view.end();
});

it('a proof that waits for a lock is not given up, neither by itself nor by replicas', async () => {
  const settings = settingsFor(await postgres.readyUrl());
  const reader = await openReader(settings);
  const replica = new HostPool({ url: settings.database, poolSize: 2, answerMs: 2000 });
  const locker = await replica.connect();
  await locker.query('begin; lock table policy');
  const proof = verifyJournal(reader);
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => replica.query(waiting, [])).toHaveLength(1);
  // As replicas look for what nobody waits for any more, but after no time at all.
  await replica.query(GIVEN_UP, [0]);
  await locker.query('commit');
  expect((await proof).isWhole).toBe(true);
  replica.giveBack(locker);
  await Promise.all([reader.close(), replica.end()]);
});

it('writes by the time of the database, whatever the machine says', async () => {
  const settings = settingsFor(await postgres.freshUrl());
  const realMs = Date.parse(systemClock.now());
  vi.useFakeTimers({ toFake: ['Date'], now: realMs + 3 * HOUR_MS });
  try {
    const service = await startService(settings);
    const answer = await fetch(`${service.address}/v1/policies/farm`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ definition: FARM }),
    });
    const { createdAt } = (await answer.json()) as PolicyView;
    expect(Math.abs(Date.parse(createdAt) - realMs)).toBeLessThan(HOUR_MS);
    await service.close();
  } finally {
    vi.useRealTimers();
  }
});

it('answers in time while the database says nothing, decides nothing twice, and recovers by itself', async () => {
  const url = await postgres.freshUrl();
  const cable = await layCable(postgres.port);
  const settings = settingsFor(url.replace(`:${postgres.port}/`, `:${cable.port}/`));
  const service = await startService(settings);
  const ask = (path: string, body?: object, key = 'one') =>
    fetch(`${service.address}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
        connection: 'close',
      },
    });
  const decisions = '/v1/policies/farm/decisions';
  const decide = (key: string) => ask(decisions, { policy: FARM, context: { rain: 50 } }, key);
  try {
    expect((await decide('one')).status).toBe(200);
    cable.hold();
    const startMs = performance.now();
    const asked = [
      ...['two', 'two', 'three'].map(decide),
      ask('/v1/decisions/farm.1.1/reward', { value: 8 }),
      ...['/audit', '/decisions', '/sites', '/export'].map((what) =>
        ask(`/v1/policies/farm${what}`),
      ),
      ...['/v1/policies/wheat', '/v1/policies', '/v1/decisions/farm.1.1', '/readyz'].map((path) =>
        ask(path),
      ),
    ];
    expect((await ask('/livez')).status).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    // Three seconds, and some for a machine that is busy.
    expect(performance.now() - startMs).toBeLessThan(4500);
    expect(statuses).toEqual(asked.map(() => 503));
    cable.resume();
    const answers = await Promise.all(['one', 'two', 'three', 'two'].map(insist));
    const ids = answers.map((answer) => answer.id);
    expect([ids[0], ids[1]]).toEqual(['farm.1.1', ids[3]]);
    expect(new Set(ids).size).toBe(3);
    const view = await (await ask('/v1/policies/farm')).json();
    expect(view).toMatchObject({ counts: { decisions: 3 } });
  } finally {
    await service.close();
    await cable.close();
  }

  /** As a caller does who was told to try again. */
  async function insist(key: string): Promise<{ id: string }> {
    for (;;) {
      const answer = await decide(key);
      if (answer.status === 200) return (await answer.json()) as { id: string };
      expect(answer.status).toBe(503);
    }
  }
});

it('leaves policies to replicas that are reached, and says so, if its own address leads to somebody else', async () => {
  const stranger = createServer((_request, response) => response.end('Welcome!'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as AddressInfo;
  const settings = { ...settingsFor(await postgres.readyUrl()), leaseSeconds: 4 };
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ level: 'error', clock: systemClock, destination });
  const memberAddress = `http://127.0.0.1:${port}`;
  const lost = await startService({ ...settings, memberAddress }, { logger });
  expect(lines.join()).toContain('does not lead here');
  const found = await startService(settings, { logger });
  try {
    const metrics = async () => await (await fetch(`${lost.address}/metrics`)).text();
    await expect.poll(metrics, { timeout: 20_000 }).toContain('hedgerow_members 2');
    const define = (address: string, name: string) =>
      fetch(`${address}/v1/policies/${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ definition: FARM }),
      });
    const names = Array.from({ length: 6 }, (_, index) => `field-${index}`);
    // Whoever did not know it yet is told by the first that gets no answer; and on a busy machine a lease may end.
    const isDefined = (address: string, name: string) =>
      expect.poll(async () => (await define(address, name)).status, { timeout: 20_000 }).toBe(200);
    for (const name of names) {
      await isDefined(found.address, name);
      await isDefined(lost.address, `${name}-b`);
    }
    const members = (await (await fetch(`${found.address}/v1/members`)).json()) as MemberView[];
    const held = members.map(({ address, policies }) => [address, policies]);
    expect(new Map(held as [string, number][])).toEqual(
      new Map([
        [found.address, 12],
        [memberAddress, 0],
      ]),
    );
    expect(lines.filter((line) => line.includes('does not lead here'))).toHaveLength(1);
  } finally {
    await Promise.all([lost.close(), found.close()]);
    stranger.close();
  }
});

it('says which database does not answer, and never its password', async () => {
  const missing = (await postgres.freshUrl()).replace(/[^/]+$/, 'no_such_database');
  const error = await startService(settingsFor(missing)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StartFailure', kind: 'database' });
  expect((error as Error).message).toContain('no_such_database');
  expect((error as Error).message).not.toContain('secret');
});
