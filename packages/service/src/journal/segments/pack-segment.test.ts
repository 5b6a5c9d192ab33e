import { expect, it } from 'vitest';
import { EMPTY_HEAD } from '../entry-hash.ts';
import { readEntryText } from '../entry-text.ts';
import { decisionSpokenOf } from '../projection.ts';
import { MemoryJournal } from '../testing/memory-journal.ts';
import { appendAll, created, decided, rewarded } from '../testing/sample-entries.ts';
import { tombstoneOf } from '../tombstone.ts';
import { packSegment } from './pack-segment.ts';

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
