import { expect, it } from 'vitest';
import { EMPTY_HEAD } from '../entry-hash.ts';
import { readEntryText } from '../entry-text.ts';
import { decisionSpokenOf } from '../projection.ts';
import { MemoryJournal } from '../testing/memory-journal.ts';
import { appendAll, created, decided, rewarded } from '../testing/sample-entries.ts';
import { tombstoneOf } from '../tombstone.ts';
import { openFrame, packSegment, withTombstones } from './pack-segment.ts';

it('tells where a decision is spoken of, its own entry aside, also where that is a tombstone', async () => {
  const entries = [created(), decided({ sequence: 1 }), decided({ sequence: 2 })];
  const told = [rewarded('maize.1.2', 9), rewarded('maize.1.1', 9)];
  const stored = await appendAll(new MemoryJournal(), 'maize', [...entries, ...told]);
  const names = { decisions: new Set(['maize.1.1']), subject: null };
  const left = stored.map((entry) => ({ ...entry, ...tombstoneOf(entry, names) }));
  expect(left[1]!.text).not.toBe(stored[1]!.text);
  const page = left.map((entry) => {
    return { entry, spokenOf: decisionSpokenOf(readEntryText(entry.text)) };
  });
  const packed = await packSegment('maize', EMPTY_HEAD, pagesOf(page));
  expect(packed!.told).toEqual([
    { generation: 1, sequence: 2, position: 4 },
    { generation: 1, sequence: 1, position: 5 },
  ]);
});

async function* pagesOf<Page>(page: Page): AsyncGenerator<Page, void> {
  yield page;
}

it('makes only the frames anew that hold a tombstone, of bytes that are what they were', async () => {
  const note = 'x'.repeat(1 << 16);
  const entries = Array.from({ length: 20 }, (_, i) => decided({ sequence: i + 1, note }));
  const stored = await appendAll(new MemoryJournal(), 'maize', [created(), ...entries]);
  const page = stored.map((entry) => ({ entry, spokenOf: null }));
  const { segment, bytes } = (await packSegment('maize', EMPTY_HEAD, pagesOf(page)))!;
  expect(segment.frames.length).toBeGreaterThan(2);
  const forgotten = stored[3]!;
  const names = { decisions: new Set(['maize.1.3']), subject: null };
  const own = [tombstoneOf(forgotten, names)!];

  const fresh = await withTombstones(segment, bytes, own);
  const frameOf = (index: number) => {
    const { offset, length } = fresh.segment.frames[index]!;
    return fresh.bytes.subarray(offset, offset + length);
  };
  const { offset, length } = segment.frames[1]!;
  expect(frameOf(1)).toEqual(bytes.subarray(offset, offset + length));
  const first = await openFrame(fresh.segment, 0, frameOf(0));
  expect(first.map(({ text }) => text).includes(forgotten.text)).toBe(false);
  expect(first.map(({ hash }) => hash)).toEqual(
    stored.slice(0, first.length).map(({ hash }) => hash),
  );

  const damaged = Buffer.from(bytes);
  damaged[offset + length - 9]! ^= 1;
  await expect(withTombstones(segment, damaged, own)).rejects.toThrow('do not fit their SHA-256');
});
