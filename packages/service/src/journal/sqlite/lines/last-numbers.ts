/**
 * The last number of a decision of each policy, as the thread that writes knows it: a decision with a later number is new, and need not be
 * looked for.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Values } from '../writing/packed-batch.ts';
import { LINE_COLUMNS } from './waiting-lines.ts';

interface Last {
  readonly generation: number;
  sequence: number;
}

/** More policies are not kept in mind. */
const POLICIES_MAX = 1 << 12;
const place = (column: (typeof LINE_COLUMNS)[number]) => LINE_COLUMNS.indexOf(column);
const [POLICY, GENERATION, SEQUENCE] = [place('policy'), place('generation'), place('sequence')];

export class LastNumbers {
  readonly #find: StatementSync;
  readonly #policies = new Map<string, Last>();

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      'select max(sequence) as sequence from decision where policy = ? and generation = ?',
    );
  }

  /** Whether a line has a later number than all that are written or were noted; if not, it may be new all the same. */
  isNew(row: Values, isSettled: boolean): boolean {
    const last = this.#lastOf(row, isSettled);
    return last !== null && Number(row[SEQUENCE]) > last.sequence;
  }

  /** Lines that will be written. */
  note(rows: readonly Values[], isSettled: boolean): void {
    for (const row of rows) {
      const last = this.#lastOf(row, isSettled);
      if (last !== null) last.sequence = Math.max(last.sequence, Number(row[SEQUENCE]));
    }
  }

  forget(policy: string): void {
    this.#policies.delete(policy);
  }

  /** The table is asked only while it has all lines of the policy: what waits would be missing for good. */
  #lastOf(row: Values, isSettled: boolean): Last | null {
    const [policy, generation] = [String(row[POLICY]), Number(row[GENERATION])];
    const known = this.#policies.get(policy);
    if (known?.generation === generation) return known;
    if (!isSettled) return null;
    if (this.#policies.size >= POLICIES_MAX) this.#policies.clear();
    const last = {
      generation,
      sequence: Number(this.#find.get(policy, generation)?.sequence ?? 0),
    };
    this.#policies.set(policy, last);
    return last;
  }
}
