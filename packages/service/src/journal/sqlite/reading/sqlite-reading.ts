/**
 * Everything that is read from SQLite, on a connection that cannot write. Lines of decisions are those that are written; whoever
 * must see those that wait as well uses settled-reading.ts, or unsettled-reading.ts beside a running service.
 *
 * The calls block the thread, so each is short: a look-up by an index, or one page. A listing with a
 * filter that few lines pass goes through the table window by window and lets others run in between.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { nextRound } from '../../../instruments/next-round.ts';
import type { DecisionFilter } from '../../../wire.ts';
import { parseDecisionId } from '../../decision-id.ts';
import type {
  DecisionRow,
  Head,
  ShelfQuery,
  ShelfRow,
  Snapshot,
  StoredEntry,
} from '../../journal.ts';
import { type Removal, type RemovalLine, removalFromLine } from '../../removal.ts';
import type { Segment, Told } from '../../segments/segment.ts';
import { SegmentReads } from '../../segments/segment-reads.ts';
import {
  LINE_COLUMNS,
  type LinePage,
  lineFromColumns,
  type PolicyColumns,
  type PolicyLine,
  type WholeLine,
  wholeFromColumns,
} from '../../standing.ts';
import {
  DEFAULT_LIST_LIMIT,
  type DecisionLine,
  listingQuery,
  rowFromLine,
  SCAN_PAGE_LINES,
  type ShelfLine,
  shelfRowFromLine,
  shelfRowsOf,
  snapshotFromLine,
  type Tables,
} from '../../tables.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { SETTLED_PLACE, type SettledPlace } from '../lines/touched-names.ts';
import { rowAt, ShelfPacks } from '../shelf/shelf-packs.ts';
import type { SqliteSegments } from './sqlite-segments.ts';

/** A row of the shelf; its text may be in a pack. */
type PackedShelfLine = ShelfLine & { readonly pack: number | null };

/** Positions that a listing looks at without a pause. */
const LIST_WINDOW = 20_000;

export class SqliteReading {
  readonly #db: Kysely<Tables>;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #entries: SegmentReads;
  readonly #segments: SqliteSegments;
  readonly #packs: ShelfPacks;

  constructor(database: DatabaseSync, segments: SqliteSegments) {
    this.#db = queryBuilder(database);
    this.#statements = prepareStatements(database);
    this.#entries = new SegmentReads(segments);
    this.#segments = segments;
    this.#packs = new ShelfPacks(database);
  }

  listPolicies(): string[] {
    return all<{ id: string }>(this.#statements.policies).map(({ id }) => id);
  }

  listLines({ after = '', limit, isArchivedShown = false }: LinePage): PolicyLine[] {
    const { lines, activeLines } = this.#statements;
    const statement = isArchivedShown ? lines : activeLines;
    return all<PolicyColumns>(statement, after, limit).map(lineFromColumns);
  }

  readLine(policy: string): PolicyLine | null {
    const [line] = all<PolicyColumns>(this.#statements.line, policy);
    return line === undefined ? null : lineFromColumns(line);
  }

  readStandings(policies: readonly string[]): WholeLine[] {
    return policies.flatMap((policy) =>
      all<Parameters<typeof wholeFromColumns>[0]>(this.#statements.standing, policy).map(
        wholeFromColumns,
      ),
    );
  }

  countOwned(owner: string): number {
    return all<{ count: number }>(this.#statements.owned, owner)[0]!.count;
  }

  head(policy: string): Head | null {
    const [line] = all<Head>(this.#statements.head, policy);
    return line === undefined ? null : { version: line.version, hash: line.hash };
  }

  read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#entries.read(policy, after, limit);
  }

  /** How far the lines of a policy are written; null if all are. */
  settledPlace(policy: string): SettledPlace | null {
    return all<SettledPlace>(this.#statements.place, policy)[0] ?? null;
  }

  findDecision(id: string): DecisionRow | null | Promise<DecisionRow | null> {
    return this.writtenDecision(id);
  }

  /** The line of a decision as it is written. */
  protected writtenDecision(id: string): DecisionRow | null {
    const name = parseDecisionId(id);
    if (name === null) return null;
    const { policy, generation, sequence } = name;
    return oneRow(all(this.#statements.decision, policy, generation, sequence));
  }

  findDecisions(_policy: string, ids: readonly string[]): DecisionRow[] | Promise<DecisionRow[]> {
    return ids.flatMap((id) => this.writtenDecision(id) ?? []);
  }

  findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    return Promise.resolve(oneRow(all(this.#statements.byKey, policy, scope, key)));
  }

  async listDecisions(policy: string, filter: DecisionFilter): Promise<DecisionRow[]> {
    const wanted = filter.limit ?? DEFAULT_LIST_LIMIT;
    const rows: DecisionRow[] = [];
    let before = Math.min(filter.before ?? Infinity, (this.head(policy)?.version ?? 0) + 1);
    while (before > 1 && rows.length < wanted) {
      const from = Math.max(1, before - LIST_WINDOW);
      const lines = await listingQuery(this.#db, policy, { ...filter, before })
        .where('position', '>=', from)
        .limit(wanted - rows.length)
        .execute();
      rows.push(...lines.map(rowFromLine));
      before = from;
      await nextRound();
    }
    return rows;
  }

  async *scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncGenerator<DecisionRow[], void> {
    let after = 0;
    for (;;) {
      const lines =
        site === undefined
          ? all<DecisionLine>(this.#statements.scan, policy, generation, after)
          : all<DecisionLine>(this.#statements.scanSite, policy, site, generation, after);
      const page = lines.map(rowFromLine);
      if (page.length > 0) yield page;
      if (page.length < SCAN_PAGE_LINES) return;
      after = page.at(-1)!.sequence;
      await nextRound();
    }
  }

  readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    return this.#entries.history(row);
  }

  listSegments(policy: string): Segment[] {
    return this.#segments.list(policy);
  }

  readSegment(segment: Segment): Promise<Uint8Array> {
    return this.#segments.whole(segment);
  }

  scanTold(policy: string): AsyncIterable<readonly Told[]> {
    return this.#segments.scanTold(policy);
  }

  readRemovals(): Removal[] {
    return all<RemovalLine>(this.#statements.removals).map(removalFromLine);
  }

  findRemoval(policy: string): Removal | null {
    const [line] = all<RemovalLine>(this.#statements.removal, policy);
    return line === undefined ? null : removalFromLine(line);
  }

  readSnapshots(policy: string): Snapshot[] {
    return all<Tables['snapshot']>(this.#statements.snapshots, policy).map(snapshotFromLine);
  }

  readShelf({ policy, generation, sequences, version, span }: ShelfQuery): readonly ShelfRow[] {
    const { shelf } = this.#statements;
    const opened = new Map<string, Buffer>();
    const found = sequences.flatMap((sequence) => {
      const range = [sequence - span + 1, sequence, version];
      const lines = all<PackedShelfLine>(shelf, policy, generation, ...range);
      return lines.flatMap((line) => {
        // Another has taken its place, and should have been found.
        if (line.gone_at !== null && line.gone_at <= version) return [];
        const row = line.pack === null ? shelfRowFromLine(line) : this.#inPack(line, opened);
        return row === undefined ? [] : [[sequence, row] as const];
      });
    });
    return shelfRowsOf(found);
  }

  #inPack(line: PackedShelfLine, opened: Map<string, Buffer>): ShelfRow | undefined {
    const name = `${line.pack} ${line.shelved_at}`;
    const lines = opened.get(name) ?? this.#packs.linesOf({ ...line, pack: line.pack! });
    opened.set(name, lines);
    return rowAt(lines, line.first);
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    policies: prepare('select id from policy order by id'),
    lines: prepare(
      `select ${LINE_COLUMNS.join(', ')} from policy where id > ? and version > 0
       order by id limit ?`,
    ),
    activeLines: prepare(
      `select ${LINE_COLUMNS.join(', ')} from policy where id > ? and version > 0
         and archived_at is null order by id limit ?`,
    ),
    line: prepare(`select ${LINE_COLUMNS.join(', ')} from policy where id = ? and version > 0`),
    standing: prepare(
      `select ${LINE_COLUMNS.join(', ')}, standing as text, outline.body as outline from policy
       join outline on outline.policy = policy.id where id = ? and standing_version = version`,
    ),
    owned: prepare('select count(*) as count from policy where owner = ?'),
    head: prepare('select version, hash from policy where id = ?'),
    decision: prepare(
      'select * from decision where policy = ? and generation = ? and sequence = ?',
    ),
    byKey: prepare('select * from decision where policy = ? and key_scope = ? and key_text = ?'),
    place: prepare(SETTLED_PLACE),
    scan: prepare(
      `select * from decision where policy = ? and generation = ? and sequence > ?
       order by sequence limit ${SCAN_PAGE_LINES}`,
    ),
    scanSite: prepare(
      `select * from decision where policy = ? and site = ? and generation = ? and sequence > ?
       order by sequence limit ${SCAN_PAGE_LINES}`,
    ),
    shelf: prepare(
      `select * from shelf
       where policy = ? and generation = ? and first >= ? and first <= ? and shelved_at <= ?
       order by first desc, shelved_at desc limit 1`,
    ),
    removals: prepare('select * from removal order by position'),
    removal: prepare('select * from removal where policy = ?'),
    snapshots: prepare('select * from snapshot where policy = ? order by version desc'),
  };
}

function all<Line>(statement: StatementSync, ...values: (string | number)[]): Line[] {
  return statement.all(...values) as Line[];
}

function oneRow(lines: DecisionLine[]): DecisionRow | null {
  return lines[0] === undefined ? null : rowFromLine(lines[0]);
}
