/**
 * Reads entries wherever they are: in the table, or in segments if they have left it.
 *
 * The table always holds the end of a chain, without gaps; what is before its first entry is in
 * segments. While entries move they are in both, and both say the same. Frames that were opened lately
 * are kept, so that page after page of a replay opens each only once. Where something is forgotten, a segment is replaced by another:
 * whoever was reading the old one goes on in the new one.
 */
import type { DecisionRow, StoredEntry } from '../journal.ts';
import type { Tombstone } from '../tombstone.ts';
import { openFrame, type PackedSegment, withTombstones } from './pack-segment.ts';
import type { Segment } from './segment.ts';

type MaybeLater<Answer> = Answer | Promise<Answer>;

/** What reading through needs of an engine. */
export interface SegmentSource {
  /** Entries of the table alone, after a position. */
  rawAfter(policy: string, after: number, limit: number): MaybeLater<readonly StoredEntry[]>;
  /** Entries of the table that speak of a decision, oldest first. */
  rawHistory(row: DecisionRow): MaybeLater<readonly StoredEntry[]>;
  /** The last segment that begins at a position or before it; null if there is none. */
  segmentAt(policy: string, position: number): MaybeLater<Segment | null>;
  /** Some of the bytes of a segment. */
  bytesOf(segment: Segment, offset: number, length: number): MaybeLater<Buffer>;
  /** Positions in segments at which the decision is spoken of, after its own. */
  toldOf(row: DecisionRow): MaybeLater<readonly number[]>;
}

/** Frames that are kept open: a few megabytes of text. */
const FRAMES_KEPT = 16;

export class SegmentReads {
  readonly #source: SegmentSource;
  readonly #frames = new Map<string, readonly StoredEntry[]>();

  constructor(source: SegmentSource) {
    this.#source = source;
  }

  /** At most `limit` entries after a position, oldest first. */
  async read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    const raw = await this.#source.rawAfter(policy, after, limit);
    if (raw[0]?.position === after + 1) return raw;
    const moved = await this.#moved(policy, after, limit);
    const end = moved.at(-1)?.position ?? after;
    return [...moved, ...raw.filter(({ position }) => position > end)].slice(0, limit);
  }

  /** Entries that speak of one decision, oldest first. */
  async history(row: DecisionRow): Promise<readonly StoredEntry[]> {
    const raw = await this.#source.rawHistory(row);
    if (raw[0]?.position === row.position) return raw;
    // Asked for after the table: what left it in between is found here.
    const told = await this.#source.toldOf(row);
    const start = raw[0]?.position ?? Infinity;
    const moved: StoredEntry[] = [];
    for (const position of [row.position, ...told]) {
      if (position < start) moved.push(...(await this.#moved(row.policy, position - 1, 1)));
    }
    return [...moved, ...raw];
  }

  async #moved(policy: string, after: number, limit: number): Promise<StoredEntry[]> {
    const entries: StoredEntry[] = [];
    let next = after + 1;
    while (entries.length < limit) {
      const segment = await this.#source.segmentAt(policy, next);
      if (segment === null || segment.last < next) break;
      for (const index of framesFrom(segment, next)) {
        const frame = await this.#currentFrame(segment, index);
        if (frame === null) break;
        entries.push(...frame.slice(Math.max(0, next - frame[0]!.position)));
        next = entries.at(-1)!.position + 1;
        if (entries.length >= limit) break;
      }
    }
    return entries.slice(0, limit);
  }

  /** Null if the segment was replaced since it was found, or erased: then its bytes are gone. */
  async #currentFrame(segment: Segment, index: number): Promise<readonly StoredEntry[] | null> {
    try {
      return await this.#frame(segment, index);
    } catch (failure) {
      const now = await this.#source.segmentAt(segment.policy, segment.first);
      if (now?.sha256 === segment.sha256) throw failure;
      return null;
    }
  }

  async #frame(segment: Segment, index: number): Promise<readonly StoredEntry[]> {
    const name = `${segment.sha256} ${index}`;
    const known = this.#frames.get(name);
    this.#frames.delete(name);
    const { offset, length } = segment.frames[index]!;
    const frame =
      known ??
      (await openFrame(segment, index, await this.#source.bytesOf(segment, offset, length)));
    this.#frames.set(name, frame);
    if (this.#frames.size > FRAMES_KEPT) this.#frames.delete(this.#frames.keys().next().value!);
    return frame;
  }
}

/** A segment as it was, and as it is with tombstones in it. */
export interface ReplacedSegment extends Pick<PackedSegment, 'segment' | 'bytes'> {
  readonly before: Segment;
}

/** Makes the segments anew in which tombstones take the place of entries; says up to where entries are in segments. */
export async function replaceInSegments(
  source: SegmentSource,
  policy: string,
  tombstones: readonly Tombstone[],
): Promise<{ readonly end: number; readonly replaced: readonly ReplacedSegment[] }> {
  const last = await source.segmentAt(policy, Number.MAX_SAFE_INTEGER);
  const end = last?.last ?? 0;
  const found = new Map<string, { readonly before: Segment; readonly own: Tombstone[] }>();
  for (const tombstone of tombstones.filter(({ position }) => position <= end)) {
    const before = (await source.segmentAt(policy, tombstone.position))!;
    const { own } = found.get(before.sha256) ?? { own: [] };
    found.set(before.sha256, { before, own: [...own, tombstone] });
  }
  const replaced: ReplacedSegment[] = [];
  for (const { before, own } of found.values()) {
    const bytes = await source.bytesOf(before, 0, before.byteCount);
    replaced.push({ before, ...(await withTombstones(before, bytes, own)) });
  }
  return { end, replaced };
}

/** Indices of the frames that hold the position and what comes after it. */
function framesFrom({ frames }: Segment, position: number): number[] {
  const start = frames.findLastIndex(({ first }) => first <= position);
  return Array.from({ length: frames.length - start }, (_, index) => start + index);
}
