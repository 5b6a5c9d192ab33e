/**
 * Lines of decisions that are not written yet, in the memory of the thread that writes.
 *
 * They are made of entries that are stored, so they can be made again, and may wait: written many at a time they touch far fewer
 * pages. What is said of a decision whose line waits changes the line here, and costs nothing later.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { DecisionLine } from '../tables.ts';
import type { PackedBatch, Values } from './packed-batch.ts';

/** All that waits of one policy. */
export interface WaitingLines {
  /** New lines, by generation and sequence. */
  readonly rows: Map<string, SQLInputValue[]>;
  readonly keys: Set<string>;
  /** Changes of lines that are written already, in their order. */
  readonly updates: Values[];
  readonly told: Values[];
  /** Entries that say all this: so many would have to be read again. */
  entryCount: number;
}

/** The columns of a line, in the order of its values. */
export const LINE_COLUMNS: readonly (keyof DecisionLine)[] = [
  'policy',
  'generation',
  'sequence',
  'position',
  'action',
  'chosen_by',
  'reason',
  'mode',
  'decided_at',
  'state',
  'reward',
  'rewarded_at',
  'correction_count',
  'margin_after',
  'baseline_min',
  'baseline_max',
  'key_scope',
  'key_text',
  'fingerprint',
  'size',
  'group_name',
  'site',
  'parts',
  'subject',
];

const place = (column: keyof DecisionLine) => LINE_COLUMNS.indexOf(column);
const [GENERATION, SEQUENCE] = [place('generation'), place('sequence')];
const [KEY_SCOPE, KEY_TEXT] = [place('key_scope'), place('key_text')];
const [STATE, REWARD, REWARDED_AT] = [place('state'), place('reward'), place('rewarded_at')];
const [CORRECTION_COUNT, PARTS] = [place('correction_count'), place('parts')];

export class WaitingBook {
  readonly #policies = new Map<string, WaitingLines>();
  #entryCount = 0;

  /** Of all policies together. */
  get entryCount(): number {
    return this.#entryCount;
  }

  get policies(): string[] {
    return [...this.#policies.keys()];
  }

  has(policy: string): boolean {
    return this.#policies.has(policy);
  }

  /** Whether a line like this waits: of the same decision or under the same key. */
  holds(policy: string, row: Values): boolean {
    const waiting = this.#policies.get(policy);
    return waiting !== undefined && holdsLike(waiting, row);
  }

  add({ policy, entries, rows, updates, told }: PackedBatch): void {
    const waiting = this.#policies.get(policy) ?? emptyLines();
    this.#policies.set(policy, waiting);
    waiting.entryCount += entries.length;
    this.#entryCount += entries.length;
    for (const row of rows) addRow(waiting, row);
    for (const update of updates) addUpdate(waiting, update);
    waiting.told.push(...told);
  }

  /** Returns what waits of a policy, which is then somebody else's to write. */
  take(policy: string): WaitingLines | null {
    const waiting = this.#policies.get(policy) ?? null;
    this.#policies.delete(policy);
    this.#entryCount -= waiting?.entryCount ?? 0;
    return waiting;
  }
}

export function emptyLines(): WaitingLines {
  return { rows: new Map(), keys: new Set(), updates: [], told: [], entryCount: 0 };
}

/** Whether there is a line of the same decision, or under the same key. */
export function holdsLike({ rows, keys }: WaitingLines, row: Values): boolean {
  const key = keyOf(row);
  return rows.has(nameOf(row)) || (key !== null && keys.has(key));
}

export function addRow({ rows, keys }: WaitingLines, row: Values): void {
  rows.set(nameOf(row), [...row]);
  const key = keyOf(row);
  if (key !== null) keys.add(key);
}

/** Changes the line if it waits; else the change waits, too. */
export function addUpdate({ rows, updates }: WaitingLines, update: Values): void {
  const row = rows.get(`${update[7]} ${update[8]}`);
  if (row === undefined) updates.push(update);
  else changeRow(row, update);
}

/** Does to a line what the statement would do to it in the table. */
function changeRow(row: SQLInputValue[], update: Values): void {
  const [isOnlyIfIssued, state, reward, rewardedAt, addedCorrectionCount, parts] = update;
  if (isOnlyIfIssued !== 1 || row[STATE] === 'issued') row[STATE] = state!;
  row[REWARD] = reward ?? row[REWARD]!;
  row[REWARDED_AT] = rewardedAt ?? row[REWARDED_AT]!;
  row[CORRECTION_COUNT] = Number(row[CORRECTION_COUNT]) + Number(addedCorrectionCount);
  row[PARTS] = parts ?? row[PARTS]!;
}

function nameOf(row: Values): string {
  return `${row[GENERATION]} ${row[SEQUENCE]}`;
}

/** The key of a line as text; null if it has none. */
function keyOf(row: Values): string | null {
  return row[KEY_TEXT] === null ? null : `${row[KEY_SCOPE]} ${row[KEY_TEXT]}`;
}
