/**
 * Moves old entries of a policy from the table into segments, a stretch at a time.
 *
 *     pack       entries are read page by page, the chain is checked, the segment is made in memory
 *     add        the segment is stored, and a line that tells of it; only then
 *     trim       the entries leave the table, a few at a time
 *
 * A process that ends in between leaves entries in both places or a segment that nobody knows of, and
 * never in neither. Never moved are the end of a chain, which is looked at after a failure of the disk,
 * and what the next start reads: everything from the older of the kept snapshots on. Without a snapshot
 * nothing is moved.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Head } from '../journal.ts';
import { type PackedSegment, packSegment, type RawEntry } from './pack-segment.ts';

/** Which entries stay in the table; whatever one of the two lets go is moved. */
export interface RetentionRule {
  /** The newest so many stay; null: the number alone moves nothing. */
  readonly rawEntries: number | null;
  /** What was written since then stays; null: age alone moves nothing. */
  readonly rawSince: string | null;
}

export interface Moved {
  readonly entries: number;
  /** What they take in the segment. */
  readonly bytes: number;
}

export interface Retention {
  /** How many entries the rule would move now. */
  due(policy: string, rule: RetentionRule): Promise<number>;
  /** Moves the oldest stretch of them, one segment; nothing where too few are due. */
  compact(policy: string, rule: RetentionRule): Promise<Moved>;
}

/** Where the chain of a policy is. */
export interface ChainPlaces {
  /** Number of entries. */
  readonly version: number;
  /** Position of the first entry in the table. */
  readonly firstRaw: number;
  /** The end of the last segment; the empty head if there is none. */
  readonly segmentEnd: Head;
  /** Of the oldest snapshot that is kept, a pinned one aside if there are others; null if there is none. */
  readonly snapshotVersion: number | null;
  /** Of the pinned snapshot; 0 if there is none. */
  readonly pinnedVersion: number;
}

/** What moving needs of an engine. */
export interface SegmentStore {
  /** Null if there is no such policy. */
  places(policy: string): Promise<ChainPlaces | null>;
  rawEntries(policy: string, after: number, limit: number): Promise<readonly RawEntry[]>;
  /**
   * Stores the segment and its line, durably; false if another has done so, the chain is gone, or something was forgotten since
   * the pinned snapshot that was known when the entries were read.
   */
  add(packed: PackedSegment, pinnedVersion: number): Promise<boolean>;
  /**
   * Lets entries that are in stored segments leave the table, the oldest first and at most so many;
   * returns whether more are left.
   */
  trim(policy: string, limit: number): Promise<boolean>;
}

/** At the end of a chain so many entries stay in the table; tail-check.ts looks at them. */
export const TAIL_ENTRIES = 64;
/** Entries of a segment: fewer are not worth a file. */
const SEGMENT_ENTRIES_MIN = 512;
const SEGMENT_ENTRIES_MAX = 4096;
/** Text of a segment, about: what is held in memory while it is made. */
const SEGMENT_LENGTH = 16 << 20;
/** Read without a pause. */
const PAGE_ENTRIES = 64;
/** After each page and each such transaction, others have the processor and the writer for a while. */
const PAUSE_MS = 2;
/** Leave the table in one transaction. */
const TRIM_ENTRIES = 128;

export function createRetention(store: SegmentStore): Retention {
  // One at a time in this process: two would write the same file.
  let last: Promise<unknown> = Promise.resolve();
  return {
    due: async (policy, rule) => {
      const places = await store.places(policy);
      return places === null ? 0 : (await dueUpTo(store, policy, { places, rule })).count;
    },
    compact: (policy, rule) => {
      const moved = last.then(() => moveOnce(store, policy, rule));
      last = moved.catch(() => {});
      return moved;
    },
  };
}

async function moveOnce(store: SegmentStore, policy: string, rule: RetentionRule): Promise<Moved> {
  const places = await store.places(policy);
  if (places === null) return NOTHING;
  const { segmentEnd, firstRaw } = places;
  if (firstRaw <= segmentEnd.version) await trimAll(store, policy);
  const { last, count } = await dueUpTo(store, policy, { places, rule });
  if (count === 0) return NOTHING;
  const pages = rawPages(store, { policy, after: segmentEnd.version, last });
  const packed = await packSegment(policy, segmentEnd, pages);
  if (packed === null || !(await store.add(packed, places.pinnedVersion))) return NOTHING;
  await trimAll(store, policy);
  const { segment } = packed;
  return { entries: segment.last - segment.first + 1, bytes: segment.byteCount };
}

const NOTHING: Moved = { entries: 0, bytes: 0 };

interface Asked {
  readonly places: ChainPlaces;
  readonly rule: RetentionRule;
}

/** Returns up to where entries are to be moved, and how many these are; none if too few. */
async function dueUpTo(
  store: SegmentStore,
  policy: string,
  { places, rule }: Asked,
): Promise<{ readonly last: number; readonly count: number }> {
  const { version, segmentEnd, snapshotVersion } = places;
  const most = Math.min((snapshotVersion ?? 0) - 1, version - TAIL_ENTRIES);
  const byNumber = rule.rawEntries === null ? 0 : version - rule.rawEntries;
  const from = Math.max(byNumber, segmentEnd.version);
  const last = Math.min(most, await olderUpTo(store, policy, { rule, from, most }));
  const count = last - segmentEnd.version;
  return count < SEGMENT_ENTRIES_MIN ? { last, count: 0 } : { last, count };
}

interface Between {
  readonly rule: RetentionRule;
  readonly from: number;
  readonly most: number;
}

/**
 * Returns the last position that was written before the rule's time, as if times only ever grew: a
 * clock that was put right moves the limit a little, and nothing else.
 */
async function olderUpTo(
  store: SegmentStore,
  policy: string,
  { rule: { rawSince }, from, most }: Between,
): Promise<number> {
  if (rawSince === null) return from;
  let [low, high] = [from, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [raw] = await store.rawEntries(policy, middle - 1, 1);
    if (raw !== undefined && raw.entry.time < rawSince) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Stretch {
  readonly policy: string;
  readonly after: number;
  readonly last: number;
}

async function* rawPages(
  store: SegmentStore,
  { policy, after, last }: Stretch,
): AsyncGenerator<readonly RawEntry[], void> {
  const end = Math.min(last, after + SEGMENT_ENTRIES_MAX);
  let [position, length] = [after, 0];
  while (position < end && length < SEGMENT_LENGTH) {
    const page = await store.rawEntries(policy, position, Math.min(PAGE_ENTRIES, end - position));
    // Another process moves the same entries, and will be the first to store them.
    if (page[0]?.entry.position !== position + 1) return;
    yield page;
    position += page.length;
    length += page.reduce((sum, { entry }) => sum + entry.text.length, 0);
    await pause(PAUSE_MS);
  }
}

async function trimAll(store: SegmentStore, policy: string): Promise<void> {
  while (await store.trim(policy, TRIM_ENTRIES)) await pause(PAUSE_MS);
}
