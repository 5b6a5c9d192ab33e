/**
 * Lines of decisions that are not written yet, in the memory of the thread that writes.
 *
 * They are made of entries that are stored, so they can be made again, and may wait: written many at a time they touch far fewer
 * pages. What is said of a decision whose line waits changes the line here, and costs nothing later.
 *
 * The oldest are taken first, up to the end of some batch. A line may then tell of an entry after that end; whoever makes lines again
 * from there does the same change a second time, and so it must be one that may be done twice. Corrections are counted: they wait.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { DecisionLine } from '../../tables.ts';
import type { PackedBatch, PackedLines, Values } from '../writing/packed-batch.ts';

/** A change of a line, and the version that it came with. */
interface LateUpdate {
  readonly version: number;
  readonly values: Values;
}

/** All that waits of one policy, in the order of its entries. */
export interface WaitingLines {
  /** New lines, by generation and sequence. */
  readonly rows: Map<string, SQLInputValue[]>;
  readonly keys: Set<string>;
  /** Changes of lines that are written already, or that may be done only once. */
  updates: LateUpdate[];
  /** Lines that wait and are changed by one of them. */
  readonly changedLater: Set<string>;
  told: Values[];
  /** Ends of the batches that say all this, and how many entries each has: so many would have to be read again. */
  batches: { readonly version: number; readonly entryCount: number }[];
}

/** Lines that are somebody else's to write. */
export interface TakenLines {
  readonly rows: readonly Values[];
  readonly updates: readonly Values[];
  readonly told: readonly Values[];
  /** Up to which entry they are all there are; null if nothing is left. */
  readonly settled: number | null;
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
const [GENERATION, SEQUENCE, POSITION] = [
  place('generation'),
  place('sequence'),
  place('position'),
];
const [KEY_SCOPE, KEY_TEXT] = [place('key_scope'), place('key_text')];
const [STATE, REWARD, REWARDED_AT] = [place('state'), place('reward'), place('rewarded_at')];
const PARTS = place('parts');
/** Places in the values of a change, and of a line of `told`. */
const ADDED_CORRECTIONS = 4;
const TOLD_POSITION = 3;

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

  add({ policy, next, entries, ...lines }: PackedBatch): void {
    const waiting = this.#policies.get(policy) ?? emptyLines();
    this.#policies.set(policy, waiting);
    this.#entryCount += entries.length;
    addLines(waiting, lines, { version: next.version, entryCount: entries.length });
  }

  /** Takes all that waits of a policy. */
  take(policy: string): TakenLines | null {
    return this.takeSome(policy, Infinity);
  }

  /** Takes the oldest lines of a policy: those of at least so many entries, if so many wait. */
  takeSome(policy: string, entryCount: number): TakenLines | null {
    const waiting = this.#policies.get(policy);
    if (waiting === undefined) return null;
    // Whatever is left has its turn after the other policies.
    this.#policies.delete(policy);
    const { batches } = waiting;
    let [batchCount, takenCount] = [0, 0];
    while (takenCount < entryCount && batchCount < batches.length) {
      takenCount += batches[batchCount]!.entryCount;
      batchCount += 1;
    }
    this.#entryCount -= takenCount;
    if (batchCount === batches.length) return allOf(waiting);
    const { version } = batches[batchCount - 1]!;
    waiting.batches = batches.slice(batchCount);
    this.#policies.set(policy, waiting);
    return upTo(waiting, version);
  }
}

export function emptyLines(): WaitingLines {
  return {
    rows: new Map(),
    keys: new Set(),
    updates: [],
    changedLater: new Set(),
    told: [],
    batches: [],
  };
}

/** Lets what entries say wait, after what waits already. */
export function addLines(
  waiting: WaitingLines,
  { rows, updates, told }: PackedLines,
  batch: WaitingLines['batches'][number],
): void {
  waiting.batches.push(batch);
  for (const row of rows) addRow(waiting, row);
  for (const values of updates) addUpdate(waiting, { version: batch.version, values });
  waiting.told.push(...told);
}

export function allOf({ rows, updates, told }: WaitingLines): TakenLines {
  const [lines, changes] = [[...rows.values()], updates.map(({ values }) => values)];
  return { rows: lines, updates: changes, told, settled: null };
}

/** Takes out what came up to a version, which is that of the end of a batch. */
function upTo(waiting: WaitingLines, version: number): TakenLines {
  const { rows, keys, updates, told } = waiting;
  const taken: Values[] = [];
  for (const [name, row] of rows) {
    if (Number(row[POSITION]) > version) break;
    taken.push(row);
    rows.delete(name);
    keys.delete(keyOf(row) ?? '');
    waiting.changedLater.delete(name);
  }
  const [updateCount, toldCount] = [
    countUpTo(updates, (update) => update.version <= version),
    countUpTo(told, (values) => Number(values[TOLD_POSITION]) <= version),
  ];
  waiting.updates = updates.slice(updateCount);
  waiting.told = told.slice(toldCount);
  return {
    rows: taken,
    updates: updates.slice(0, updateCount).map(({ values }) => values),
    told: told.slice(0, toldCount),
    settled: version,
  };
}

function countUpTo<One>(list: readonly One[], isIn: (one: One) => boolean): number {
  const end = list.findIndex((one) => !isIn(one));
  return end < 0 ? list.length : end;
}

/** Whether there is a line of the same decision, or under the same key. */
function holdsLike({ rows, keys }: WaitingLines, row: Values): boolean {
  const key = keyOf(row);
  return rows.has(nameOf(row)) || (key !== null && keys.has(key));
}

/** Whether two of the lines are of one decision, or under one key. */
export function areAlike(rows: readonly Values[]): boolean {
  if (rows.length < 2) return false;
  const keys = rows.flatMap((row) => keyOf(row) ?? []);
  const names = rows.map(nameOf);
  return new Set(names).size < names.length || new Set(keys).size < keys.length;
}

function addRow({ rows, keys }: WaitingLines, row: SQLInputValue[]): void {
  rows.set(nameOf(row), row);
  const key = keyOf(row);
  if (key !== null) keys.add(key);
}

/** Changes the line if it waits; else, or if that may be done only once, the change waits, too, and so does whatever comes after it. */
function addUpdate({ rows, updates, changedLater }: WaitingLines, update: LateUpdate): void {
  const { values } = update;
  const name = `${values[7]} ${values[8]}`;
  const row = rows.get(name);
  const isRepeatable = values[ADDED_CORRECTIONS] === 0 && !changedLater.has(name);
  if (row !== undefined && isRepeatable) {
    changeRow(row, values);
    return;
  }
  updates.push(update);
  if (row !== undefined) changedLater.add(name);
}

/** Does to a line what the statement would do to it in the table. */
function changeRow(row: SQLInputValue[], update: Values): void {
  const [isOnlyIfIssued, state, reward, rewardedAt, , parts] = update;
  if (isOnlyIfIssued !== 1 || row[STATE] === 'issued') row[STATE] = state!;
  row[REWARD] = reward ?? row[REWARD]!;
  row[REWARDED_AT] = rewardedAt ?? row[REWARDED_AT]!;
  row[PARTS] = parts ?? row[PARTS]!;
}

function nameOf(row: Values): string {
  return `${row[GENERATION]} ${row[SEQUENCE]}`;
}

/** The key of a line as text; null if it has none. */
function keyOf(row: Values): string | null {
  return row[KEY_TEXT] === null ? null : `${row[KEY_SCOPE]} ${row[KEY_TEXT]}`;
}
