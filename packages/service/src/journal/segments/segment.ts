/**
 * A segment: a stretch of a policy's chain that has left the table of entries, compressed.
 *
 *     frame 1     JSON lines, compressed by themselves
 *     frame 2     …
 *
 * A line is `{"time":…,"body":…}` with the body exactly as it was hashed. Places and hashes are not
 * stored: they follow from the hash before the first line, so nothing can be read from a segment without
 * making its part of the chain again. The frames one after the other are an ordinary zstd file, which
 * `zstd -dc` turns into text; to read one entry only its frame is opened.
 */
import { JournalFailure } from '../journal.ts';

/** All that is known of a segment without opening it. */
export interface Segment {
  readonly policy: string;
  /** Positions of its first and last entry. */
  readonly first: number;
  readonly last: number;
  /** Of the entry before the first. */
  readonly previousHash: string;
  /** Of the last entry. */
  readonly hash: string;
  /** SHA-256 of all bytes, hexadecimal. */
  readonly sha256: string;
  readonly byteCount: number;
  readonly frames: readonly Frame[];
}

export interface Frame {
  /** Position of its first entry. */
  readonly first: number;
  /** Where its bytes are. */
  readonly offset: number;
  readonly length: number;
  /** Of the entry before the first. */
  readonly previousHash: string;
}

/** That an entry in a segment speaks of a decision; the one that made it is found by its line. */
export interface Told {
  readonly generation: number;
  readonly sequence: number;
  readonly position: number;
}

/** The segment as a table has it. */
export interface SegmentLine {
  policy: string;
  first_position: number;
  last_position: number;
  previous_hash: string;
  hash: string;
  sha256: string;
  byte_count: number;
  /** JSON: first, offset, length and previous hash of each. */
  frames: string;
}

export function lineFromSegment(segment: Segment): SegmentLine {
  return {
    policy: segment.policy,
    first_position: segment.first,
    last_position: segment.last,
    previous_hash: segment.previousHash,
    hash: segment.hash,
    sha256: segment.sha256,
    byte_count: segment.byteCount,
    frames: JSON.stringify(
      segment.frames.map(({ first, offset, length, previousHash }) => [
        first,
        offset,
        length,
        previousHash,
      ]),
    ),
  };
}

export function segmentFromLine(line: SegmentLine): Segment {
  const frames = JSON.parse(line.frames) as [number, number, number, string][];
  return {
    policy: line.policy,
    first: Number(line.first_position),
    last: Number(line.last_position),
    previousHash: line.previous_hash,
    hash: line.hash,
    sha256: line.sha256,
    byteCount: Number(line.byte_count),
    frames: frames.map(([first, offset, length, previousHash]) => ({
      first,
      offset,
      length,
      previousHash,
    })),
  };
}

/** Entries cannot be had, because their segment is not what its line says. */
export class SegmentFailure extends JournalFailure {
  constructor({ policy, first, last }: Segment, cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    super(
      'broken',
      `Entries ${first} to ${last} of ${policy} must be in their segment as the chain has them, but ` +
        `they are not (${said}). Restore the segment from a backup.`,
      { cause },
    );
  }
}
