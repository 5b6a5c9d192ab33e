/**
 * The statements that write and tidy the shelf in SQLite, inside a transaction that somebody else begins and ends.
 *
 * Whoever makes a state again begins with a stored snapshot. So a row is needed until there is a newer one that
 * the oldest snapshot knows of, or until that snapshot knows nothing of the decisions any more. What was on the shelf when a
 * snapshot was pinned stays as long as that.
 *
 * A row says since which version it is gone, also where a newer one has taken its place: should that be lost or damaged, nobody
 * takes the older one for what the decision is now.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Head, ShelfBatch, ShelfRow, Snapshot } from '../../journal.ts';
import { otherChain, PINNED_VERSION, SHELF_SPAN_MAX } from '../../tables.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { type PackName, type PackPlace, ShelfPacks, sharedOut } from './shelf-packs.ts';

/** Rows that are removed at a time: more than are added, and not so many that a commit would wait for it. */
const TIDIED_ROWS = 128;

export class ShelfStatements {
  readonly #entries: EntryTable;
  readonly #packs: ShelfPacks;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Up to which version what is gone was removed, of policies with a pinned snapshot: what stays for that is not looked at every time. */
  readonly #tidied = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#entries = new EntryTable(database);
    this.#packs = new ShelfPacks(database);
    this.#statements = prepareStatements(database);
  }

  write({ policy, generation, version, anchor, rows, forgotten }: ShelfBatch): void {
    if (!this.#isInChain(policy, anchor)) throw otherChain(policy, anchor);
    const place = { policy, generation, version };
    // Most are here for the first time, and one look costs less than one for each.
    const isNew = !this.#hasAnyOf(place, rows);
    const missing = isNew ? rows : rows.filter((row) => !this.#isThere(place, row));
    for (const pack of sharedOut(missing)) this.#add(place, pack, isNew);
    for (const [first, last] of stretchesOf(forgotten)) {
      this.#statements.forget.run(version, policy, generation, first, last, last, version);
    }
    this.tidy(policy);
  }

  #add(place: PackPlace, rows: readonly ShelfRow[], isNew: boolean): void {
    const { policy, generation, version } = place;
    const { newest, row, supersede, date } = this.#statements;
    // A text by itself is stored as it is.
    const pack = rows.length === 1 ? null : rows[0]!.first;
    if (pack !== null) this.#packs.add(place, rows);
    for (const { first, last, text } of rows) {
      const name = [policy, generation, first] as const;
      // Looking costs less than changing nothing.
      const known = isNew ? null : (newest.get(...name)?.version ?? null);
      row.run(...name, version, last, pack === null ? text : '', pack);
      if (known !== null) supersede.run(version, version, ...name, version);
      // One of a replay, that came later and is gone already.
      if (known !== null && Number(known) > version) date.run(...name, version, ...name, version);
    }
  }

  /** Whether any row stands where these are to stand, or between them. */
  #hasAnyOf({ policy, generation }: PackPlace, rows: readonly ShelfRow[]): boolean {
    const numbers = rows.map(({ first }) => first);
    const ends = [Math.min(...numbers), Math.max(...numbers)] as const;
    return (
      rows.length > 0 && this.#statements.between.get(policy, generation, ...ends) !== undefined
    );
  }

  #isThere({ policy, generation, version }: PackPlace, { first }: ShelfRow): boolean {
    return this.#statements.same.get(policy, generation, first, version) !== undefined;
  }

  /** Deletes rows, and packs that have none any more; returns how many rows. */
  #delete(statement: StatementSync, ...values: (string | number)[]): number {
    const rows = statement.all(...values) as unknown as PackName[];
    if (rows.length > 0) this.#packs.tidy(rows);
    return rows.length;
  }

  /** Removes some of what no state needs any more that begins with a stored snapshot. */
  tidy(policy: string): void {
    const { version, generation, pinned } = this.#oldestSnapshot(policy);
    const tidied = this.#tidied.get(policy) ?? 0;
    const after = tidied > version ? 0 : tidied;
    const removed = this.#delete(
      this.#statements.gone,
      policy,
      after,
      version,
      policy,
      TIDIED_ROWS,
    );
    if (pinned > 0 && removed < TIDIED_ROWS) this.#tidied.set(policy, version);
    this.#delete(this.#statements.sealed, policy, generation, policy, TIDIED_ROWS);
  }

  /** What stays is as it was at the pinned snapshot. */
  drop(policy: string): void {
    const { drop, dropPacks, revive } = this.#statements;
    drop.run(policy, policy);
    dropPacks.run(policy, policy);
    revive.run(policy, policy);
    this.#tidied.delete(policy);
  }

  /** Removes the rows that hold one of these decisions, up to a version, and all of generations that are over: no state needs them. */
  remove({ policy, version, generation }: Snapshot, numbers: readonly number[]): void {
    this.#statements.over.run(policy, generation);
    this.#statements.overPacks.run(policy, generation);
    for (const number of numbers) {
      const least = number - SHELF_SPAN_MAX;
      this.#delete(this.#statements.remove, policy, generation, number, least, number, version);
      this.#packs.remove({ policy, generation, version }, number);
    }
  }

  /** The last entry may have been moved out of the table. */
  #isInChain(policy: string, anchor: Head): boolean {
    const { head } = this.#statements;
    const isHead = head.get(policy, anchor.version, anchor.hash) !== undefined;
    return isHead || this.#entries.has(policy, anchor);
  }

  #oldestSnapshot(policy: string): { version: number; generation: number; pinned: number } {
    const line = this.#statements.oldest.get(policy, policy) as Record<string, number> | undefined;
    const { version = 0, generation = 0, pinned = 0 } = line ?? {};
    return { version, generation, pinned };
  }
}

/** Numbers as stretches of those that follow each other. */
function stretchesOf(numbers: readonly number[]): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const stretch = stretches.at(-1);
    if (stretch !== undefined && number <= stretch[1] + 1) stretch[1] = number;
    else stretches.push([number, number]);
  }
  return stretches;
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  const key = '(policy, generation, first, shelved_at)';
  const packName = 'returning policy, generation, pack, shelved_at';
  const some = 'select policy, generation, first, shelved_at from shelf';
  return {
    head: prepare('select 1 from policy where id = ? and version = ? and hash = ?'),
    oldest: prepare(
      `select version, generation, (${PINNED_VERSION}) as pinned from snapshot
       where policy = ? order by snapshot.pinned, version limit 1`,
    ),
    newest: prepare(
      'select max(shelved_at) as version from shelf where policy = ? and generation = ? and first = ?',
    ),
    between: prepare(
      'select 1 from shelf where policy = ? and generation = ? and first between ? and ? limit 1',
    ),
    row: prepare(
      `insert into shelf (policy, generation, first, shelved_at, last, body, pack)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    same: prepare(
      'select 1 from shelf where policy = ? and generation = ? and first = ? and shelved_at = ?',
    ),
    supersede: prepare(
      `update shelf set gone_at = min(coalesce(gone_at, ?), ?)
       where policy = ? and generation = ? and first = ? and shelved_at < ?`,
    ),
    date: prepare(
      `update shelf set gone_at = (select min(shelved_at) from shelf
         where policy = ? and generation = ? and first = ? and shelved_at > ?)
       where policy = ? and generation = ? and first = ? and shelved_at = ?`,
    ),
    revive: prepare(
      `update shelf set gone_at = null where policy = ? and gone_at > (${PINNED_VERSION})`,
    ),
    forget: prepare(
      `update shelf set gone_at = ?
       where policy = ? and generation = ? and first between ? and ? and last <= ? and shelved_at <= ?
         and gone_at is null`,
    ),
    gone: prepare(
      `delete from shelf where ${key} in (${some} where policy = ? and gone_at > ? and gone_at <= ?
         and shelved_at > (${PINNED_VERSION}) limit ?) ${packName}`,
    ),
    sealed: prepare(
      `delete from shelf where ${key} in (${some} where policy = ? and generation < ?
         and shelved_at > (${PINNED_VERSION}) limit ?) ${packName}`,
    ),
    drop: prepare(`delete from shelf where policy = ? and shelved_at > (${PINNED_VERSION})`),
    dropPacks: prepare(
      `delete from shelf_pack where policy = ? and shelved_at > (${PINNED_VERSION})`,
    ),
    overPacks: prepare('delete from shelf_pack where policy = ? and generation < ?'),
    over: prepare('delete from shelf where policy = ? and generation < ?'),
    remove: prepare(
      `delete from shelf where policy = ? and generation = ? and first <= ? and first > ?
         and last >= ? and shelved_at <= ? ${packName}`,
    ),
  };
}
