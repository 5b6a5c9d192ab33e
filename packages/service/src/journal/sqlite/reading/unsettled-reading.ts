/**
 * Reads of a process that does not write, beside one that may, or after one that was killed: to the lines of decisions that are
 * written it adds what entries say whose lines are not.
 *
 * It must see the database as it was at one moment, or while nobody writes.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DecisionRow, StoredEntry } from '../../journal.ts';
import { type Projection, projectEntries, type RowUpdate, updateRow } from '../../projection.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { SqliteReading } from './sqlite-reading.ts';
import type { SqliteSegments } from './sqlite-segments.ts';

/** What entries say whose lines are not written. */
interface Late extends Pick<Projection, 'spokenOf'> {
  readonly entries: readonly StoredEntry[];
  readonly rows: ReadonlyMap<string, DecisionRow>;
  readonly updates: ReadonlyMap<string, RowUpdate>;
}

export class UnsettledReading extends SqliteReading {
  readonly #entries: EntryTable;
  /** The last answer, for as long as nothing is written. */
  #known: { readonly name: string; readonly late: Late } | null = null;

  constructor(database: DatabaseSync, segments: SqliteSegments) {
    super(database, segments);
    this.#entries = new EntryTable(database);
  }

  override findDecision(id: string): DecisionRow | null {
    const written = this.writtenDecision(id);
    const late = this.#lateOf(written?.policy ?? policyIn(id));
    return late.rows.get(id) ?? withUpdate(written, late);
  }

  override findDecisions(_policy: string, ids: readonly string[]): DecisionRow[] {
    return ids.flatMap((id) => this.findDecision(id) ?? []);
  }

  override async findByKey(
    policy: string,
    scope: string,
    key: string,
  ): Promise<DecisionRow | null> {
    const late = this.#lateOf(policy);
    const isIts = ({ keyScope, keyText }: DecisionRow) => keyScope === scope && keyText === key;
    const row = [...late.rows.values()].find(isIts);
    return row ?? withUpdate(await super.findByKey(policy, scope, key), late);
  }

  override async *scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncGenerator<DecisionRow[], void> {
    const late = this.#lateOf(policy);
    for await (const page of super.scanDecisions(policy, generation, site)) {
      yield page.map((row) => withUpdate(row, late)!);
    }
    // Decisions are numbered in the order of their entries.
    const rows = [...late.rows.values()].filter(
      (row) => row.generation === generation && (site === undefined || row.site === site),
    );
    if (rows.length > 0) yield rows;
  }

  override async readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    const { entries, spokenOf } = this.#lateOf(row.policy);
    const late = entries.filter((_, index) => spokenOf[index] === row.id);
    const earliest = late[0]?.position ?? Infinity;
    const history = await super.readHistory(row);
    return [...history.filter(({ position }) => position < earliest), ...late];
  }

  #lateOf(policy: string): Late {
    const place = this.settledPlace(policy);
    if (place === null) return NOTHING_LATE;
    const name = `${policy} ${place.settled} ${place.version}`;
    if (this.#known?.name !== name) {
      const late = lateIn(this.#entries.after(policy, place.settled, Infinity));
      this.#known = { name, late };
    }
    return this.#known.late;
  }
}

function lateIn(entries: readonly StoredEntry[]): Late {
  const { spokenOf, inserts, updates } = projectEntries(entries);
  return {
    entries,
    spokenOf,
    rows: new Map(inserts.map((row) => [row.id, row])),
    updates: new Map(updates.map((update) => [update.id, update])),
  };
}

const NOTHING_LATE: Late = { entries: [], spokenOf: [], rows: new Map(), updates: new Map() };

function withUpdate(row: DecisionRow | null, { updates }: Late): DecisionRow | null {
  const update = row === null ? undefined : updates.get(row.id);
  return update === undefined ? row : updateRow(row!, update);
}

/** No name of a policy has a dot. */
function policyIn(id: string): string {
  return id.split('.', 1)[0]!;
}
