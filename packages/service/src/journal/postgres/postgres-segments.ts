/**
 * Segments of a journal in PostgreSQL: their bytes are in the lines. Any replica may move entries, and
 * none needs a turn for it: entries never change, and of two segments that begin at the same entry the
 * second is refused by the key of the table. The line of the policy must be there, so that nothing is
 * added to a chain that was erased.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EMPTY_HEAD } from '../entry-hash.ts';
import type { DecisionRow, StoredEntry } from '../journal.ts';
import type { PackedSegment } from '../segments/pack-segment.ts';
import type { ChainPlaces, SegmentStore } from '../segments/retention.ts';
import {
  lineFromSegment,
  type Segment,
  type SegmentLine,
  segmentFromLine,
  type Told,
} from '../segments/segment.ts';
import type { SegmentSource } from '../segments/segment-reads.ts';
import { type EntryLine, entryFromLine, SCAN_PAGE_LINES, type Tables } from '../tables.ts';
import { NOT_FOR_LONG } from './pg-driver.ts';
import { pinnedVersion } from './postgres-shelf.ts';

type Ask = <Answer>(question: () => Promise<Answer>) => Promise<Answer>;

export class PostgresSegments implements SegmentSource {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async rawAfter(policy: string, after: number, limit: number): Promise<StoredEntry[]> {
    return (await this.rawLines(policy, after, limit)).map(entryFromLine);
  }

  rawLines(policy: string, after: number, limit: number): Promise<EntryLine[]> {
    return this.#db
      .selectFrom('entry')
      .selectAll()
      .where('policy', '=', policy)
      .where('position', '>', after)
      .orderBy('position')
      .limit(limit)
      .execute();
  }

  async rawHistory({ policy, id }: DecisionRow): Promise<StoredEntry[]> {
    const lines = await this.#db
      .selectFrom('entry')
      .selectAll()
      .where('policy', '=', policy)
      .where('subject', '=', id)
      .orderBy('position')
      .execute();
    return lines.map(entryFromLine);
  }

  async segmentAt(policy: string, position: number): Promise<Segment | null> {
    const line = await this.#db
      .selectFrom('segment')
      .select(SEGMENT_COLUMNS)
      .where('policy', '=', policy)
      .where('first_position', '<=', position)
      .orderBy('first_position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return line === undefined ? null : segmentFromLine(line);
  }

  async bytesOf(segment: Segment, offset: number, length: number): Promise<Buffer> {
    const { rows } = await sql<{ part: Buffer }>`
      select substring(body from ${offset + 1}::int for ${length}::int) as part from segment
      where policy = ${segment.policy} and first_position = ${segment.first}
        and sha256 = ${segment.sha256}`.execute(this.#db);
    return rows[0]?.part ?? Buffer.alloc(0);
  }

  async toldOf({ policy, generation, sequence }: DecisionRow): Promise<number[]> {
    const lines = await this.#db
      .selectFrom('told')
      .select('position')
      .where('policy', '=', policy)
      .where('generation', '=', generation)
      .where('sequence', '=', sequence)
      .orderBy('position')
      .execute();
    return lines.map(({ position }) => Number(position));
  }

  async list(policy: string): Promise<Segment[]> {
    const lines = await this.#db
      .selectFrom('segment')
      .select(SEGMENT_COLUMNS)
      .where('policy', '=', policy)
      .orderBy('first_position')
      .execute();
    return lines.map(segmentFromLine);
  }

  async whole({ policy, first }: Segment): Promise<Buffer> {
    const line = await this.#db
      .selectFrom('segment')
      .select('body')
      .where('policy', '=', policy)
      .where('first_position', '=', first)
      .executeTakeFirst();
    return line?.body ?? Buffer.alloc(0);
  }

  async *scanTold(policy: string): AsyncGenerator<readonly Told[], void> {
    for (let last: Told = { generation: 0, sequence: 0, position: 0 }; ; ) {
      const { rows } = await sql<Record<keyof Told, string>>`
        select generation, sequence, position from told where policy = ${policy}
          and (generation, sequence, position) >
            (${last.generation}::bigint, ${last.sequence}::bigint, ${last.position}::bigint)
        order by generation, sequence, position limit ${SCAN_PAGE_LINES}`.execute(this.#db);
      const page = rows.map(({ generation, sequence, position }) => ({
        generation: Number(generation),
        sequence: Number(sequence),
        position: Number(position),
      }));
      if (page.length > 0) yield page;
      if (page.length < SCAN_PAGE_LINES) return;
      last = page.at(-1)!;
    }
  }

  async places(policy: string): Promise<ChainPlaces | null> {
    const { rows } = await sql<Record<'version' | 'first' | 'snapshot' | 'pinned', string | null>>`
      select version,
        (select min(position) from entry where entry.policy = ${policy}) as first,
        (select min(version) from snapshot
         where snapshot.policy = ${policy} and pinned = 0) as snapshot,
        (select max(version) from snapshot
         where snapshot.policy = ${policy} and pinned = 1) as pinned
      from policy where id = ${policy}`.execute(this.#db);
    const [line] = rows;
    if (line === undefined) return null;
    const last = await this.segmentAt(policy, Number.MAX_SAFE_INTEGER);
    const version = Number(line.version);
    return {
      version,
      firstRaw: line.first === null ? version + 1 : Number(line.first),
      segmentEnd: last === null ? EMPTY_HEAD : { version: last.last, hash: last.hash },
      snapshotVersion: numberOrNull(line.snapshot ?? line.pinned),
      pinnedVersion: Number(line.pinned ?? 0),
    };
  }

  add({ segment, bytes, told }: PackedSegment, pinnedBefore: number): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      // Whoever forgets something changes this line: one waits for the other.
      await sql`select ${sql.raw(NOT_FOR_LONG)} from policy
        where id = ${segment.policy} for share`.execute(transaction);
      const line = { ...lineFromSegment(segment), body: bytes };
      const { numAffectedRows: added } = await sql`
        insert into segment (${sql.join(Object.keys(line).map((name) => sql.ref(name)))})
        select ${sql.join(Object.entries(line).map(typedValue))} from entry
        where policy = ${segment.policy} and position = ${segment.last} and hash = ${segment.hash}
          and ${pinnedVersion(segment.policy)} = cast(${pinnedBefore} as bigint)
        on conflict do nothing`.execute(transaction);
      if (added !== 1n) return false;
      await sql`insert into told (policy, generation, sequence, position)
        select ${segment.policy}, given.* from unnest(
          ${told.map(({ generation }) => generation)}::bigint[],
          ${told.map(({ sequence }) => sequence)}::bigint[],
          ${told.map(({ position }) => position)}::bigint[]) as given`.execute(transaction);
      return true;
    });
  }

  async trim(policy: string, limit: number): Promise<boolean> {
    const end = sql`(select last_position from segment where policy = ${policy}
      order by first_position desc limit 1)`;
    const first = sql`(select min(position) from entry where policy = ${policy})`;
    await sql`delete from entry where policy = ${policy} and position <= ${end}
      and position < ${first} + ${limit}::bigint`.execute(this.#db);
    const { rows } = await sql<{ is_more: boolean | null }>`
      select ${first} <= ${end} as is_more`.execute(this.#db);
    return rows[0]?.is_more === true;
  }
}

const SEGMENT_COLUMNS = [
  'policy',
  'first_position',
  'last_position',
  'previous_hash',
  'hash',
  'sha256',
  'byte_count',
  'frames',
] as const satisfies (keyof SegmentLine)[];

function numberOrNull(value: string | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** In a select, a value has no type of its own. */
function typedValue([name, value]: [string, string | number | Buffer]): RawBuilder<unknown> {
  const type = name === 'body' ? 'bytea' : typeof value === 'number' ? 'bigint' : 'text';
  return sql`cast(${value} as ${sql.raw(type)})`;
}

export function postgresSegmentStore(segments: PostgresSegments, ask: Ask): SegmentStore {
  return {
    places: (policy) => ask(() => segments.places(policy)),
    rawEntries: async (policy, after, limit) => {
      const lines = await ask(() => segments.rawLines(policy, after, limit));
      return lines.map((line) => ({ entry: entryFromLine(line), spokenOf: line.subject }));
    },
    add: (packed, pinnedVersionKnown) => ask(() => segments.add(packed, pinnedVersionKnown)),
    trim: (policy, limit) => ask(() => segments.trim(policy, limit)),
  };
}
