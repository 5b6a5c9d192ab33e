/**
 * The statements that write entries, standings and snapshots to SQLite.
 *
 * They run inside a transaction that somebody else begins and ends.
 */
import type { DatabaseSync } from 'node:sqlite';
import { NO_HASH } from '../../entry-hash.ts';
import { type Head, JournalFailure, notOneMore } from '../../journal.ts';
import { columnsFrom, type Standing } from '../../standing.ts';
import { PINNED_VERSION, SNAPSHOTS_KEPT } from '../../tables.ts';
import { BlockWriter } from '../entries/block-writer.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { Settling } from '../lines/settling.ts';
import { ShelfStatements } from '../shelf/shelf-statements.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { PackedSnapshot } from './packed-snapshot.ts';

export class WriteStatements {
  readonly shelf: ShelfStatements;
  readonly blocks: BlockWriter;
  readonly settling: Settling;
  readonly #entries: EntryTable;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.shelf = new ShelfStatements(database);
    this.blocks = new BlockWriter(database);
    this.settling = new Settling(database);
    this.#entries = new EntryTable(database);
    this.#statements = prepareStatements(database);
  }

  /** Writes a batch, whose lines wait from then on; throws as `append` does. */
  writeBatch(batch: PackedBatch): void {
    this.append(batch);
    this.settling.add(batch);
  }

  /**
   * Writes the entries of a batch, into a block in the making; throws without having decided anything if the stored head is
   * another, or if a decision or a key is not new. Its lines are to wait when nothing more can be refused.
   */
  append(batch: PackedBatch): void {
    const { policy, head, next, archivedAt, standing } = batch;
    const { newPolicy, advance, archive } = this.#statements;
    if (head.version === 0) {
      this.#requireRoom(batch);
      newPolicy.run(policy, NO_HASH);
    }
    const { changes } = advance.run(next.version, next.hash, policy, head.version, head.hash);
    if (changes !== 1) throw movedOn(policy, head.version);
    this.settling.requireNew(batch);
    this.settling.begin(batch);
    if (archivedAt !== undefined) archive.run(archivedAt, policy);
    if (standing !== undefined) this.writeStanding(policy, next, standing);
    // The last step: what is in a block in the making is not undone with the rest.
    this.blocks.add(batch);
  }

  #requireRoom({ policy, standing }: PackedBatch): void {
    const { owner, ownedMost } = standing ?? {};
    if (owner === undefined || ownedMost === undefined) return;
    const { count } = this.#statements.owned.get(owner) as { readonly count: number };
    if (count >= ownedMost) throw notOneMore(policy, ownedMost);
  }

  /** Writes how a policy stands, unless its chain has gone on. */
  writeStanding(policy: string, { version, hash }: Head, standing: Standing): void {
    const { outline, owner } = standing;
    const statements = this.#statements;
    const values: (string | number | null)[] = Object.values(columnsFrom(standing, version));
    const { changes } = statements.standing.run(...values, policy, version, hash);
    if (changes === 1 && outline !== undefined) statements.outline.run(policy, outline);
    // By itself: whoever sets a column writes its index, too.
    if (changes === 1 && owner !== undefined) statements.owner.run(owner, policy);
  }

  /** Erases all of a policy; throws without having decided anything if the stored head is another. */
  erase(policy: string, { version, hash }: Head): void {
    const { eraseLines, erasePolicy } = this.#statements;
    for (const statement of eraseLines) statement.run(policy);
    const { changes } = erasePolicy.run(policy, version, hash);
    if (changes !== 1) throw movedOn(policy, version);
  }

  /** Of a chain that there is not, or that is older than what was forgotten, none is stored. */
  writeSnapshot({ policy, version, hash, generation, packed }: PackedSnapshot): void {
    if (!this.#entries.has(policy, { version, hash })) return;
    this.#statements.snapshot.run(policy, version, hash, packed, generation, version, policy);
    this.#statements.oldSnapshots.run(policy, policy, SNAPSHOTS_KEPT);
    this.shelf.tidy(policy);
  }
}

/** Whatever there is of a policy beside its own line. */
const POLICY_TABLES = [
  'decision',
  'snapshot',
  'shelf',
  'shelf_pack',
  'outline',
  'told',
  'segment',
  'unsettled',
  'entry',
];

function movedOn(policy: string, version: number): JournalFailure {
  return new JournalFailure(
    'behind',
    `The batch was made for entry ${version + 1} of ${policy}, but the chain does not ` +
      `end there. Forget the state and load it again.`,
  );
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    newPolicy: prepare(
      'insert into policy (id, version, hash) values (?, 0, ?) on conflict do nothing',
    ),
    advance: prepare(
      'update policy set version = ?, hash = ? where id = ? and version = ? and hash = ?',
    ),
    snapshot: prepare(
      `insert into snapshot (policy, version, hash, body, packed, generation)
       select ?, ?, ?, '', ?, ? where ? > (${PINNED_VERSION})
       on conflict (policy, version) do update set hash = excluded.hash, body = excluded.body,
         packed = excluded.packed, generation = excluded.generation`,
    ),
    standing: prepare(
      `update policy set standing_version = ?, margin = ?, pending = ?, unresolved = ?, decisions = ?,
         learner = ?, halted = ?, failure_probability = ?, standing = ?
       where id = ? and version = ? and hash = ?`,
    ),
    owned: prepare('select count(*) as count from policy where owner = ?'),
    owner: prepare('update policy set owner = ? where id = ? and owner is null'),
    outline: prepare(
      `insert into outline (policy, body) values (?, ?)
       on conflict (policy) do update set body = excluded.body`,
    ),
    archive: prepare('update policy set archived_at = ? where id = ?'),
    eraseLines: POLICY_TABLES.map((table) => prepare(`delete from ${table} where policy = ?`)),
    erasePolicy: prepare('delete from policy where id = ? and version = ? and hash = ?'),
    oldSnapshots: prepare(
      `delete from snapshot where policy = ? and pinned = 0 and version not in (
         select version from snapshot where policy = ? and pinned = 0
         order by version desc limit ?)`,
    ),
  };
}
