/**
 * Segments of a journal in SQLite: lines in the database, bytes in files, and the entries of the table.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { EMPTY_HEAD } from '../../entry-hash.ts';
import { readEntryText } from '../../entry-text.ts';
import { type DecisionRow, JournalFailure, type StoredEntry } from '../../journal.ts';
import { decisionSpokenOf } from '../../projection.ts';
import type { PackedSegment, RawEntry } from '../../segments/pack-segment.ts';
import type { ChainPlaces, SegmentStore } from '../../segments/retention.ts';
import {
  type Segment,
  SegmentFailure,
  type SegmentLine,
  segmentFromLine,
  type Told,
} from '../../segments/segment.ts';
import type { SegmentSource } from '../../segments/segment-reads.ts';
import { SCAN_PAGE_LINES } from '../../tables.ts';
import { EntryTable } from '../entries/entry-table.ts';
import type { SegmentFiles } from '../folder/segment-files.ts';
import type { SegmentChange } from '../writing/segment-statements.ts';
import { inOneLook, prepareLook } from './one-look.ts';

export class SqliteSegments implements SegmentSource {
  readonly files: SegmentFiles;
  /** By their hashes: files of which it is not known yet whether a line tells of them. */
  readonly #doubted = new Map<string, Segment>();
  readonly #entries: EntryTable;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, files: SegmentFiles) {
    this.files = files;
    this.#entries = new EntryTable(database);
    this.#statements = prepareStatements(database);
  }

  rawAfter(policy: string, after: number, limit: number): StoredEntry[] {
    return this.#entries.after(policy, after, limit);
  }

  /** In one look: entries that leave the table meanwhile are all there, or none is. */
  rawHistory(row: DecisionRow): StoredEntry[] {
    return inOneLook(this.#statements.look, () => {
      const { policy, id, position } = row;
      const places = [position, ...this.toldOf(row), ...this.#entries.spokenOf(policy, id)];
      const inOrder = [...new Set(places)].sort((a, b) => a - b);
      return inOrder.flatMap((place) => this.#entries.at(policy, place) ?? []);
    });
  }

  segmentAt(policy: string, position: number): Segment | null {
    const [line] = all<SegmentLine>(this.#statements.segmentAt, policy, position);
    return line === undefined ? null : segmentFromLine(line);
  }

  async bytesOf(segment: Segment, offset: number, length: number): Promise<Buffer> {
    try {
      return await this.files.read(segment, offset, length);
    } catch (cause) {
      throw new SegmentFailure(segment, cause);
    }
  }

  toldOf({ policy, generation, sequence }: DecisionRow): number[] {
    const lines = all<{ position: number }>(this.#statements.told, policy, generation, sequence);
    return lines.map(({ position }) => position);
  }

  list(policy: string): Segment[] {
    return all<SegmentLine>(this.#statements.segments, policy).map(segmentFromLine);
  }

  /** All bytes of its file, however many there are. */
  async whole(segment: Segment): Promise<Buffer> {
    try {
      return await this.files.readWhole(segment);
    } catch (cause) {
      throw new SegmentFailure(segment, cause);
    }
  }

  async *scanTold(policy: string): AsyncGenerator<readonly Told[], void> {
    for (let last: Told = { generation: 0, sequence: 0, position: 0 }; ; ) {
      const after = [last.generation, last.sequence, last.position];
      const page = all<Told>(this.#statements.toldAfter, policy, ...after);
      if (page.length > 0) yield page;
      if (page.length < SCAN_PAGE_LINES) return;
      last = page.at(-1)!;
    }
  }

  get doubted(): readonly Segment[] {
    return [...this.#doubted.values()];
  }

  /**
   * Writes files, and has them told of in place of older ones. Where that fails they go; but where the disk failed, the next start may find in the
   * log that it was stored after all: there all of them stay until that is settled.
   */
  async replace<Answer>(
    { fresh, old }: { readonly fresh: readonly WrittenSegment[]; readonly old: readonly Segment[] },
    tell: () => Promise<Answer>,
  ): Promise<Answer> {
    const segments = fresh.map(({ segment }) => segment);
    // What is written again is not removed by whoever settles an earlier doubt meanwhile.
    const before = segments.filter(({ sha256 }) => this.#doubted.delete(sha256));
    try {
      for (const { segment, bytes } of fresh) await this.files.write(segment, bytes);
      return await tell();
    } catch (failure) {
      const isDoubted = failure instanceof JournalFailure && failure.kind === 'broken';
      this.#doubt(isDoubted ? [...segments, ...old] : before);
      for (const segment of segments) {
        if (!this.#doubted.has(segment.sha256)) this.#removeUnlessTold(segment);
      }
      throw failure;
    }
  }

  /** No line can tell of these files that does not by now: those that none tells of go. What cannot be removed is tried again. */
  remove(segments: readonly Segment[]): void {
    this.#doubt(segments);
    this.settle(segments);
  }

  /** The same of files in doubt; not of one that is in doubt anew, or is being written again. */
  settle(segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (this.#doubted.get(segment.sha256) !== segment) continue;
      this.#removeUnlessTold(segment);
      this.#doubted.delete(segment.sha256);
    }
  }

  #doubt(segments: readonly Segment[]): void {
    for (const segment of segments) this.#doubted.set(segment.sha256, segment);
  }

  /** The same segment may have been stored by another call: then it is that one's file. */
  #removeUnlessTold(segment: Segment): void {
    const stored = this.segmentAt(segment.policy, segment.first);
    if (stored?.sha256 !== segment.sha256) this.files.remove(segment);
  }

  places(policy: string): ChainPlaces | null {
    const [line] = all<PlacesLine>(this.#statements.places, policy);
    if (line === undefined) return null;
    const last = this.segmentAt(policy, Number.MAX_SAFE_INTEGER);
    return {
      version: line.version,
      firstRaw: line.first ?? line.version + 1,
      segmentEnd: last === null ? EMPTY_HEAD : { version: last.last, hash: last.hash },
      snapshotVersion: line.snapshot ?? line.pinned,
      pinnedVersion: line.pinned ?? 0,
    };
  }
}

interface PlacesLine {
  readonly version: number;
  readonly first: number | null;
  readonly snapshot: number | null;
  readonly pinned: number | null;
}

/** A segment with the bytes of its file. */
type WrittenSegment = Pick<PackedSegment, 'segment' | 'bytes'>;

/** What moving entries does, with the thread that writes. */
export function sqliteSegmentStore(
  segments: SqliteSegments,
  write: (change: SegmentChange) => Promise<boolean>,
): SegmentStore {
  const { files } = segments;
  return {
    places: async (policy) => segments.places(policy),
    rawEntries: async (policy, after, limit) =>
      segments
        .rawAfter(policy, after, limit)
        .map((entry): RawEntry => ({ entry, spokenOf: spokenOfIn(entry) })),
    add: async ({ segment, bytes, told }, pinnedVersion) => {
      const { doubted } = segments;
      const isStored = await segments.replace({ fresh: [{ segment, bytes }], old: [] }, () => {
        files.onStep('line');
        return write({ kind: 'segment', segment, told, pinnedVersion });
      });
      // What was written now stands in the log where doubtful commits did.
      if (isStored) segments.settle(doubted);
      else segments.remove([segment]);
      return isStored;
    },
    trim: async (policy, limit) => {
      files.onStep('trim');
      return write({ kind: 'trim', policy, limit });
    },
  };
}

function spokenOfIn({ text }: StoredEntry): string | null {
  try {
    return decisionSpokenOf(readEntryText(text));
  } catch {
    // Whoever packs it finds out that it is not the chain's.
    return null;
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    look: prepareLook(database),
    segmentAt: prepare(
      `select * from segment where policy = ? and first_position <= ?
       order by first_position desc limit 1`,
    ),
    told: prepare(
      `select position from told where policy = ? and generation = ? and sequence = ?
       order by position`,
    ),
    segments: prepare('select * from segment where policy = ? order by first_position'),
    toldAfter: prepare(
      `select generation, sequence, position from told
       where policy = ? and (generation, sequence, position) > (?, ?, ?)
       order by generation, sequence, position limit ${SCAN_PAGE_LINES}`,
    ),
    places: prepare(
      `select version,
         (select min(position) from entry where entry.policy = policy.id) as first,
         (select min(version) from snapshot
          where snapshot.policy = policy.id and pinned = 0) as snapshot,
         (select max(version) from snapshot
          where snapshot.policy = policy.id and pinned = 1) as pinned
       from policy where id = ?`,
    ),
  };
}

function all<Line>(statement: StatementSync, ...values: (string | number)[]): Line[] {
  return statement.all(...values) as Line[];
}
