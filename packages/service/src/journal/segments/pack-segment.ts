/**
 * Entries to a segment and back.
 *
 * Packing checks the chain as it goes, so that nothing is moved that could not be proved afterwards;
 * opening a frame makes its hashes again and compares the last. Where tombstones take the place of entries, the frames that
 * hold them are made anew, and the others are kept as they are.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { parseDecisionId } from '../decision-id.ts';
import { checkChain, headAfter } from '../entry-hash.ts';
import { type Head, JournalFailure, type StoredEntry } from '../journal.ts';
import { isOfKind, type Tombstone } from '../tombstone.ts';
import { entriesIn, lineOf } from './entry-lines.ts';
import { type Frame, type Segment, SegmentFailure, type Told } from './segment.ts';

/** An entry of the table, with the decision that it speaks of. */
export interface RawEntry {
  readonly entry: StoredEntry;
  readonly spokenOf: string | null;
}

export interface PackedSegment {
  readonly segment: Segment;
  readonly bytes: Buffer;
  readonly told: readonly Told[];
}

/** Text of a frame, about: larger ones are smaller on disk, but slower to read one entry from. */
const FRAME_LENGTH = 1 << 19;
/** Level 9 makes a tenth less than the usual 3, in two and a half times its time. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Packs entries that follow after the head, page by page; none: null. */
export async function packSegment(
  policy: string,
  before: Head,
  pages: AsyncIterable<readonly RawEntry[]>,
): Promise<PackedSegment | null> {
  const packer = new Packer(policy, before);
  for await (const page of pages) await packer.add(page);
  return packer.finish();
}

class Packer {
  readonly #policy: string;
  readonly #before: Head;
  #head: Head;
  readonly #frames: Frame[] = [];
  readonly #parts: Buffer[] = [];
  readonly #told: Told[] = [];
  #byteCount = 0;
  #text = '';
  #frameStart: Head;

  constructor(policy: string, before: Head) {
    this.#policy = policy;
    this.#before = before;
    this.#head = before;
    this.#frameStart = before;
  }

  async add(page: readonly RawEntry[]): Promise<void> {
    for (const { entry, spokenOf } of page) {
      requireFollowing(this.#head, entry);
      this.#noteTold(entry, spokenOf);
      this.#text += lineOf(entry);
      this.#head = { version: entry.position, hash: entry.hash };
      if (this.#text.length >= FRAME_LENGTH) await this.#endFrame();
    }
  }

  async finish(): Promise<PackedSegment | null> {
    await this.#endFrame();
    if (this.#frames.length === 0) return null;
    const bytes = Buffer.concat(this.#parts);
    const segment = {
      policy: this.#policy,
      first: this.#before.version + 1,
      last: this.#head.version,
      previousHash: this.#before.hash,
      hash: this.#head.hash,
      sha256: sha256Of(bytes),
      byteCount: bytes.length,
      frames: this.#frames,
    };
    return { segment, bytes, told: this.#told };
  }

  async #endFrame(): Promise<void> {
    if (this.#text === '') return;
    const { version, hash: previousHash } = this.#frameStart;
    const part = await compress(this.#text, COMPRESSION);
    const [offset, length] = [this.#byteCount, part.length];
    this.#frames.push({ first: version + 1, offset, length, previousHash });
    this.#parts.push(part);
    this.#byteCount += length;
    this.#text = '';
    this.#frameStart = this.#head;
  }

  /** A decision's own entry is found by its line. */
  #noteTold({ position, text }: StoredEntry, spokenOf: string | null): void {
    const name = spokenOf === null ? null : parseDecisionId(spokenOf);
    if (name === null || isOfKind(text, 'decided')) return;
    this.#told.push({ generation: name.generation, sequence: name.sequence, position });
  }
}

function requireFollowing(head: Head, entry: StoredEntry): void {
  // JSON has no raw line break; whatever has one was not written here.
  if (checkChain(head, [entry]) === null && !entry.text.includes('\n')) return;
  throw new JournalFailure(
    'broken',
    `Entry ${head.version + 1} of ${entry.policy} must follow from the chain before it is moved, but ` +
      `it does not. Nothing was moved. Run "hedgerow verify".`,
  );
}

/** Returns the entries of a frame, made again from its bytes; throws if they are not the chain's. */
export async function openFrame(
  segment: Segment,
  index: number,
  bytes: Buffer,
): Promise<readonly StoredEntry[]> {
  const { policy, hash, frames } = segment;
  const { first, previousHash: start } = frames[index]!;
  const before = { version: first - 1, hash: start };
  try {
    const entries = entriesIn(await decompress(bytes), policy, before);
    const { version, hash: reached } = headAfter(before, entries);
    const end = frames[index + 1];
    const isWhole =
      reached === (end?.previousHash ?? hash) && version + 1 === (end?.first ?? segment.last + 1);
    if (!isWhole) throw new Error('its text does not lead to its last hash');
    return entries;
  } catch (cause) {
    throw new SegmentFailure(segment, cause);
  }
}

/** Returns the segment with tombstones in the place of entries; its bytes must be what they were. */
export async function withTombstones(
  segment: Segment,
  bytes: Buffer,
  tombstones: readonly Tombstone[],
): Promise<Pick<PackedSegment, 'segment' | 'bytes'>> {
  // Frames that stay as they are need not be opened, but what is wrong with them must not become right.
  if (sha256Of(bytes) !== segment.sha256) {
    throw new SegmentFailure(segment, new Error('its bytes do not fit their SHA-256'));
  }
  const parts: Buffer[] = [];
  for (const [index, { first, offset, length }] of segment.frames.entries()) {
    const end = segment.frames[index + 1]?.first ?? segment.last + 1;
    const own = tombstones.filter(({ position }) => first <= position && position < end);
    const before = bytes.subarray(offset, offset + length);
    parts.push(own.length === 0 ? before : await frameWith(own, { segment, index, before }));
  }
  let byteCount = 0;
  const frames = segment.frames.map((frame, index) => {
    const offset = byteCount;
    byteCount += parts[index]!.length;
    return { ...frame, offset, length: parts[index]!.length };
  });
  const written = Buffer.concat(parts);
  return { segment: { ...segment, frames, byteCount, sha256: sha256Of(written) }, bytes: written };
}

interface FrameBefore {
  readonly segment: Segment;
  readonly index: number;
  readonly before: Buffer;
}

async function frameWith(
  tombstones: readonly Tombstone[],
  { segment, index, before }: FrameBefore,
): Promise<Buffer> {
  const texts = new Map(tombstones.map(({ position, text }) => [position, text]));
  const entries = await openFrame(segment, index, before);
  const lines = entries.map((one) => lineOf({ ...one, text: texts.get(one.position) ?? one.text }));
  return await compress(lines.join(''), COMPRESSION);
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
