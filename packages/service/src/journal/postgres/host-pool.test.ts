/**
 * Statements that the server keeps, and a pool in between that hands sessions around without knowing them.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { layCable } from '../testing/severed-connection.ts';
import { GivenUp } from './given-up.ts';
import { HostPool } from './host-pool.ts';
import { keptStatement, nameAfter } from './kept-statement.ts';

const ADD = keptStatement('add', 'insert into note (text) values ($1) returning text');
const KEPT = 'select name from pg_prepared_statements order by prepare_time';

let postgres: PostgresServer;
let pool: HostPool;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = new HostPool({ url: await postgres.freshUrl(), poolSize: 1, answerMs: 5000 });
  await pool.query('create table note (text text)', []);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

async function namesKept(): Promise<string[]> {
  return (await pool.query<{ name: string }>(KEPT, [])).map(({ name }) => name);
}

/** With one connection, what is done to the session here is what somebody else did to it. */
async function openAnother(): Promise<HostPool> {
  const url = await postgres.freshUrl();
  const another = new HostPool({ url, poolSize: 1, answerMs: 5000 });
  await another.query('create table note (text text)', []);
  return another;
}

test('a statement is kept under its name, and planned anew as it is used more', async () => {
  for (let k = 0; k < 5; k++) await pool.queryKept(ADD, [`${k}`]);
  expect(await namesKept()).toEqual([nameAfter(ADD, 0), nameAfter(ADD, 4)]);
  expect(nameAfter(ADD, 2)).toBe(nameAfter(ADD, 0));
  expect(nameAfter(ADD, 1e9)).toBe(`${ADD.name}_14`);
  expect(keptStatement('add', 'select 1').name).not.toBe(ADD.name);
});

test.each([
  [
    'does not know the name',
    async (other: HostPool) => {
      await other.queryKept(ADD, ['first']);
      await other.query('deallocate all', []);
    },
  ],
  [
    'knows the name from somebody else',
    async (other: HostPool) => {
      await other.query(`prepare ${nameAfter(ADD, 0)} as select 'first'`, []);
      await other.query(`insert into note values ('first')`, []);
    },
  ],
])('a session that %s gets the statement without one, once', async (_name, disturb) => {
  const other = await openAnother();
  await disturb(other);
  for (const text of ['second', 'third']) await other.queryKept(ADD, [text]);
  const lines = await other.query<{ text: string }>('select text from note', []);
  expect(lines.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  await other.end();
});

test('a refusal for another reason is told', async () => {
  const wrong = keptStatement('wrong', 'insert into nothing values ($1)');
  await expect(pool.queryKept(wrong, ['a'])).rejects.toMatchObject({ code: '42P01' });
});

test('a server that does not listen any more does not keep the process from ending', async () => {
  const cable = await layCable(postgres.port);
  const url = (await postgres.freshUrl()).replace(`:${postgres.port}/`, `:${cable.port}/`);
  const held = new HostPool({ url, poolSize: 2, answerMs: 60_000 });
  const [idle, busy] = [await held.connect(), await held.connect()];
  held.giveBack(idle);
  cable.hold();
  const asked = busy.query('select 1', []).catch((error: unknown) => held.giveBack(busy, error));
  await Promise.all([held.end(), asked]);
  expect([idle, busy].map(({ connection }) => connection.stream.destroyed)).toEqual([true, true]);
  await cable.close();
});

test('when one connection is mute, those that nobody has heard of since are given up with it', async () => {
  const cable = await layCable(postgres.port);
  const url = (await postgres.freshUrl()).replace(`:${postgres.port}/`, `:${cable.port}/`);
  const impatient = new HostPool({ url, poolSize: 3, answerMs: 300 });
  const connections = await Promise.all([0, 1, 2].map(() => impatient.connect()));
  for (const connection of connections) impatient.giveBack(connection);
  cable.hold();
  await expect(impatient.query('select 1', [])).rejects.toThrow('timeout');
  expect(connections.map(({ connection }) => connection.stream.destroyed)).toEqual([
    true,
    true,
    true,
  ]);
  cable.resume();
  expect(await impatient.query('select 2 as two', [])).toEqual([{ two: 2 }]);
  await impatient.end();
  await cable.close();
});

/** A pool that gives up soon, and what tells how many statements are still under way. */
async function openImpatient() {
  const url = `${await postgres.freshUrl()}?application_name=whatever`;
  const patient = new HostPool({ url, poolSize: 2, answerMs: 60_000 });
  const givenUp = new GivenUp({ pool: patient, answerMs: 300, most: 2 });
  const impatient = new HostPool({ url, poolSize: 4, answerMs: 300, givenUp });
  const underWay = async (word: string) => {
    const text = `select pid from pg_stat_activity where state = 'active' and query like '%' || $1 and pid <> pg_backend_pid()`;
    return (await patient.query<{ pid: number }>(text, [word])).map(({ pid }) => pid);
  };
  const close = async () => {
    await givenUp.close();
    await Promise.all([impatient.end(), patient.end()]);
  };
  return { patient, impatient, underWay, close };
}

test('a statement that nobody waits for any more does not go on waiting for a lock', async () => {
  const { patient, impatient, underWay, close } = await openImpatient();
  await patient.query('create table note (text text)', []);
  const vacuum = await patient.connect();
  await vacuum.query('begin; lock table note in access exclusive mode');
  await expect(impatient.query('select text from note', [])).rejects.toThrow('timeout');
  while ((await underWay('from note')).length > 0) await sleep(10);
  await vacuum.query('rollback');
  patient.giveBack(vacuum);
  await close();
});

test('while many statements that nobody waits for are under way, no more are begun', async () => {
  const { patient, impatient, underWay, close } = await openImpatient();
  const endless = () => impatient.query('select pg_sleep(600)', []).catch(String);
  const refused = 'At most 2 statements may be under way';
  for (let said = ''; !said.includes(refused); await sleep(10)) {
    said = `${await Promise.all([endless(), endless()])}`;
  }
  const stuck = await underWay('pg_sleep(600)');
  expect(stuck.length).toBeGreaterThanOrEqual(2);
  await patient.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [stuck]);
  const isAnswered = () =>
    impatient.query('select 1', []).then(
      () => true,
      () => false,
    );
  while (!(await isAnswered())) await sleep(10);
  await close();
});

test('where the server gives no more connections, those that there are do', async () => {
  const url = new URL(await postgres.freshUrl());
  await pool.query(`create role few login password 'secret' connection limit 2`, []);
  url.username = 'few';
  const few = new HostPool({ url: url.href, poolSize: 4, answerMs: 60_000 });
  const ask = () => few.query('select pg_sleep(0.01)', []);
  await Promise.all(Array.from({ length: 12 }, ask));
  const [first, second] = [await few.connect(), await few.connect()];
  const third = few.connect();
  few.giveBack(first);
  few.giveBack(await third);
  few.giveBack(second);
  await few.end();
});

test('a role that may not write is told from a standby', async () => {
  const url = new URL(await postgres.freshUrl());
  await pool.query(`create role reader login password 'secret'`, []);
  await pool.query(`alter role reader set default_transaction_read_only = on`, []);
  url.username = 'reader';
  const reading = new HostPool({ url: url.href, poolSize: 1, answerMs: 5000 });
  await expect(reading.query('select 1', [])).rejects.toThrow('set it to off for the role');
  await reading.end();
});

/** Pages that a process had to be given so far; null where the system does not tell, or memory is handed out otherwise. */
function pageFaults(pid: number): number | null {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime === undefined) return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return Number(fields[7]);
}

test('the server keeps the memory that a statement used for the next one', async () => {
  const [server] = await pool.query<{ pid: number }>('select pg_backend_pid() as pid', []);
  // It takes some hundred kilobytes, in pieces: eighteen pages each time if they are given back.
  const gather = () => pool.query('select array_agg(i) from generate_series(1, 3000) as i', []);
  for (let k = 0; k < 5; k++) await gather();
  const before = pageFaults(server!.pid);
  for (let k = 0; k < 20; k++) await gather();
  const after = pageFaults(server!.pid);
  expect(((after ?? 0) - (before ?? 0)) / 20).toBeLessThan(6);
});
