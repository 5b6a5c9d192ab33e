/**
 * Nothing in a chain can be changed, moved, left out or added unnoticed.
 */
import { createHash } from 'node:crypto';
import { CORE_VERSION } from '@hedgerow/core/version';
import { expect, test } from 'vitest';
import type { WireContext } from '../wire.ts';
import type { Decided, FreshlyDecided, Rewarded } from './entry.ts';
import {
  checkChain,
  EMPTY_HEAD,
  hashEntry,
  headAfter,
  NO_HASH,
  sealEntries,
} from './entry-hash.ts';
import { readEntryText, writeDecidedText, writeEntryText } from './entry-text.ts';
import type { StoredEntry } from './journal.ts';
import { created, decided, rewarded } from './testing/sample-entries.ts';

const entries = sealEntries('maize', EMPTY_HEAD, [
  created(),
  decided({ sequence: 1 }),
  decided({ sequence: 2 }),
  rewarded('maize.1.1', 2),
]);

function changed(index: number, change: Partial<StoredEntry>): StoredEntry[] {
  return entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));
}

test('the hash is SHA-256 of the heading as JSON, a line break and the text', () => {
  const bytes = `["maize",1,"${entries[0]!.time}","${NO_HASH}"]\n${entries[0]!.text}`;
  expect(entries[0]!.hash).toBe(createHash('sha256').update(bytes, 'utf8').digest('hex'));
});

test('a chain as sealed is whole, from its start and from any place in it', () => {
  expect(checkChain(EMPTY_HEAD, entries)).toBeNull();
  expect(checkChain(EMPTY_HEAD, [])).toBeNull();
  const head = headAfter(EMPTY_HEAD, entries.slice(0, 2));
  expect(checkChain(head, entries.slice(2))).toBeNull();
  expect(sealEntries('maize', head, [decided({ sequence: 2 }), rewarded('maize.1.1', 2)])).toEqual(
    entries.slice(2),
  );
});

test.each<[string, StoredEntry[], number]>([
  ['another text', changed(1, { text: '{}' }), 2],
  ['another time', changed(2, { time: '2026-01-01T00:00:00.000Z' }), 3],
  ['another policy', changed(1, { policy: 'wheat' }), 2],
  ['another hash', changed(1, { hash: 'f'.repeat(64) }), 2],
  ['another hash before', changed(1, { previousHash: 'f'.repeat(64) }), 2],
  ['another place', changed(3, { position: 5 }), 4],
  ['one left out', entries.filter((_, at) => at !== 1), 2],
  ['two exchanged', [entries[0]!, entries[2]!, entries[1]!, entries[3]!], 2],
  ['one repeated', [entries[0]!, entries[0]!, ...entries.slice(1)], 2],
  ['the first missing', entries.slice(1), 1],
])('%s is found, at its place', (_name, chain, place) => {
  expect(checkChain(EMPTY_HEAD, chain)).toBe(place);
});

test('a text that was changed together with its own hash is found at the next entry', () => {
  const forged = { ...entries[1]!, text: '{}' };
  const chain = changed(1, { text: '{}', hash: hashEntry(forged) });
  expect(checkChain(EMPTY_HEAD, chain)).toBe(3);
});

test('no two different entries are hashed as the same bytes, wherever the line breaks are', () => {
  const entry = entries[0]!;
  const moved = hashEntry({ ...entry, time: `${entry.time}\n`, text: entry.text });
  expect(moved).not.toBe(hashEntry({ ...entry, text: `\n${entry.text}` }));
  expect(hashEntry({ ...entry, policy: 'm","x' })).not.toBe(hashEntry({ ...entry, policy: 'm' }));
});

test('minus zero keeps its sign in the text, wherever it stands', () => {
  const { body } = rewarded('maize.1.1', -0);
  expect(writeEntryText(body)).toContain('"value":-0');
  expect(readEntryText(writeEntryText(body))).toEqual({ ...body, core: CORE_VERSION });
  const context = { rain: { kind: 'exact', values: [1, -0] } } as unknown as WireContext;
  const deep = { ...(body as Rewarded), context };
  expect(readEntryText(writeEntryText(deep))).toEqual({ ...deep, core: CORE_VERSION });
  expect(writeEntryText(rewarded('maize.1.1', 0).body)).toContain('"value":0');
});

test('the text tells which version of the core wrote it, and a text of another is written again as it was', () => {
  const { body } = rewarded('maize.1.1', 2);
  expect(writeEntryText(body).endsWith(`,"core":"${CORE_VERSION}"}`)).toBe(true);
  const earlier = { ...body, core: '0.0.1' };
  expect(writeEntryText(earlier)).toBe(JSON.stringify(earlier));
});

test('a decision that is written in parts has the text of the whole, and of the receipt inside', () => {
  const plain = decided({ sequence: 1, key: 'a "key"', note: '€ and "quotes"' })
    .body as FreshlyDecided;
  const unasked: FreshlyDecided = { ...plain, coreId: null, key: null };
  const margin = { ...plain.receipt.margin, ifProposed: -0 };
  const minusZero: FreshlyDecided = { ...plain, receipt: { ...plain.receipt, margin } };
  for (const body of [plain, unasked, minusZero]) {
    const entry = writeDecidedText(body);
    expect(entry).toBe(writeEntryText(body));
    const { receipt } = readEntryText(entry) as Decided;
    expect(JSON.stringify(receipt)).toBe(JSON.stringify(body.receipt));
  }
  expect(writeDecidedText(minusZero)).toContain('"ifProposed":-0,');
});
