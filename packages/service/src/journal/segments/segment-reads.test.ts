/**
 * Segments are replaced where something is forgotten, while others read them.
 */
import { describe, expect, it } from 'vitest';
import { EMPTY_HEAD } from '../entry-hash.ts';
import type { StoredEntry } from '../journal.ts';
import { MemoryJournal } from '../testing/memory-journal.ts';
import { appendAll, created, decided } from '../testing/sample-entries.ts';
import { tombstoneOf } from '../tombstone.ts';
import { type PackedSegment, packSegment, withTombstones } from './pack-segment.ts';
import type { Segment } from './segment.ts';
import { SegmentReads } from './segment-reads.ts';

type Kept = Pick<PackedSegment, 'segment' | 'bytes'>;

const DECISIONS = 20;

/** A chain in several frames, and what becomes of it when its last decision is forgotten. */
async function forgotten(): Promise<{ stored: readonly StoredEntry[]; old: Kept; fresh: Kept }> {
  const note = 'x'.repeat(1 << 16);
  const entries = Array.from({ length: DECISIONS }, (_, i) => decided({ sequence: i + 1, note }));
  const stored = await appendAll(new MemoryJournal(), 'maize', [created(), ...entries]);
  const old = (await packSegment('maize', EMPTY_HEAD, pageOf(stored)))!;
  const names = { decisions: new Set([`maize.1.${DECISIONS}`]), subject: null };
  const tombstone = tombstoneOf(stored.at(-1)!, names)!;
  return { stored, old, fresh: await withTombstones(old.segment, old.bytes, [tombstone]) };
}

async function* pageOf(stored: readonly StoredEntry[]) {
  yield stored.map((entry) => ({ entry, spokenOf: null }));
}

/** Reads all while one frame after the other is asked for; before each, something may happen. */
async function readAll(kept: () => Kept | null, beforeFrame: () => void) {
  const reads = new SegmentReads({
    rawAfter: () => [],
    rawHistory: () => [],
    toldOf: () => [],
    segmentAt: () => kept()?.segment ?? null,
    bytesOf: async (segment: Segment, offset, length) => {
      beforeFrame();
      const isThere = kept()?.segment.sha256 === segment.sha256;
      return isThere ? kept()!.bytes.subarray(offset, offset + length) : Buffer.alloc(0);
    },
  });
  return await reads.read('maize', 0, 100);
}

describe('a segment that is replaced while it is read', () => {
  it('is read on as it is now', async () => {
    const { stored, old, fresh } = await forgotten();
    let [kept, frameCount] = [old, 0];
    const read = await readAll(
      () => kept,
      () => {
        frameCount += 1;
        if (frameCount === 2) kept = fresh;
      },
    );
    expect(old.segment.frames.length).toBeGreaterThan(2);
    expect(read.slice(0, -1)).toEqual(stored.slice(0, -1));
    expect(read.at(-1)).toMatchObject({ position: DECISIONS + 1, hash: stored.at(-1)!.hash });
    expect(read.at(-1)!.text).not.toBe(stored.at(-1)!.text);
  });

  it('is read no further where its policy was erased', async () => {
    const { old } = await forgotten();
    let kept: Kept | null = old;
    const read = await readAll(
      () => kept,
      () => {
        kept = null;
      },
    );
    expect(read).toEqual([]);
  });
});

it('a segment that is not what its line says is no segment to read on', async () => {
  const { old, fresh } = await forgotten();
  const damaged = { segment: old.segment, bytes: fresh.bytes.subarray(9) };
  await expect(
    readAll(
      () => damaged,
      () => {},
    ),
  ).rejects.toThrow('Restore the segment from a backup');
});
