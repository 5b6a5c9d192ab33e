/**
 * The statements that write and tidy the shelf in SQLite, inside a transaction that somebody else begins and ends.
 *
 * Whoever makes a state again begins with a stored snapshot. So a row is needed until there is a newer one that
 * the oldest snapshot knows of, or until that snapshot knows nothing of the decisions any more. What was on the shelf when a
 * snapshot was pinned stays as long as that.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Head, ShelfBatch, ShelfRow, Snapshot } from '../journal.ts';
import { otherChain, PINNED_VERSION, SHELF_SPAN_MAX, SHELF_TIDIED } from '../tables.ts';
import { EntryTable } from './entry-table.ts';
import { type PackName, type PackPlace, ShelfPacks, sharedOut } from './shelf-packs.ts';

export class ShelfStatements {
  readonly #entries: EntryTable;
  readonly #packs: ShelfPacks;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#entries = new EntryTable(database);
    this.#packs = new ShelfPacks(database);
    this.#statements = prepareStatements(database);
  }

  write({ policy, generation, version, anchor, rows, forgotten }: ShelfBatch): void {
    if (!this.#isInChain(policy, anchor)) throw otherChain(policy, anchor);
    const { version: snapshotVersion } = this.#oldestSnapshot(policy);
    const known = Math.min(snapshotVersion, version);
    const place = { policy, generation, version };
    for (const pack of sharedOut(rows.filter((row) => !this.#isThere(place, row)))) {
      this.#add(place, pack, known);
    }
    for (const first of forgotten) {
      this.#statements.forget.run(version, policy, generation, first, version);
    }
    this.tidy(policy);
  }

  #add(place: PackPlace, rows: readonly ShelfRow[], known: number): void {
    const { policy, generation, version } = place;
    const { earlier, row, superseded } = this.#statements;
    // A text by itself is stored as it is.
    const pack = rows.length === 1 ? null : rows[0]!.first;
    if (pack !== null) this.#packs.add(place, rows);
    // Most are here for the first time, and looking costs less than deleting nothing.
    const back = rows.filter(({ first }) => earlier.get(policy, generation, first) !== undefined);
    for (const { first, last, text } of rows) {
      row.run(policy, generation, first, version, last, pack === null ? text : '', pack);
    }
    // When all rows of the pack are there: it goes with the last of them.
    for (const { first } of back) {
      const name = [policy, generation, first] as const;
      this.#delete(superseded, ...name, policy, ...name, known);
    }
  }

  #isThere({ policy, generation, version }: PackPlace, { first }: ShelfRow): boolean {
    return this.#statements.same.get(policy, generation, first, version) !== undefined;
  }

  /** Deletes rows, and packs that have none any more. */
  #delete(statement: StatementSync, ...values: (string | number)[]): void {
    const rows = statement.all(...values) as unknown as PackName[];
    if (rows.length > 0) this.#packs.tidy(rows);
  }

  /** Removes some of what no state needs any more that begins with a stored snapshot. */
  tidy(policy: string): void {
    const { version, generation } = this.#oldestSnapshot(policy);
    this.#delete(this.#statements.gone, policy, version, policy, SHELF_TIDIED);
    this.#delete(this.#statements.sealed, policy, generation, policy, SHELF_TIDIED);
  }

  drop(policy: string): void {
    this.#statements.drop.run(policy, policy);
    this.#statements.dropPacks.run(policy, policy);
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

  #oldestSnapshot(policy: string): { version: number; generation: number } {
    const line = this.#statements.oldest.get(policy) as Record<string, number> | undefined;
    return { version: line?.version ?? 0, generation: line?.generation ?? 0 };
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  const key = '(policy, generation, first, shelved_at)';
  const packName = 'returning policy, generation, pack, shelved_at';
  const some = 'select policy, generation, first, shelved_at from shelf';
  return {
    head: prepare('select 1 from policy where id = ? and version = ? and hash = ?'),
    oldest: prepare(
      'select version, generation from snapshot where policy = ? order by pinned, version limit 1',
    ),
    earlier: prepare(
      'select 1 from shelf where policy = ? and generation = ? and first = ? limit 1',
    ),
    row: prepare(
      `insert into shelf (policy, generation, first, shelved_at, last, body, pack)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    same: prepare(
      'select 1 from shelf where policy = ? and generation = ? and first = ? and shelved_at = ?',
    ),
    superseded: prepare(
      `delete from shelf where policy = ? and generation = ? and first = ?
         and shelved_at > (${PINNED_VERSION}) and shelved_at < (select max(shelved_at) from shelf
         where policy = ? and generation = ? and first = ? and shelved_at <= ?) ${packName}`,
    ),
    forget: prepare(
      `update shelf set gone_at = ?
       where policy = ? and generation = ? and first = ? and shelved_at <= ? and gone_at is null`,
    ),
    gone: prepare(
      `delete from shelf where ${key} in (${some} where policy = ? and gone_at <= ?
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
