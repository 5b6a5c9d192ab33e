/**
 * Settling: the lines of decisions, and of where they are spoken of, are written after the entries that they are made of.
 *
 *     commit     entries are stored; what they mean for the lines waits in memory, and the table `unsettled` tells since when
 *     settle     lines of a policy that wait are written, in one transaction: all, and its row of `unsettled` goes; or the oldest, and it
 *                tells how far they are written now
 *     catch up   after a crash, or a failure of the disk, the lines are made again from the entries since then
 *
 * So whatever happens in between, nothing is lost and nothing is written twice. Decisions and keys are unique: that is made sure
 * when the entries come, so a line that cannot be written later is a fault of the database. Its policy takes no more entries then,
 * and its row of `unsettled` stays.
 */
import type { DatabaseSync } from 'node:sqlite';
import { JournalFailure } from '../../journal.ts';
import { projectEntries } from '../../projection.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { resultCode, SQLITE_CONSTRAINT } from '../folder/sqlite-error.ts';
import { type PackedBatch, packLines, type Values } from '../writing/packed-batch.ts';
import { LastNumbers } from './last-numbers.ts';
import {
  addLines,
  allOf,
  areAlike,
  emptyLines,
  LINE_COLUMNS,
  type TakenLines,
  WaitingBook,
} from './waiting-lines.ts';

/** Entries that are read again at a time. */
const PAGE_ENTRIES = 512;

export class Settling {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #entries: EntryTable;
  readonly #waiting = new WaitingBook();
  /** Why the lines of a policy cannot be written. */
  readonly #stuck = new Map<string, JournalFailure>();
  readonly #numbers: LastNumbers;

  constructor(database: DatabaseSync) {
    this.#numbers = new LastNumbers(database);
    this.#database = database;
    this.#statements = prepareStatements(database);
    this.#entries = new EntryTable(database);
  }

  /** Entries whose lines wait. */
  get entryCount(): number {
    return this.#waiting.entryCount;
  }

  /** Throws where a decision of the batch, or a key, is known already. */
  requireNew({ policy, rows }: PackedBatch): void {
    const isKnown = (row: Values) => this.#waiting.holds(policy, row) || this.#isWritten(row);
    if (areAlike(rows) || rows.some(isKnown)) throw knownBefore(policy);
  }

  /** Notes in the table that lines of the policy will be behind. */
  begin({ policy, head }: PackedBatch): void {
    this.requireSettled(policy);
    if (!this.#waiting.has(policy)) this.#statements.begin.run(policy, head.version);
  }

  /** Lets the lines of a batch wait, when nothing of it can be undone any more but with the whole transaction. */
  add(batch: PackedBatch): void {
    this.#numbers.note(batch.rows, !this.#waiting.has(batch.policy));
    this.#waiting.add(batch);
  }

  /** Writes all lines that wait; whoever has one that cannot be written is told when asked for. */
  settleAll(): void {
    for (const policy of this.#waiting.policies) this.#write(policy, this.#waiting.take(policy)!);
  }

  /** Writes the oldest lines that wait, of so many entries or a few more. */
  settleSome(entryCount: number): void {
    const left = this.entryCount - entryCount;
    for (const policy of this.#waiting.policies) {
      if (this.entryCount <= left) return;
      this.#write(policy, this.#waiting.takeSome(policy, this.entryCount - left)!);
    }
  }

  /** Writes the lines of one policy. */
  settle(policy: string): void {
    const lines = this.#waiting.take(policy);
    if (lines !== null) this.#write(policy, lines);
  }

  /** Throws if lines of the policy could not be written. */
  requireSettled(policy: string): void {
    const stuck = this.#stuck.get(policy);
    if (stuck !== undefined) throw stuck;
  }

  /** All of a policy is erased, after its lines were settled. */
  noteErased(policy: string): void {
    this.#stuck.delete(policy);
    this.#numbers.forget(policy);
  }

  /** Makes lines again that a process, or a connection, did not come to write. */
  catchUp(): void {
    for (const line of this.#statements.behind.all()) {
      const { policy, settled } = line as { policy: string; settled: number };
      const lines = this.#linesAfter(policy, settled);
      if (lines !== null) this.#write(policy, lines);
    }
  }

  /** Returns null, having noted why, where entries are not what they were. */
  #linesAfter(policy: string, settled: number): TakenLines | null {
    const lines = emptyLines();
    try {
      for (let position = settled; ; ) {
        const page = this.#entries.after(policy, position, PAGE_ENTRIES);
        const end = { version: page.at(-1)?.position ?? position, entryCount: page.length };
        addLines(lines, packLines(page, projectEntries(page)), end);
        if (page.length < PAGE_ENTRIES) return allOf(lines);
        position = end.version;
      }
    } catch (error) {
      if (resultCode(error) !== null) throw error;
      this.#stuck.set(policy, unwritable(policy, error));
      return null;
    }
  }

  #write(policy: string, { rows, updates, told, settled }: TakenLines): void {
    const { decision, update, tell, advance, end } = this.#statements;
    this.#database.exec('savepoint lines');
    try {
      for (const row of rows) decision.run(...row);
      for (const values of updates) update.run(...values);
      for (const values of told) tell.run(...values);
      if (settled === null) end.run(policy);
      else advance.run(settled, policy);
    } catch (error) {
      if (resultCode(error) !== SQLITE_CONSTRAINT) throw error;
      this.#database.exec('rollback to lines');
      this.#stuck.set(policy, unwritable(policy, error));
      // What comes after them must not be written without them.
      this.#waiting.take(policy);
    }
    this.#database.exec('release lines');
  }

  #isWritten(row: Values): boolean {
    const [policy, generation, sequence] = row;
    const [scope, text] = [row[KEY_SCOPE]!, row[KEY_TEXT]!];
    const { named, keyed } = this.#statements;
    if (text !== null && keyed.get(policy!, scope, text) !== undefined) return true;
    if (this.#numbers.isNew(row, !this.#waiting.has(String(policy)))) return false;
    return named.get(policy!, generation!, sequence!) !== undefined;
  }
}

const [KEY_SCOPE, KEY_TEXT] = [LINE_COLUMNS.indexOf('key_scope'), LINE_COLUMNS.indexOf('key_text')];

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  // A fingerprint is stored as bytes.
  const values = LINE_COLUMNS.map((column) =>
    column === 'fingerprint' ? 'case when length(?19) = 64 then unhex(?19) else ?19 end' : '?',
  );
  return {
    begin: prepare('insert into unsettled (policy, settled) values (?, ?) on conflict do nothing'),
    advance: prepare('update unsettled set settled = ? where policy = ?'),
    end: prepare('delete from unsettled where policy = ?'),
    behind: prepare('select policy, settled from unsettled'),
    named: prepare('select 1 from decision where policy = ? and generation = ? and sequence = ?'),
    keyed: prepare('select 1 from decision where policy = ? and key_scope = ? and key_text = ?'),
    decision: prepare(
      `insert into decision (${LINE_COLUMNS.join(', ')}) values (${values.join(', ')})`,
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
    tell: prepare(
      `insert into told (policy, generation, sequence, position) values (?, ?, ?, ?)
       on conflict do nothing`,
    ),
  };
}

function knownBefore(policy: string): JournalFailure {
  return new JournalFailure(
    'behind',
    `Decisions and idempotency keys of ${policy} are stored once, but one of the batch is stored already. ` +
      `Look it up by its key.`,
  );
}

function unwritable(policy: string, error: unknown): JournalFailure {
  return new JournalFailure(
    'broken',
    `The lines of decisions of ${policy} do not fit those that are stored (${String(error)}), so nothing more is written of ` +
      `it. Run "hedgerow verify", and restore a backup.`,
  );
}
