/**
 * What every journal promises about entries that leave the table: nobody who reads can tell.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkChain, EMPTY_HEAD } from '../entry-hash.ts';
import type { Journal, StoredEntry } from '../journal.ts';
import { appendAll, created, decided, keepSnapshot, rewarded } from '../testing/sample-entries.ts';
import type { RetentionRule } from './retention.ts';

type Open = () => Promise<Journal>;

/** The newest 100 stay. */
const RULE: RetentionRule = { rawEntries: 100, rawSince: null };
const NOTES = ['plain', 'ä€🌽', '\u2028\u2029', '\u0000\n\r\t"\\', '\ud800 alone', '","body":'];

/** A chain of 801 entries: a reward comes 20 decisions after its own; with snapshots near its end. */
async function fill(journal: Journal, policy = 'maize', count = 400): Promise<StoredEntry[]> {
  const entries = Array.from({ length: count }, (_, index) => {
    const sequence = index + 1;
    const note = NOTES[sequence % NOTES.length]!;
    const own = decided({ policy, sequence, note, key: `key ${sequence}` });
    const late = sequence > 20 ? sequence - 20 : sequence + count - 20;
    return late < sequence ? [own, rewarded(`${policy}.1.${late}`, sequence / 7)] : [own];
  });
  const rest = Array.from({ length: 20 }, (_, index) =>
    rewarded(`${policy}.1.${count - 19 + index}`, index / 3),
  );
  const stored = await appendAll(journal, policy, [created(), ...entries.flat(), ...rest]);
  for (const { position, hash } of stored.slice(-2)) {
    await keepSnapshot(journal, { policy, version: position, hash, generation: 1, body: 'body' });
  }
  return [...stored];
}

async function compactAll(journal: Journal, rule: RetentionRule, policy = 'maize') {
  let entries = 0;
  for (;;) {
    const moved = await journal.retention.compact(policy, rule);
    if (moved.entries === 0) return entries;
    entries += moved.entries;
  }
}

async function expectSame(journal: Journal, stored: readonly StoredEntry[]): Promise<void> {
  expect(await journal.read('maize', 0, 10_000)).toEqual(stored);
  // Pages of any size from anywhere, over the border, too.
  for (let after = 0; after < stored.length; after += 37) {
    for (const limit of [1, 50, 333]) {
      expect(await journal.read('maize', after, limit)).toEqual(stored.slice(after, after + limit));
    }
  }
  for (const sequence of [1, 2, 19, 20, 21, 200, 340, 350, 379, 400]) {
    const id = `maize.1.${sequence}`;
    const row = (await journal.findDecision(id))!;
    const own = stored.filter(({ text }) => text.includes(`"${id}"`));
    expect(own).toHaveLength(2);
    expect(await journal.readHistory(row)).toEqual(own);
    expect(await journal.findByKey('maize', 'local', `key ${sequence}`)).toEqual(row);
  }
}

export function retentionPromises(
  open: Open,
  reopen: (journal: Journal) => Promise<Journal>,
  hasTable: boolean,
): void {
  test('what has left the table is read as if it had not, byte for byte', async () => {
    const journal = await open();
    const stored = await fill(journal);
    expect(checkChain(EMPTY_HEAD, stored)).toBeNull();
    if (hasTable) expect(await journal.retention.due('maize', RULE)).toBe(701);
    expect(await compactAll(journal, RULE)).toBe(hasTable ? 701 : 0);
    expect(await journal.retention.due('maize', RULE)).toBe(0);
    await expectSame(journal, stored);
    const turn = await journal.beginTurn('maize', 690);
    expect(turn.missed).toEqual(stored.slice(690));
    await turn.release();
    const again = await reopen(journal);
    await expectSame(again, stored);
    const added = await appendAll(again, 'maize', [decided({ sequence: 401 })]);
    expect(checkChain(EMPTY_HEAD, [...stored, ...added])).toBeNull();
  });

  test('whoever reads while entries move sees each of them once', async () => {
    const journal = await open();
    const stored = await fill(journal);
    let isOver = false;
    const moving = compactAll(journal, RULE).finally(() => {
      isOver = true;
    });
    const row = (await journal.findDecision('maize.1.200'))!;
    const history = await journal.readHistory(row);
    do {
      await nextRound();
      expect(await journal.read('maize', 100, 500)).toEqual(stored.slice(100, 600));
      expect(await journal.readHistory(row)).toEqual(history);
    } while (!isOver);
    await moving;
    expect(await journal.read('maize', 0, 1000)).toEqual(stored);
  });

  test('two that move the same entries at once move them once', async () => {
    const journal = await open();
    const stored = await fill(journal);
    const moved = await Promise.all([compactAll(journal, RULE), compactAll(journal, RULE)]);
    expect(moved[0]! + moved[1]!).toBe(hasTable ? 701 : 0);
    expect(await (await reopen(journal)).read('maize', 0, 1000)).toEqual(stored);
  });

  test('erasing takes segments, too, and the name begins from nothing', async () => {
    const journal = await open();
    await fill(journal);
    await compactAll(journal, RULE);
    await (await journal.beginTurn('maize', 801)).erase();
    expect(await journal.read('maize', 0, 1000)).toEqual([]);
    const anew = await appendAll(journal, 'maize', [created(), decided({ sequence: 1 })]);
    expect(await journal.read('maize', 0, 1000)).toEqual(anew);
    const row = (await journal.findDecision('maize.1.1'))!;
    expect(await journal.readHistory(row)).toEqual(anew.slice(1));
  });

  if (!hasTable) return;

  test('the end of a chain stays, and what the next start reads, and what is not old enough', async () => {
    const journal = await open();
    const stored = await fill(journal);
    const { due } = journal.retention;
    const all: RetentionRule = { rawEntries: 0, rawSince: null };
    expect(await due('nobody', all)).toBe(0);
    expect(await due('maize', { rawEntries: null, rawSince: null })).toBe(0);
    // Sixty-four entries at the end always stay.
    expect(await due('maize', all)).toBe(737);
    // Times: the first decision has 1 ms, its reward is told at 5 s.
    expect(await due('maize', { rawEntries: null, rawSince: stored[0]!.time })).toBe(0);
    expect(await due('maize', { rawEntries: null, rawSince: '2027-01-01' })).toBe(737);
    expect(await due('maize', { rawEntries: 200, rawSince: stored[0]!.time })).toBe(601);
    // Too few for a segment.
    expect(await due('maize', { rawEntries: 400, rawSince: null })).toBe(0);
  });

  test('nothing after the older snapshot is moved, nor anything before there is one', async () => {
    const journal = await open();
    const entries = [created(), ...Array.from({ length: 800 }, (_, index) => index + 1)];
    const stored = await appendAll(
      journal,
      'maize',
      entries.map((one) => (typeof one === 'number' ? decided({ sequence: one }) : one)),
    );
    const all: RetentionRule = { rawEntries: 0, rawSince: null };
    expect(await journal.retention.compact('maize', all)).toEqual({ entries: 0, bytes: 0 });
    for (const { position, hash } of [stored[599]!, stored[699]!]) {
      await keepSnapshot(journal, {
        policy: 'maize',
        version: position,
        hash,
        generation: 1,
        body: 'body',
      });
    }
    expect(await compactAll(journal, all)).toBe(599);
    expect(await journal.read('maize', 0, 1000)).toEqual(stored);
  });
}
