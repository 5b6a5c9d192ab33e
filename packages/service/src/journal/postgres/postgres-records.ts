/**
 * Everything in PostgreSQL but the turns: what is read, and snapshots. Each statement takes a
 * connection of its own.
 */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { DecisionFilter } from '../../wire.ts';
import { parseDecisionId } from '../decision-id.ts';
import type {
  DecisionRow,
  Head,
  JournalReads,
  NewSnapshot,
  ShelfBatch,
  ShelfQuery,
  ShelfRow,
  Snapshot,
  StoredEntry,
} from '../journal.ts';
import { packText } from '../pack-text.ts';
import { type Removal, removalFromLine } from '../removal.ts';
import type { Segment, Told } from '../segments/segment.ts';
import { SegmentReads } from '../segments/segment-reads.ts';
import {
  LINE_COLUMNS,
  type LinePage,
  lineFromColumns,
  type PolicyLine,
  type Standing,
  type WholeLine,
  wholeFromColumns,
} from '../standing.ts';
import {
  DEFAULT_LIST_LIMIT,
  listingQuery,
  rowFromLine,
  SCAN_PAGE_LINES,
  SNAPSHOTS_KEPT,
  snapshotFromLine,
  type Tables,
} from '../tables.ts';
import type { PostgresSegments } from './postgres-segments.ts';
import { PostgresShelf, pinnedVersion } from './postgres-shelf.ts';
import { standingStatement } from './write-standing.ts';

export interface PostgresRecordsOptions {
  readonly db: Kysely<Tables>;
  readonly segments: PostgresSegments;
  /** Keys are looked for with what is stored (group-commit.ts). */
  readonly findByKey: JournalReads['findByKey'];
}

export class PostgresRecords {
  readonly #db: Kysely<Tables>;
  readonly #shelf: PostgresShelf;
  readonly #entries: SegmentReads;
  readonly #segments: PostgresSegments;
  readonly findByKey: JournalReads['findByKey'];

  constructor({ db, segments, findByKey }: PostgresRecordsOptions) {
    this.#db = db;
    this.findByKey = findByKey;
    this.#shelf = new PostgresShelf(db);
    this.#entries = new SegmentReads(segments);
    this.#segments = segments;
  }

  async listPolicies(): Promise<string[]> {
    const lines = await this.#db.selectFrom('policy').select('id').execute();
    // Sorted here, because the order of the database depends on its language.
    return lines.map(({ id }) => id).sort();
  }

  async listLines({ after = '', limit, isArchivedShown = false }: LinePage): Promise<PolicyLine[]> {
    const lines = await this.#db
      .selectFrom('policy')
      .select(LINE_COLUMNS)
      .where('version', '>', 0)
      // The order of the database depends on its language, that of names must not.
      .where(sql<boolean>`id collate "C" > ${after}`)
      .$if(!isArchivedShown, (query) => query.where('archived_at', 'is', null))
      .orderBy(sql`id collate "C"`)
      .limit(limit)
      .execute();
    return lines.map(lineFromColumns);
  }

  async readLine(policy: string): Promise<PolicyLine | null> {
    const line = await this.#db
      .selectFrom('policy')
      .select(LINE_COLUMNS)
      .where('id', '=', policy)
      .where('version', '>', 0)
      .executeTakeFirst();
    return line === undefined ? null : lineFromColumns(line);
  }

  async readStandings(policies: readonly string[]): Promise<WholeLine[]> {
    const lines = await this.#db
      .selectFrom('policy')
      .innerJoin('outline', 'outline.policy', 'policy.id')
      .select(LINE_COLUMNS)
      .select(['policy.standing as text', 'outline.body as outline'])
      .where(sql<boolean>`policy.id = any(${policies}::text[])`)
      .whereRef('policy.standing_version', '=', 'policy.version')
      .execute();
    return lines.map((line) => wholeFromColumns({ ...line, text: line.text ?? '' }));
  }

  async countOwned(owner: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom('policy')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async head(policy: string): Promise<Head | null> {
    const query = this.#db.selectFrom('policy').selectAll().where('id', '=', policy);
    const line = await query.executeTakeFirst();
    return line === undefined ? null : { version: Number(line.version), hash: line.hash };
  }

  read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    return this.#entries.read(policy, after, limit);
  }

  async findDecision(id: string): Promise<DecisionRow | null> {
    const name = parseDecisionId(id);
    if (name === null) return null;
    const line = await this.#db
      .selectFrom('decision')
      .selectAll()
      .where('policy', '=', name.policy)
      .where('generation', '=', name.generation)
      .where('sequence', '=', name.sequence)
      .executeTakeFirst();
    return line === undefined ? null : rowFromLine(line);
  }

  async findDecisions(policy: string, ids: readonly string[]): Promise<DecisionRow[]> {
    const names = ids.flatMap((id) => parseDecisionId(id) ?? []);
    const lines = await this.#db
      .selectFrom('decision')
      .selectAll()
      .where('policy', '=', policy)
      .where(
        sql<boolean>`(generation, sequence) in (select * from unnest(
          ${names.map(({ generation }) => generation)}::bigint[],
          ${names.map(({ sequence }) => sequence)}::bigint[]))`,
      )
      .execute();
    return lines.map(rowFromLine);
  }

  async listDecisions(policy: string, filter: DecisionFilter): Promise<DecisionRow[]> {
    const query = listingQuery(this.#db, policy, filter);
    const lines = await query.limit(filter.limit ?? DEFAULT_LIST_LIMIT).execute();
    return lines.map(rowFromLine);
  }

  async *scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncGenerator<DecisionRow[], void> {
    let after = 0;
    for (;;) {
      const lines = await this.#db
        .selectFrom('decision')
        .selectAll()
        .where('policy', '=', policy)
        .where('generation', '=', generation)
        .where('sequence', '>', after)
        .$if(site !== undefined, (query) => query.where('site', '=', site!))
        .orderBy('sequence')
        .limit(SCAN_PAGE_LINES)
        .execute();
      const page = lines.map(rowFromLine);
      if (page.length > 0) yield page;
      if (page.length < SCAN_PAGE_LINES) return;
      after = page.at(-1)!.sequence;
    }
  }

  readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    return this.#entries.history(row);
  }

  listSegments(policy: string): Promise<Segment[]> {
    return this.#segments.list(policy);
  }

  readSegment(segment: Segment): Promise<Uint8Array> {
    return this.#segments.whole(segment);
  }

  scanTold(policy: string): AsyncIterable<readonly Told[]> {
    return this.#segments.scanTold(policy);
  }

  async readRemovals(): Promise<Removal[]> {
    const query = this.#db.selectFrom('removal').selectAll().orderBy('position');
    return (await query.execute()).map(removalFromLine);
  }

  async findRemoval(policy: string): Promise<Removal | null> {
    const query = this.#db.selectFrom('removal').selectAll().where('policy', '=', policy);
    const line = await query.executeTakeFirst();
    return line === undefined ? null : removalFromLine(line);
  }

  async readSnapshots(policy: string): Promise<Snapshot[]> {
    const lines = await this.#db
      .selectFrom('snapshot')
      .selectAll()
      .where('policy', '=', policy)
      .orderBy('version', 'desc')
      .execute();
    return lines.map(snapshotFromLine);
  }

  async writeStanding(policy: string, head: Head, standing: Standing): Promise<void> {
    const { text, values } = standingStatement(policy, head, standing);
    await this.#db.executeQuery(CompiledQuery.raw(text, values));
  }

  async writeSnapshot(snapshot: NewSnapshot): Promise<void> {
    const { policy, version, hash, generation } = snapshot;
    const packed = await packText(snapshot.body);
    await this.#db
      .insertInto('snapshot')
      .columns(['policy', 'version', 'hash', 'body', 'packed', 'generation'])
      .expression((db) =>
        db
          .selectFrom('entry')
          .select([
            'policy',
            'position',
            'hash',
            sql<string>`''`.as('body'),
            sql<Uint8Array>`cast(${packed} as bytea)`.as('packed'),
            sql<number>`cast(${generation} as bigint)`.as('generation'),
          ])
          .where('policy', '=', policy)
          .where('position', '=', version)
          .where('position', '>', pinnedVersion(policy))
          .where('hash', '=', hash),
      )
      .onConflict((conflict) =>
        conflict.columns(['policy', 'version']).doUpdateSet({ hash, body: '', packed, generation }),
      )
      .execute();
    await sql`delete from snapshot where policy = ${policy} and pinned = 0 and version not in (
      select version from snapshot where policy = ${policy} and pinned = 0
      order by version desc limit ${SNAPSHOTS_KEPT})`.execute(this.#db);
    await this.#shelf.tidy(policy);
  }

  readShelf(query: ShelfQuery): Promise<readonly ShelfRow[]> {
    return this.#shelf.read(query);
  }

  writeShelf(batch: ShelfBatch): Promise<void> {
    return this.#shelf.write(batch);
  }
}
