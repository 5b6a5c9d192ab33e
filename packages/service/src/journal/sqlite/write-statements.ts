/**
 * The statements that write entries, lines and snapshots to SQLite.
 *
 * They run inside a transaction that somebody else begins and ends.
 */
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { NO_HASH } from '../entry-hash.ts';
import { type Head, JournalFailure, type Snapshot } from '../journal.ts';
import { columnsFrom, type Standing } from '../standing.ts';
import { PINNED_VERSION, SNAPSHOTS_KEPT } from '../tables.ts';
import type { PackedBatch } from './packed-batch.ts';
import { ShelfStatements } from './shelf-statements.ts';

export class WriteStatements {
  readonly shelf: ShelfStatements;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.shelf = new ShelfStatements(database);
    this.#statements = prepareStatements(database);
  }

  /** Writes a batch; throws without having decided anything if the stored head is another. */
  writeBatch(batch: PackedBatch): void {
    const { policy, head, next, archivedAt, standing } = batch;
    const { newPolicy, advance, entry, decision, update, archive } = this.#statements;
    if (head.version === 0) newPolicy.run(policy, NO_HASH);
    const { changes } = advance.run(next.version, next.hash, policy, head.version, head.hash);
    if (changes !== 1) throw movedOn(policy, head.version);
    for (const values of batch.entries) entry.run(...values);
    for (const values of batch.rows) decision.run(...values);
    for (const values of batch.updates) update.run(...values);
    if (archivedAt !== undefined) archive.run(archivedAt, policy);
    if (standing !== undefined) this.writeStanding(policy, next, standing);
  }

  /** Writes how a policy stands, unless its chain has gone on. */
  writeStanding(policy: string, { version, hash }: Head, standing: Standing): void {
    const { outline, owner = null } = standing;
    const values: (string | number | null)[] = Object.values(columnsFrom(standing, version));
    const { changes } = this.#statements.standing.run(...values, owner, policy, version, hash);
    if (changes === 1 && outline !== undefined) this.#statements.outline.run(policy, outline);
  }

  /** Erases all of a policy; throws without having decided anything if the stored head is another. */
  erase(policy: string, { version, hash }: Head): void {
    const { eraseLines, erasePolicy } = this.#statements;
    for (const statement of eraseLines) statement.run(policy);
    const { changes } = erasePolicy.run(policy, version, hash);
    if (changes !== 1) throw movedOn(policy, version);
  }

  writeSnapshot({ policy, version, hash, generation, body }: Snapshot): void {
    const packed = zstdCompressSync(body);
    this.#statements.snapshot.run(packed, generation, policy, version, hash, policy);
    this.#statements.oldSnapshots.run(policy, policy, SNAPSHOTS_KEPT);
    this.shelf.tidy(policy);
  }
}

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
    entry: prepare(
      `insert into entry (policy, position, time, body, previous_hash, hash, subject)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    decision: prepare(
      `insert into decision (policy, generation, sequence, position, action, chosen_by, reason,
         mode, decided_at, state, reward, rewarded_at, correction_count, margin_after,
         baseline_min, baseline_max, key_scope, key_text, fingerprint, size, group_name, site,
         parts, subject)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
         case when length(?19) = 64 then unhex(?19) else ?19 end, ?, ?, ?, ?, ?)`,
    ),
    update: prepare(
      `update decision set
         state = case when ? = 1 and state <> 'issued' then state else ? end,
         reward = coalesce(?, reward),
         rewarded_at = coalesce(?, rewarded_at),
         correction_count = correction_count + ?,
         parts = coalesce(?, parts)
       where policy = ? and generation = ? and sequence = ?`,
    ),
    snapshot: prepare(
      `insert into snapshot (policy, version, hash, body, packed, generation)
       select policy, position, hash, '', ?, ? from entry
       where policy = ? and position = ? and hash = ? and position > (${PINNED_VERSION})
       on conflict (policy, version) do update set hash = excluded.hash, body = excluded.body,
         packed = excluded.packed, generation = excluded.generation`,
    ),
    standing: prepare(
      `update policy set standing_version = ?, margin = ?, pending = ?, unresolved = ?, decisions = ?,
         learner = ?, halted = ?, failure_probability = ?, standing = ?, owner = coalesce(owner, ?)
       where id = ? and version = ? and hash = ?`,
    ),
    outline: prepare(
      `insert into outline (policy, body) values (?, ?)
       on conflict (policy) do update set body = excluded.body`,
    ),
    archive: prepare('update policy set archived_at = ? where id = ?'),
    eraseLines: ['decision', 'snapshot', 'shelf', 'outline', 'told', 'segment', 'entry'].map(
      (table) => prepare(`delete from ${table} where policy = ?`),
    ),
    erasePolicy: prepare('delete from policy where id = ? and version = ? and hash = ?'),
    oldSnapshots: prepare(
      `delete from snapshot where policy = ? and pinned = 0 and version not in (
         select version from snapshot where policy = ? and pinned = 0
         order by version desc limit ?)`,
    ),
  };
}
