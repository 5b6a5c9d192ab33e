/**
 * Leases in PostgreSQL: one member writes a policy at a time, whoever slept is shut out, and a server that
 * says nothing holds nobody up for long.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Place } from '../../placement/placement.ts';
import { checkChain, EMPTY_HEAD } from '../entry-hash.ts';
import type { CommitReport, Journal, StoredEntry } from '../journal.ts';
import { checkRemovals } from '../removal.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import {
  appendAll,
  created,
  decided,
  entry,
  keepSnapshot,
  rewarded,
  STANDING,
} from '../testing/sample-entries.ts';
import { sentStatements } from '../testing/sent-statements.ts';
import { type Cable, layCable } from '../testing/severed-connection.ts';
import { openPostgresJournal, type PostgresJournalOptions } from './postgres-journal.ts';

const HERE: Place = { kind: 'here' };
const LEASE_MS = 1000;
const PATIENT_MS = 60_000;

let postgres: PostgresServer;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => postgres.stop());

async function openMember(
  url: string,
  options: Partial<PostgresJournalOptions> = {},
): Promise<Journal> {
  const journal = await openPostgresJournal({ url, poolSize: 4, leaseMs: LEASE_MS, ...options });
  closers.push(() => journal.close());
  return journal;
}

/** A member whose connections to the database can be held. */
async function openByCable(
  url: string,
  options: Partial<PostgresJournalOptions> = {},
): Promise<{ journal: Journal; cable: Cable }> {
  const cable = await layCable(postgres.port);
  closers.push(() => cable.close());
  const journal = await openMember(url.replace(`:${postgres.port}/`, `:${cable.port}/`), options);
  return { journal, cable };
}

async function rowsOf<Row>(url: string, text: string): Promise<Row[]> {
  const client = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** Forgets the first decision. */
async function forgetFirst(journal: Journal, stored: readonly StoredEntry[]): Promise<void> {
  const { position: version, hash } = stored.at(-1)!;
  const turn = await journal.beginTurn('maize', version);
  const told = entry({ kind: 'mode-changed', mode: 'live', reason: 'stands for the telling' });
  await turn.forget([told], STANDING, {
    tombstones: [],
    decisions: [{ policy: 'maize', generation: 1, sequence: 1 }],
    keys: [],
    checkpoint: { policy: 'maize', version, hash, generation: 1, body: 'clean' },
    shelf: [],
    shelved: [1],
  });
}

/** How many statements wait for others. */
async function waitingCount(url: string): Promise<number> {
  const waiting = await rowsOf(
    url,
    `select 1 from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return waiting.length;
}

const isHere = async (journal: Journal, policy: string) =>
  (await journal.placement.find(policy)).kind === 'here';

describe('a policy has one writer', () => {
  test('others are told where it is, until it is handed over', async () => {
    const url = await postgres.readyUrl();
    const [here, there] = [await openMember(url), await openMember(url)];
    await here.placement.announce('http://127.0.0.1:1');
    await appendAll(here, 'maize', [created()]);
    const place = await there.placement.find('maize', { isForwarded: true });
    expect(place).toMatchObject({ kind: 'elsewhere', address: 'http://127.0.0.1:1' });
    const { member = '' } = place as Extract<Place, { kind: 'elsewhere' }>;
    expect([here.placement.isSelf(member), there.placement.isSelf(member)]).toEqual([true, false]);
    await expect(there.beginTurn('maize', 1)).rejects.toMatchObject({ kind: 'elsewhere' });
    expect(await here.placement.find('maize')).toEqual(HERE);
    const [announced, silent] = await there.placement.members();
    const shown = { isAsked: false, isLeaving: false };
    expect(announced).toMatchObject({ ...shown, address: 'http://127.0.0.1:1', policies: 1 });
    expect(silent).toMatchObject({ ...shown, address: null, policies: 0 });
    expect(announced!.leaseEndsIn).toBeLessThanOrEqual(LEASE_MS / 1000);
    expect((await here.placement.members())[0]).toMatchObject({ isAsked: true });
    expect(here.placement.counts()).toMatchObject({ held: 1 });
    await here.close();
    await appendAll(there, 'maize', [decided({ sequence: 1 })]);
    expect(await there.placement.find('maize')).toEqual(HERE);
    const entries = await there.read('maize', 0, 9);
    expect(checkChain(EMPTY_HEAD, entries)).toBeNull();
  });

  test('together they make no more policies of an owner than it may have', async () => {
    const url = await postgres.readyUrl();
    const members = await Promise.all([1, 2, 3].map(() => openMember(url)));
    const standing = { ...STANDING, outline: 'o', owner: 'hk_a', ownedMost: 4 };
    const make = async (journal: Journal, policy: string) =>
      (await journal.beginTurn(policy, 0)).append([created()], standing).durable;
    const attempts = members.flatMap((journal, k) =>
      [1, 2, 3, 4].map((count) => make(journal, `policy-${k}-${count}`)),
    );
    const made = (await Promise.allSettled(attempts)).filter(
      ({ status }) => status === 'fulfilled',
    );
    expect([made.length, await members[0]!.countOwned('hk_a')]).toEqual([4, 4]);
  });

  test('two that say to be at one address notice it, and say so where it matters', async () => {
    const url = await postgres.readyUrl();
    const open = () => openMember(url, { leaseMs: PATIENT_MS });
    const [first, second] = [await open(), await open()];
    for (const member of [first, second, first, second, first]) {
      await member.placement.announce('http://127.0.0.1:1');
    }
    expect([first, second].map(({ placement }) => placement.hasNamesake())).toEqual([true, true]);
    await appendAll(first, 'maize', [created()]);
    expect(await second.placement.find('maize')).toMatchObject({ isNamesake: true });
    await first.placement.announce('http://127.0.0.1:2');
    await second.placement.announce('http://127.0.0.1:1');
    expect(second.placement.hasNamesake()).toBe(false);
    expect(await second.placement.find('maize')).not.toHaveProperty('isNamesake');
  });

  test('one that died is not waited for until a clock that was put back is there again', async () => {
    const url = await postgres.readyUrl();
    const before = await openMember(url);
    await appendAll(before, 'maize', [created()]);
    await before.close();
    const inAnHour = "clock_timestamp() + interval '1 hour'";
    await rowsOf(url, `insert into member values ('dead', null, false, ${inAnHour})`);
    await rowsOf(url, "update policy set holder = 'dead'");
    const next = await openMember(url);
    await appendAll(next, 'maize', [decided({ sequence: 1 })]);
    expect(await rowsOf(url, "select id from member where id = 'dead'")).toEqual([]);
  });

  test('two that make it at the same moment make it once', async () => {
    const url = await postgres.readyUrl();
    const members = [await openMember(url), await openMember(url)];
    const turns = await Promise.all(members.map((member) => member.beginTurn('maize', 0)));
    const commits = turns.map((turn) => turn.append([created()]).durable);
    const settled = await Promise.allSettled(commits);
    const kinds = settled.map((one) => (one.status === 'fulfilled' ? 'stored' : one.reason.kind));
    expect(kinds.sort()).toEqual(['behind', 'stored']);
    expect((await members[0]!.head('maize'))?.version).toBe(1);
  });

  test('what is free is the share of one member, and goes there', async () => {
    const url = await postgres.readyUrl();
    const addresses = [1, 2, 3].map((port) => `http://127.0.0.1:${port}`);
    // Nobody is given up meanwhile, however busy the machine is.
    const open = () => openMember(url, { leaseMs: PATIENT_MS });
    const members = [await open(), await open(), await open()];
    for (const [index, member] of members.entries()) {
      await member.placement.announce(addresses[index]!);
    }
    let heard: ReadonlySet<string> = new Set();
    members[2]!.placement.watch((all) => {
      heard = all;
    });
    // Everybody has heard of everybody.
    for (const [index, member] of members.entries()) {
      await member.placement.announce(addresses[index]!);
    }
    const policies = Array.from({ length: 12 }, (_, index) => `policy-${index}`);
    const shares = await Promise.all(
      policies.map(async (policy) => {
        const places = await Promise.all(members.map(({ placement }) => placement.find(policy)));
        const named = places.map((place, index) =>
          place.kind === 'here' ? addresses[index] : place.address,
        );
        expect(new Set(named).size).toBe(1);
        return named[0]!;
      }),
    );
    expect(new Set(shares).size).toBe(3);
    expect([...heard].sort()).toEqual(addresses);
    expect(members[2]!.placement.counts()).toEqual({ held: 0, members: 3 });
    // One that is about to go is sent nothing new.
    await members[0]!.placement.leave();
    await members[1]!.placement.announce(addresses[1]!);
    const free = policies.find((_, index) => shares[index] === addresses[0]);
    expect(await members[1]!.placement.find(free!)).not.toMatchObject({ address: addresses[0] });
  });

  test('when a member comes, what is its share goes over to it', async () => {
    const url = await postgres.readyUrl();
    const first = await openMember(url);
    await first.placement.announce('http://127.0.0.1:1');
    const policies = Array.from({ length: 8 }, (_, index) => `policy-${index}`);
    for (const policy of policies) await appendAll(first, policy, [created()]);
    const second = await openMember(url);
    await second.placement.announce('http://127.0.0.1:2');
    const moved = async () => {
      const held = await Promise.all(policies.map((policy) => isHere(second, policy)));
      return policies.filter((_, index) => held[index]);
    };
    await until(async () => (await moved()).length > 1);
    const [policy] = await moved();
    await appendAll(second, policy!, [decided({ policy: policy!, sequence: 1 })]);
    await expect(first.beginTurn(policy!, 1)).rejects.toMatchObject({ kind: 'elsewhere' });
    expect((await moved()).length).toBeLessThan(policies.length);
  });
});

describe('a member that slept longer than its lease', () => {
  test('stores nothing any more, not even what was on its way, and answers nothing from memory', async () => {
    const url = await postgres.readyUrl();
    const { journal: sleeper, cable } = await openByCable(url, { answerMs: 20_000 });
    const other = await openMember(url);
    await appendAll(sleeper, 'maize', [created()]);
    const turn = await sleeper.beginTurn('maize', 1);
    cable.hold();
    const late = turn.append([decided({ sequence: 1, key: 'late' })]);
    await late.accepted;
    const rejected = expect(late.durable).rejects.toMatchObject({ kind: 'behind' });
    await until(() => isHere(other, 'maize'));
    const stored = await appendAll(other, 'maize', [decided({ sequence: 1, key: 'other' })]);
    let hasAnswered = false;
    const look = sleeper.beginTurn('maize', 1).finally(() => {
      hasAnswered = true;
    });
    const refused = expect(look).rejects.toMatchObject({ kind: 'elsewhere' });
    await sleep(20);
    expect(hasAnswered).toBe(false);
    cable.resume();
    await Promise.all([rejected, refused]);
    expect(await other.read('maize', 1, 9)).toEqual(stored);
    expect(await other.findByKey('maize', 'local', 'late')).toBeNull();
  });

  test('goes on if nobody missed it', async () => {
    const url = await postgres.readyUrl();
    const { journal, cable } = await openByCable(url, { answerMs: 20_000 });
    await appendAll(journal, 'maize', [created()]);
    cable.hold();
    await sleep(1.5 * LEASE_MS);
    cable.resume();
    await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
    const epochs = await rowsOf<{ epoch: string }>(url, 'select distinct epoch from entry');
    expect(epochs).toHaveLength(1);
  });

  test('takes nothing off the shelf of what another has taken', async () => {
    const url = await postgres.readyUrl();
    const { journal: sleeper, cable } = await openByCable(url, { answerMs: 20_000 });
    const other = await openMember(url);
    const [anchor] = await appendAll(sleeper, 'maize', [created()]);
    // Nothing is asked before it is sent: a lease that is over would be noticed.
    expect(await isHere(sleeper, 'maize')).toBe(true);
    cable.hold();
    const dropped = sleeper.dropShelf('maize');
    const refused = expect(dropped).rejects.toMatchObject({ kind: 'elsewhere' });
    await until(() => isHere(other, 'maize'));
    const at = { policy: 'maize', generation: 1, version: 1 };
    const rows = [{ first: 1, last: 1, text: 'needed' }];
    await other.writeShelf({
      ...at,
      anchor: { version: 1, hash: anchor!.hash },
      rows,
      forgotten: [],
    });
    cable.resume();
    await refused;
    expect(await other.readShelf({ ...at, sequences: [1], span: 1 })).toHaveLength(1);
    await other.dropShelf('maize');
    expect(await other.readShelf({ ...at, sequences: [1], span: 1 })).toEqual([]);
  });

  test.each([
    ['forgets', 'insert into entry', forgetFirst],
    [
      'packs entries away',
      'insert into segment',
      (journal: Journal) => journal.retention.compact('maize', { rawEntries: 1, rawSince: null }),
    ],
  ])('keeps nobody from a policy while it %s', async (_name, word, act) => {
    const url = await postgres.readyUrl();
    let isActing = false;
    const cable = await layCable(postgres.port, (_connection, data) => {
      if (isActing && data.includes(word)) cable.hold();
    });
    closers.push(() => cable.close());
    const cabled = url.replace(`:${postgres.port}/`, `:${cable.port}/`);
    const sleeper = await openMember(cabled, { answerMs: 20_000 });
    const other = await openMember(url);
    const decisions = Array.from({ length: 600 }, (_, index) => decided({ sequence: index + 1 }));
    const stored = await appendAll(sleeper, 'maize', [created(), ...decisions]);
    const { position: version, hash } = stored.at(-1)!;
    await keepSnapshot(sleeper, { policy: 'maize', version, hash, generation: 1, body: 'state' });
    isActing = true;
    const acted = act(sleeper, stored).catch(() => {});
    await until(() => isHere(other, 'maize'));
    await appendAll(other, 'maize', [decided({ sequence: 601 })]);
    expect(checkChain(EMPTY_HEAD, await other.read('maize', 0, 700))).toBeNull();
    isActing = false;
    cable.resume();
    await acted;
  });

  test.each([
    ['forgotten', 'lock table snapshot in share mode', forgetFirst],
    [
      'erased',
      'select 1 from decision for update',
      async (journal: Journal) => (await journal.beginTurn('maize', 2)).erase(),
    ],
  ])('leaves nothing on the shelf that is %s while it writes', async (_name, obstacle, act) => {
    const url = await postgres.readyUrl();
    const member = await openMember(url, { answerMs: 20_000, leaseMs: 20_000 });
    const stored = await appendAll(member, 'maize', [created(), decided({ sequence: 1 })]);
    const { position: version, hash } = stored.at(-1)!;
    const blocker = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
    await blocker.connect();
    // It is met when the shelf has been looked through.
    await blocker.query(`begin; ${obstacle}`);
    const acted = act(member, stored);
    await until(async () => (await waitingCount(url)) === 1);
    let isWritten = false;
    const row = { first: 1, last: 1, text: 'what must not stay' };
    const at = { policy: 'maize', generation: 1, version };
    const batch = { ...at, anchor: { version, hash }, rows: [row], forgotten: [] };
    const writing = member.writeShelf(batch).finally(() => {
      isWritten = true;
    });
    await until(async () => isWritten || (await waitingCount(url)) === 2);
    await blocker.query('commit');
    await blocker.end();
    await Promise.all([acted, writing.catch(() => {})]);
    expect(await rowsOf(url, 'select body from shelf')).toEqual([]);
  });

  test('waits for tables that somebody else has locked, and gives up before others give up waiting for it', async () => {
    const url = await postgres.readyUrl();
    const member = await openMember(url, { answerMs: 20_000, leaseMs: 20_000 });
    const stored = await appendAll(member, 'maize', [created(), decided({ sequence: 1 })]);
    const vacuum = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
    await vacuum.connect();
    await vacuum.query('begin; lock table shelf in share update exclusive mode');
    await expect(forgetFirst(member, stored)).rejects.toThrow('locked by somebody else');
    await appendAll(member, 'maize', [decided({ sequence: 2 })]);
    await vacuum.query('rollback');
    await vacuum.end();
    await forgetFirst(member, await member.read('maize', 0, 9));
    expect((await member.head('maize'))?.version).toBe(4);
  });

  test('two policies that are erased in the same moment are both gone, and their removals are a chain', async () => {
    const url = await postgres.readyUrl();
    const member = await openMember(url, { answerMs: 20_000, leaseMs: 20_000 });
    const policies = ['maize', 'wheat'];
    for (const policy of policies) await appendAll(member, policy, [created()]);
    const blocker = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
    await blocker.connect();
    // A snapshot that is being written: both wait for its end.
    await blocker.query('begin; lock table snapshot in row exclusive mode');
    const closing = { time: '2026-01-01T00:00:00.000Z', by: 'local', reason: 'sold' };
    const turns = await Promise.all(policies.map((policy) => member.beginTurn(policy, 1)));
    const erased = Promise.all(turns.map((turn) => turn.erase(closing)));
    await until(async () => (await waitingCount(url)) === 2);
    await blocker.query('commit');
    await blocker.end();
    await erased;
    const removals = await member.readRemovals();
    expect(removals.map(({ policy }) => policy).sort()).toEqual(policies);
    expect(checkRemovals(removals)).toBeNull();
  });

  test('makes no policy whose name was given and erased meanwhile', async () => {
    const url = await postgres.readyUrl();
    const [sleeper, other] = [await openMember(url), await openMember(url)];
    const late = await sleeper.beginTurn('maize', 0);
    await appendAll(other, 'maize', [created()]);
    const closing = { time: '2026-01-01T00:00:00.000Z', by: 'local', reason: 'sold' };
    await (await other.beginTurn('maize', 1)).erase(closing);
    await expect(late.append([created()], STANDING).durable).rejects.toMatchObject({
      kind: 'behind',
    });
    expect(await sleeper.head('maize')).toBeNull();
    expect(await sleeper.read('maize', 0, 9)).toEqual([]);
  });

  test('cannot erase what another has taken', async () => {
    const url = await postgres.readyUrl();
    const { journal: sleeper, cable } = await openByCable(url, { answerMs: 20_000 });
    const other = await openMember(url);
    await appendAll(sleeper, 'maize', [created()]);
    const turn = await sleeper.beginTurn('maize', 1);
    cable.hold();
    await until(() => isHere(other, 'maize'));
    const refused = expect(turn.erase()).rejects.toMatchObject({ kind: 'behind' });
    cable.resume();
    await refused;
    expect((await other.head('maize'))?.version).toBe(1);
  });
});

describe('one statement for all', () => {
  const begin = async (journal: Journal, policies: readonly string[]) =>
    Promise.all(
      policies.map(async (policy) => {
        const version = (await journal.head(policy))?.version ?? 0;
        return journal.beginTurn(policy, version);
      }),
    );

  test('policies that wait at the same moment are stored together', async () => {
    const reports: CommitReport[] = [];
    const onCommit = (report: CommitReport) => reports.push(report);
    const journal = await openMember(await postgres.readyUrl(), { onCommit });
    const policies = ['maize', 'wheat', 'rye'];
    for (const policy of policies) await appendAll(journal, policy, [created()]);
    reports.length = 0;
    const turns = await begin(journal, policies);
    const commits = turns.map((turn, index) =>
      turn.append([decided({ policy: policies[index]!, sequence: 1 })]),
    );
    // A lease lets the next turn of the same policy begin before the last is stored.
    await commits[0]!.accepted;
    const next = await journal.beginTurn('maize', 2);
    const { durable } = next.append([decided({ sequence: 2 })]);
    await Promise.all([durable, ...commits.map((commit) => commit.durable)]);
    expect(reports).toMatchObject([{ entryCount: 4, batchCount: 4 }]);
    expect(checkChain(EMPTY_HEAD, await journal.read('maize', 0, 9))).toBeNull();
  });

  test.each([
    ['decision', `select 1 from decision where policy = 'maize' for update`],
    ['policy', `select 1 from policy where id = 'maize' for update`],
  ])(
    'whoever leaves the line of a %s locked holds up that policy and no other',
    async (_, lock) => {
      const url = await postgres.readyUrl();
      const journal = await openMember(url, { answerMs: 20_000, leaseMs: 20_000 });
      const policies = ['maize', 'wheat'];
      for (const policy of policies) {
        await appendAll(journal, policy, [decided({ policy, sequence: 1 })]);
      }
      const somebody = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
      await somebody.connect();
      const turns = await begin(journal, policies);
      await somebody.query(`begin; ${lock}`);
      const commits = turns.map(
        (turn, index) => turn.append([rewarded(`${policies[index]}.1.1`, 1)]).durable,
      );
      const [stuck, free] = await Promise.allSettled(commits);
      expect(stuck).toMatchObject({
        reason: { kind: 'broken', message: expect.stringContaining('Nothing was stored') },
      });
      expect(free!.status).toBe('fulfilled');
      await somebody.query('rollback');
      await somebody.end();
      // What was refused is asked about first, and is free by now.
      await appendAll(journal, 'maize', [rewarded('maize.1.1', 2)]);
      const versions = await Promise.all(policies.map((policy) => journal.head(policy)));
      expect(versions.map((head) => head?.version)).toEqual([2, 2]);
    },
  );

  test('each part succeeds or fails alone', async () => {
    const url = await postgres.readyUrl();
    const journal = await openMember(url);
    const policies = ['maize', 'wheat', 'rye'];
    for (const policy of policies) {
      await appendAll(journal, policy, [decided({ policy, sequence: 1, key: 'one' })]);
    }
    const turns = await begin(journal, policies);
    // Behind its back, rye goes to nobody under another number, and maize uses a key twice.
    await rowsOf(url, `update policy set holder = null, epoch = 0 where id = 'rye'`);
    const commits = turns.map((turn, index) => {
      const policy = policies[index]!;
      const key = policy === 'maize' ? 'one' : 'two';
      return turn.append([decided({ policy, sequence: 2, key })]).durable;
    });
    const outcomes = await Promise.allSettled(commits);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    const versions = await Promise.all(policies.map((policy) => journal.head(policy)));
    expect(versions.map((head) => head?.version)).toEqual([1, 2, 1]);
    for (const policy of policies) {
      const sequence = policy === 'wheat' ? 3 : 2;
      await appendAll(journal, policy, [decided({ policy, sequence, key: 'three' })]);
    }
  });

  test.each([
    ['epoch', 'epoch = epoch + 1000'],
    ['holder', `holder = 'another'`],
    ['version', 'version = version + 1'],
    ['hash', `hash = repeat('f', 64)`],
  ])('nothing is stored if the %s is another', async (_name, change) => {
    const url = await postgres.readyUrl();
    const journal = await openMember(url);
    await appendAll(journal, 'maize', [created()]);
    const turn = await journal.beginTurn('maize', 1);
    await rowsOf(url, `update policy set ${change}`);
    const { durable } = turn.append([decided({ sequence: 1 })]);
    await expect(durable).rejects.toMatchObject({ kind: 'behind' });
    expect(await journal.read('maize', 0, 9)).toHaveLength(1);
    expect(await journal.findDecision('maize.1.1')).toBeNull();
  });

  test('after an unknown outcome the policy is taken anew, under a higher number', async () => {
    const url = await postgres.readyUrl();
    const { journal, cable } = await openByCable(url);
    await appendAll(journal, 'maize', [created()]);
    const turn = await journal.beginTurn('maize', 1);
    cable.cutAt('insert into entry', 'after');
    await expect(turn.append([decided({ sequence: 1 })]).durable).rejects.toMatchObject({
      kind: 'broken',
    });
    const next = await journal.beginTurn('maize', 1);
    expect(next.missed).toHaveLength(1);
    await next.append([decided({ sequence: 2 })]).durable;
    const rows = await rowsOf<{ epoch: string }>(url, 'select epoch from entry order by position');
    const epochs = rows.map(({ epoch }) => Number(epoch));
    expect(epochs[1]).toBe(epochs[0]);
    expect(epochs[2]).toBeGreaterThan(epochs[1]!);
  });
});

test('nothing is left in a session but statements under names of their own, so that a pool may hand connections around', async () => {
  const sent = new Map<number, Buffer[]>();
  const cable = await layCable(postgres.port, (connection, data) => {
    sent.set(connection, [...(sent.get(connection) ?? []), data]);
  });
  closers.push(() => cable.close());
  const url = (await postgres.readyUrl()).replace(`:${postgres.port}/`, `:${cable.port}/`);
  const journal = await openMember(url);
  const [entry] = await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
  await keepSnapshot(journal, {
    policy: 'maize',
    version: 1,
    hash: entry!.hash,
    generation: 1,
    body: 'state',
  });
  await journal.coinKey();
  await journal.checkWritable();
  await (await journal.beginTurn('maize', 2)).erase();
  await journal.close();
  const statements = [...sent.values()].flatMap((pieces) => sentStatements(Buffer.concat(pieces)));
  const texts = statements.map(({ text }) => text.trim().toLowerCase());
  expect(texts.some((text) => text.includes('insert into entry'))).toBe(true);
  // A name that tells the text means the same in every session.
  const named = statements.filter(({ name }) => name !== '');
  const wrong = named.filter(({ name, text }) => !name.includes(hash('sha256', text).slice(0, 16)));
  expect(wrong).toEqual([]);
  const lasting = /^(set|listen|prepare|declare|create temp|discard)|advisory_lock/;
  expect(texts.filter((text) => lasting.test(text))).toEqual([]);
});

test.each([
  [
    'see the past',
    `default_transaction_isolation = 'repeatable read'`,
    'be read committed, but it',
  ],
  [
    'round what they read',
    'extra_float_digits = 0',
    'extra_float_digits must be at least 1, but it',
  ],
  ['are answered before they are stored', 'synchronous_commit = off', 'must be on (or'],
  ['take what is missing for a word', 'array_nulls = off', 'array_nulls must be on, but it is off'],
])('a database in which statements %s is refused', async (_name, setting, refusal) => {
  const url = await postgres.readyUrl();
  await rowsOf(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  await expect(openPostgresJournal({ url })).rejects.toThrow(refusal);
});

test('a server whose settings are changed while it is used is refused until they are changed back', async () => {
  const url = await postgres.readyUrl();
  const database = new URL(url).pathname.slice(1);
  const journal = await openMember(url);
  await appendAll(journal, 'maize', [created()]);
  const reconnect = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await rowsOf(url, `alter database ${database} set synchronous_commit = off; ${reconnect}`);
  const refusal = { message: expect.stringContaining('synchronous_commit must be on') };
  await expect(journal.checkWritable()).rejects.toMatchObject(refusal);
  await expect(appendAll(journal, 'maize', [decided({ sequence: 1 })])).rejects.toThrow();
  await rowsOf(url, `alter database ${database} reset synchronous_commit; ${reconnect}`);
  await journal.checkWritable();
  await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
  expect((await journal.head('maize'))?.version).toBe(2);
});

test('a database that has no place for some texts is refused', async () => {
  const url = await postgres.freshUrl();
  const name = 'without_euros';
  await rowsOf(url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const refusal = 'server_encoding must be UTF8, but it is LATIN1';
  await expect(openPostgresJournal({ url: new URL(name, url).href })).rejects.toThrow(refusal);
});

test('a role that may not make tables is told so', async () => {
  const url = new URL(await postgres.freshUrl());
  await rowsOf(url.href, `create role guest login password 'secret'`);
  url.username = 'guest';
  const refusal = 'permission denied for schema public';
  await expect(openPostgresJournal({ url: url.href })).rejects.toThrow(refusal);
});

describe('a server that says nothing', () => {
  test('is given up, whatever was asked, and used again when it answers', async () => {
    const { journal, cable } = await openByCable(await postgres.readyUrl(), { answerMs: 1000 });
    await appendAll(journal, 'maize', [created(), decided({ sequence: 1, key: 'one' })]);
    const turn = await journal.beginTurn('maize', 2);
    cable.hold();
    const { durable } = turn.append([decided({ sequence: 2, key: 'two' })]);
    const asked = [
      durable,
      journal.head('maize'),
      journal.findByKey('maize', 'local', 'one'),
      journal.keys.find('hk_a'),
      journal.beginTurn('wheat', 0),
      journal.placement.find('wheat'),
      journal.checkWritable(),
    ];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    cable.resume();
    // What was on its way arrives or not, but never twice.
    const next = await journal.beginTurn('maize', 2);
    const isStored = next.missed.length === 1;
    expect(next.head.version).toBe(isStored ? 3 : 2);
    await next.append([decided({ sequence: 3, key: 'three' })]).durable;
    expect((await journal.findByKey('maize', 'local', 'two')) !== null).toBe(isStored);
  });
});
