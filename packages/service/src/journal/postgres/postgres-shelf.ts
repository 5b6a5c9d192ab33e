/**
 * The shelf in PostgreSQL. Rows stay for as long as in SQLite (../sqlite/shelf/shelf-statements.ts); whoever writes them
 * needs no turn, because a row is true for its version whoever writes it, and is never changed. To drop all of it is
 * another matter: that may only who holds the policy (postgres-leases.ts).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShelfBatch, ShelfQuery, ShelfRow } from '../journal.ts';
import {
  otherChain,
  SHELF_TIDIED,
  type ShelfLine,
  shelfRowFromLine,
  shelfRowsOf,
  type Tables,
} from '../tables.ts';

/** The version of a policy's pinned snapshot; 0 if there is none. */
export function pinnedVersion(policy: string): RawBuilder<number> {
  return sql<number>`(select coalesce(max(version), 0) from snapshot
    where policy = ${policy} and pinned = 1)`;
}

/** A line if what a batch rests on is stored. It may be erased between one statement and the next. */
function inChain({ policy, anchor: { version, hash } }: ShelfBatch): RawBuilder<unknown> {
  // The last entry may have been moved out of the table.
  return sql`
    select 1 from entry where policy = ${policy} and position = ${version} and hash = ${hash}
    union all
    select 1 from policy where id = ${policy} and version = ${version} and hash = ${hash}`;
}

export class PostgresShelf {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async read(query: ShelfQuery): Promise<readonly ShelfRow[]> {
    const { policy, generation, sequences, version, span } = query;
    const { rows } = await sql<ShelfLine & { sequence: string }>`
      select given.sequence, found.first, found.last, found.body
      from unnest(${[...sequences]}::bigint[]) as given (sequence) cross join lateral (
        select first, last, body from shelf
        where policy = ${policy} and generation = ${generation}
          and first <= given.sequence and first > given.sequence - ${span}::bigint
          and shelved_at <= ${version}
        order by first desc, shelved_at desc limit 1) as found`.execute(this.#db);
    return shelfRowsOf(rows.map((line) => [Number(line.sequence), shelfRowFromLine(line)]));
  }

  async write(batch: ShelfBatch): Promise<void> {
    await this.#requireChain(batch);
    await this.#insert(batch);
    const { policy, generation, version, forgotten } = batch;
    if (forgotten.length > 0) {
      await sql`
        update shelf set gone_at = ${version}
        where policy = ${policy} and generation = ${generation} and shelved_at <= ${version}
          and first = any(${[...forgotten]}::bigint[]) and gone_at is null
          and not exists (select generate_series(first, last)
            except select unnest(${[...forgotten]}::bigint[]))`.execute(this.#db);
    }
    await this.tidy(policy);
  }

  /** Removes some of what no state needs any more that begins with a stored snapshot. */
  async tidy(policy: string): Promise<void> {
    const [oldest] = await this.#db
      .selectFrom('snapshot')
      .select(['version', 'generation'])
      .where('policy', '=', policy)
      .orderBy('pinned')
      .orderBy('version')
      .limit(1)
      .execute();
    if (oldest === undefined) return;
    const isGone = sql`gone_at <= ${oldest.version}`;
    const isSealed = sql`generation < ${oldest.generation}`;
    for (const isUnneeded of [isGone, isSealed]) {
      await sql`
        delete from shelf where (policy, generation, first, shelved_at) in (
          select policy, generation, first, shelved_at from shelf
          where policy = ${policy} and ${isUnneeded}
            and shelved_at > ${pinnedVersion(policy)} limit ${SHELF_TIDIED})`.execute(this.#db);
    }
  }

  async #requireChain(batch: ShelfBatch): Promise<void> {
    const { rows } = await inChain(batch).execute(this.#db);
    if (rows.length === 0) throw otherChain(batch.policy, batch.anchor);
  }

  async #insert(batch: ShelfBatch): Promise<void> {
    const { policy, generation, version, rows } = batch;
    if (rows.length === 0) return;
    const firsts = rows.map(({ first }) => first);
    await sql`
      insert into shelf (policy, generation, first, shelved_at, last, body)
      select ${policy}, ${generation}::bigint, given.first, ${version}::bigint, given.last, given.body
      from unnest(${firsts}::bigint[], ${rows.map(({ last }) => last)}::bigint[],
        ${rows.map(({ text }) => text)}::text[]) as given (first, last, body)
      where ${version}::bigint > ${pinnedVersion(policy)} and exists (${inChain(batch)})
      on conflict do nothing`.execute(this.#db);
    // Each row by itself, by the key: a server that does not know how many there are might go through all of them for each.
    await sql`
      delete from shelf using unnest(${firsts}::bigint[]) as given (first) cross join lateral (
        select max(older.shelved_at) as needed from shelf as older
        where older.policy = ${policy} and older.generation = ${generation}
          and older.first = given.first and older.shelved_at <= least(${version}::bigint,
            coalesce((select min(version) from snapshot
              where policy = ${policy} and pinned = 0), ${pinnedVersion(policy)}))) as kept
      where policy = ${policy} and generation = ${generation} and shelf.first = given.first
        and shelved_at < kept.needed and shelved_at > ${pinnedVersion(policy)}`.execute(this.#db);
  }
}
