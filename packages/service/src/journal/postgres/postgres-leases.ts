/**
 * Members and leases in PostgreSQL. Each question is one statement of its own: no transaction is kept
 * open, no lock is held while somebody thinks, and nothing is left in a session, so that a pool between
 * here and there may hand connections around as it likes. Only forgetting and erasing are transactions: they change all tables at once.
 *
 * Time is the database's, always: `clock_timestamp()`.
 */
import { type KnownMember, LEASE_SECONDS_MAX, type Member } from '../../placement/membership.ts';
import type { MemberView } from '../../wire.ts';
import {
  type Forgetting,
  type Head,
  JournalFailure,
  type JournalReads,
  type StoredEntry,
} from '../journal.ts';
import { type Carried, type KeyName, type Part, partOf } from '../leases/group-commit.ts';
import type { LeasedStore } from '../leases/leased-turns.ts';
import type { Holder, Lease, Taken } from '../leases/leases.ts';
import { type Closing, lineFromRemoval, type RemovalLine, sealRemoval } from '../removal.ts';
import { replaceInSegments, type SegmentSource } from '../segments/segment-reads.ts';
import type { Batch } from '../turns.ts';
import { appendTogether } from './append-parts.ts';
import { type DatabaseClock, NOW_MS } from './database-clock.ts';
import { findKeys } from './find-keys.ts';
import type { HostPool } from './host-pool.ts';
import { type KeptStatement, keptStatement } from './kept-statement.ts';
import { isLimited, makeLimited } from './limited-parts.ts';
import { LockedParts } from './locked-parts.ts';
import { NOT_FOR_LONG, type PgClient } from './pg-driver.ts';
import { despiteLoss, postgresFailure } from './postgres-failure.ts';
import { carryOut, LOCK_PICTURES } from './postgres-forgetting.ts';

/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;
/** What is made from the entries of a policy, table by table. */
const DERIVED_TABLES = ['decision', 'snapshot', 'shelf', 'outline', 'told', 'segment', 'entry'];

export interface PostgresLeasesOptions {
  readonly pool: HostPool;
  /** For renewals alone: whoever has much to do must not lose its leases for want of a connection. */
  readonly renewals: HostPool;
  /** Entries may have left the table: what reads them knows where they are. */
  readonly reads: Pick<JournalReads, 'read'>;
  readonly segments: SegmentSource;
  /** Told the time with every renewal. */
  readonly clock: DatabaseClock;
}

export class PostgresLeases implements LeasedStore {
  readonly #pool: HostPool;
  readonly #renewals: HostPool;
  readonly #reads: Pick<JournalReads, 'read'>;
  readonly #segments: SegmentSource;
  readonly #clock: DatabaseClock;
  readonly #parts: LockedParts;

  constructor({ pool, renewals, reads, segments, clock }: PostgresLeasesOptions) {
    this.#pool = pool;
    this.#renewals = renewals;
    this.#reads = reads;
    this.#segments = segments;
    this.#clock = clock;
    this.#parts = new LockedParts(pool);
  }

  async join({ id, address, isLeaving }: Member, leaseMs: number): Promise<void> {
    await this.#pool.query(
      `insert into member (id, address, is_leaving, expires_at)
       values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')`,
      [id, address, isLeaving, leaseMs],
    );
  }

  async renew({ id, address, isLeaving }: Member, leaseMs: number): Promise<KnownMember[] | null> {
    const renewal = () =>
      this.#renewals.query<RenewedLine>(RENEW, [id, address, isLeaving, leaseMs]);
    const lines = await despiteLoss(() =>
      this.#clock.listen(renewal, ([line]) => line && Number(line.now_ms)),
    );
    if (!lines.some((line) => line.id === id)) return null;
    return lines.map((line) => ({
      id: line.id,
      address: line.address,
      isLeaving: line.is_leaving,
      expiresAt: Number(line.expires_ms),
    }));
  }

  /** All of them, by address; the one at the given address is the one that was asked. */
  async members(asked: string | null): Promise<readonly MemberView[]> {
    const lines = await despiteLoss(() => this.#pool.query<MemberLine>(MEMBERS, []));
    return lines.map(({ address, is_leaving: isLeaving, policies, ends_in: endsIn }) => ({
      address,
      isAsked: address !== null && address === asked,
      isLeaving,
      policies: Number(policies),
      leaseEndsIn: Number(endsIn),
    }));
  }

  async quit(id: string): Promise<void> {
    await this.#pool.query('delete from member where id = $1', [id]);
  }

  async look(policy: string): Promise<Holder | null> {
    const [line] = await despiteLoss(() => this.#pool.queryKept<HolderLine>(LOOK, [policy]));
    if (line === undefined) return null;
    const { holder: owner, address, is_there: isThere, is_late: isLate } = line;
    return { owner, epoch: Number(line.epoch), address, isThere, isLate };
  }

  async strike(member: string): Promise<void> {
    await this.#pool.query(`delete from member where id = $1 and ${IS_LATE}`, [member]);
  }

  async take(policy: string, seen: Holder, member: string): Promise<Taken | null> {
    const [line] = await this.#pool.query<{ epoch: string; version: string; hash: string }>(
      `update policy set holder = $2, epoch = nextval('lease_epoch')
       where id = $1 and holder is not distinct from $3 and epoch = $4
       returning epoch, version, hash`,
      [policy, member, seen.owner, seen.epoch],
    );
    if (line === undefined) return null;
    const { epoch, version, hash } = line;
    return { epoch: Number(epoch), head: { version: Number(version), hash } };
  }

  async release(leases: readonly Lease[]): Promise<void> {
    await this.#pool.query(
      `update policy set holder = null
       from unnest($1::text[], $2::text[], $3::bigint[]) as given (policy, member, epoch)
       where policy.id = given.policy and policy.holder = given.member
         and policy.epoch = given.epoch`,
      [
        leases.map(({ policy }) => policy),
        leases.map(({ member }) => member),
        leases.map(({ epoch }) => epoch),
      ],
    );
  }

  readAfter(policy: string, position: number): Promise<readonly StoredEntry[]> {
    return despiteLoss(() => this.#reads.read(policy, position, ALL_ENTRIES));
  }

  async append(parts: readonly Part[], keys: readonly KeyName[]): Promise<Carried> {
    const limited = parts.filter(isLimited);
    if (limited.length === 0) return this.#parts.append(parts, keys);
    const others = parts.filter((part) => !isLimited(part));
    const { outcomes, found } = await this.#parts.append(others, keys);
    const made = await makeLimited((act) => this.#inTransaction(act), limited);
    for (const [index, { policy }] of others.entries()) made.set(policy, outcomes[index]!);
    return { outcomes: parts.map(({ policy }) => made.get(policy)!), found };
  }

  findKeys(keys: readonly KeyName[]): Promise<Carried['found']> {
    return despiteLoss(() => findKeys(this.#pool, keys));
  }

  async erase(lease: Lease, head: Head, closing?: Closing): Promise<boolean> {
    const { policy, member, epoch } = lease;
    const given = [policy, member, epoch, head.version, head.hash];
    const deletions = DERIVED_TABLES.map(
      (table) => `gone_${table} as (delete from ${table} using gone where policy = gone.id)`,
    );
    return this.#inTransaction(async (client) => {
      // Whoever may hold the policy's line for a while is waited for first: nobody else waits with it.
      await client.query('select 1 from policy where id = $1 for update', [policy]);
      // From here on whoever else erases waits, so that the last removal stays the last.
      await client.query(LOCK_PICTURES);
      const left = closing && Object.entries(await removalOf(client, policy, head, closing));
      const insertion = left && [insertWhereGone('removal', left, given.length)];
      const { rows } = await client.query(
        `with gone as (
           delete from policy where id = $1 and holder = $2 and epoch = $3 and version = $4
             and hash = $5 returning id
         ), ${[...deletions, ...(insertion ?? [])].join(', ')}
         select id from gone`,
        [...given, ...(left ?? []).map(([, value]) => value)],
      );
      return rows.length === 1;
    });
  }

  /** Takes all of a policy off the shelf but what its pinned snapshot needs; false if it is not held under this lease any more. */
  async dropShelf({ policy, member, epoch }: Lease): Promise<boolean> {
    const lines = await this.#pool.query<{ id: string }>(
      `with held as (
         select id from policy where id = $1 and holder = $2 and epoch = $3 for update
       ), gone as (
         delete from shelf using held where shelf.policy = held.id and shelved_at > (
           select coalesce(max(version), 0) from snapshot where policy = $1 and pinned = 1)
       )
       select id from held`,
      [policy, member, epoch],
    );
    return lines.length === 1;
  }

  async forget(lease: Lease, batch: Batch, forgetting: Forgetting): Promise<boolean> {
    const { policy, member, epoch } = lease;
    const { tombstones } = forgetting;
    const { end, replaced } = await replaceInSegments(this.#segments, policy, tombstones);
    const part = partOf([{ batch, member, epoch }]);
    return this.#inTransaction(async (client) => {
      const queryKept = async <Line>({ text }: KeptStatement, values: readonly unknown[]) =>
        (await client.query<Line>(text, values)).rows;
      // It holds the policy's line until the end, so that nothing is moved meanwhile.
      const { outcomes } = await appendTogether({ queryKept }, [part], []);
      const [outcome] = outcomes;
      if (typeof outcome !== 'number') return false;
      // The append was in more of a hurry.
      await client.query(`select ${NOT_FOR_LONG}`);
      await carryOut(client, { ...forgetting, segmentEnd: end, segments: replaced });
      return true;
    });
  }

  async #inTransaction(act: (client: PgClient) => Promise<boolean>): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query(`begin; select ${NOT_FOR_LONG}`, []);
      const isDone = await act(client);
      await client.query(isDone ? 'commit' : 'rollback', []);
      this.#pool.giveBack(client);
      return isDone;
    } catch (error) {
      // The connection is thrown away, and the transaction with it.
      this.#pool.giveBack(client, new Error('a transaction broke off', { cause: error }));
      throw error instanceof JournalFailure ? error : postgresFailure(error);
    }
  }
}

/** The link after the last, for a transaction that nobody else's erasing runs beside. */
async function removalOf(
  client: PgClient,
  policy: string,
  head: Head,
  closing: Closing,
): Promise<RemovalLine> {
  const { rows } = await client.query<Pick<RemovalLine, 'position' | 'hash'>>(
    'select position, hash from removal order by position desc limit 1',
    [],
  );
  const [line] = rows;
  const last = line === undefined ? null : { ...line, position: Number(line.position) };
  return lineFromRemoval(sealRemoval(last, { policy, head, closing }));
}

/**
 * Whether a member may be struck out: its lease is over, or ends later than any lease can. Then the clock went back since it was written,
 * as it may where another server takes over, and who died before that would be waited for as long as the clock went back.
 */
const IS_LATE = `(member.expires_at <= clock_timestamp()
  or member.expires_at > clock_timestamp() + interval '${LEASE_SECONDS_MAX} seconds')`;

const RENEW = `
  with renewed as (
    update member set address = $2, is_leaving = $3,
      expires_at = clock_timestamp() + $4 * interval '1 millisecond'
    where id = $1 returning id, address, is_leaving, expires_at
  ), struck as (
    delete from member where id <> $1 and ${IS_LATE} returning id
  ), known as (
    select id, address, is_leaving, expires_at from renewed
    union all
    select id, address, is_leaving, expires_at from member
    where id <> $1 and not ${IS_LATE}
  )
  select id, address, is_leaving, 1000 * extract(epoch from expires_at) as expires_ms, ${NOW_MS}
  from known`;

interface RenewedLine {
  readonly id: string;
  readonly address: string | null;
  readonly is_leaving: boolean;
  readonly expires_ms: string;
  readonly now_ms: string;
}

const MEMBERS = `
  select address, is_leaving, coalesce(held.count, 0) as policies,
    extract(epoch from expires_at - clock_timestamp())::float8 as ends_in
  from member left join (select holder, count(*) from policy group by holder) as held
    on held.holder = member.id
  order by address collate "C" nulls last, member.id`;

interface MemberLine {
  readonly address: string | null;
  readonly is_leaving: boolean;
  readonly policies: string;
  readonly ends_in: number;
}

const LOOK = keptStatement(
  'look',
  `select policy.holder, policy.epoch, member.address, member.id is not null as is_there,
     coalesce(${IS_LATE}, false) as is_late
   from policy left join member on member.id = policy.holder
   where policy.id = $1`,
);

/** A line that is written if the policy is really gone; its values come after so many others. */
function insertWhereGone(
  table: string,
  line: readonly [column: string, value: string | number][],
  before: number,
): string {
  const values = line.map(([, value], index) => {
    const type = typeof value === 'number' ? 'bigint' : 'text';
    return `$${before + index + 1}::${type}`;
  });
  return `left_over as (insert into ${table} (${line.map(([column]) => column).join(', ')})
    select ${values.join(', ')} from gone)`;
}

interface HolderLine {
  readonly holder: string | null;
  readonly epoch: string;
  readonly address: string | null;
  readonly is_there: boolean;
  readonly is_late: boolean;
}
