/**
 * What every journal promises about forgetting: tombstones stand where entries were, the chain closes over them, and nothing older than the
 * checkpoint is left to begin with.
 */
import { expect, test } from 'vitest';
import { REQUEST_KEYS } from './entry.ts';
import { checkChain, EMPTY_HEAD } from './entry-hash.ts';
import { readEntryText } from './entry-text.ts';
import type { Journal } from './journal.ts';
import { appendAll, decided, entry, keepSnapshot, STANDING } from './testing/sample-entries.ts';
import { fill, forget, forgettingOf, NEW, OLD, shelfOf } from './testing/secrets.ts';

export function forgettingPromises(
  open: () => Promise<Journal>,
  reopen: (journal: Journal) => Promise<Journal>,
): void {
  test('tombstones stand where entries were, under their hashes', async () => {
    const first = await open();
    const stored = await fill(first);
    const added = await forget(first, stored);
    const expectTombstones = async (journal: Journal) => {
      const all = await journal.read('maize', 0, 1000);
      expect(all.map(({ hash }) => hash)).toEqual([...stored, ...added].map(({ hash }) => hash));
      expect(checkChain(EMPTY_HEAD, all)).toBeNull();
      const changed = all.filter(({ text }, index) => text !== [...stored, ...added][index]!.text);
      expect(changed.map(({ position }) => position)).toEqual([4, 601]);
      expect(changed.map(({ text }) => readEntryText(text))).toMatchObject([
        { kind: 'decided', request: { context: {} }, receipt: { id: OLD, bounds: [] } },
        { kind: 'decided', request: { context: {} }, receipt: { id: NEW, bounds: [] } },
      ]);
      const row = (await journal.findDecision(OLD))!;
      expect(row).toMatchObject({ fingerprint: '', keyText: 'key 3', reward: 1 });
      expect(await journal.readHistory(row)).toHaveLength(2);
      expect(await journal.findDecision('maize.1.4')).toMatchObject({
        fingerprint: 'fingerprint of key 4',
      });
      expect(await journal.findDecision(NEW)).toMatchObject({ keyText: null, fingerprint: null });
      expect(await journal.findByKey('maize', REQUEST_KEYS, 'key 600')).toBeNull();
      expect(await journal.findDecision('maize.1.7')).toMatchObject({ fingerprint: '' });
    };
    await expectTombstones(first);
    await expectTombstones(await reopen(first));
  });

  test('the checkpoint is all that is left to begin with, and stays with its shelf', async () => {
    const journal = await open();
    const stored = await fill(journal);
    const [told] = await forget(journal, stored);
    const pinned = { ...forgettingOf(stored).checkpoint, isPinned: true };
    expect(await journal.readSnapshots('maize')).toEqual([pinned]);
    const shelf = (version: number) =>
      journal.readShelf({
        policy: 'maize',
        generation: 1,
        version,
        sequences: [3, 5, 7],
        span: 1,
      });
    const texts = async (version: number) => (await shelf(version)).map(({ text }) => text).sort();
    expect(await texts(stored.length)).toEqual(['secret 5', 'secret 7']);
    // One that was under way is of the time before.
    const { position, hash } = stored[598]!;
    const late = { policy: 'maize', version: position, hash, generation: 1, body: 'late' };
    await keepSnapshot(journal, late);
    expect(await journal.readSnapshots('maize')).toEqual([pinned]);
    const more = await appendAll(journal, 'maize', [
      decided({ sequence: 601 }),
      decided({ sequence: 602 }),
    ]);
    for (const one of [told!, ...more]) {
      const version = one.position;
      const body = `body ${version}`;
      await keepSnapshot(journal, {
        policy: 'maize',
        version,
        hash: one.hash,
        generation: 1,
        body,
      });
    }
    const kept = await journal.readSnapshots('maize');
    expect(kept.map(({ body }) => body)).toEqual(['body 605', 'body 604', 'clean']);
    // What is gone for all others is still there for the checkpoint, and for whoever makes all anew.
    await journal.writeShelf({ ...shelfOf(more[1]!, [8]), forgotten: [5] });
    const last = { policy: 'maize', generation: 1, body: 'last' };
    for (const sequence of [603, 604]) {
      const [one] = await appendAll(journal, 'maize', [decided({ sequence })]);
      await keepSnapshot(journal, { ...last, version: one!.position, hash: one!.hash });
    }
    expect(await texts(stored.length)).toEqual(['secret 5', 'secret 7']);
    await journal.dropShelf('maize');
    expect(await texts(stored.length)).toEqual(['secret 5', 'secret 7']);
  });

  test('nothing is left on the shelf of a generation that is over', async () => {
    const journal = await open();
    const stored = await fill(journal);
    const { checkpoint, ...forgetting } = forgettingOf(stored);
    const next = { ...checkpoint, generation: 2 };
    const turn = await journal.beginTurn('maize', stored.length);
    const told = entry({ kind: 'mode-changed', mode: 'live', reason: 'stands for the telling' });
    await turn.forget([told], STANDING, { ...forgetting, shelf: [], checkpoint: next });
    const query = { policy: 'maize', version: stored.length, sequences: [3, 5], span: 1 };
    expect(await journal.readShelf({ ...query, generation: 1 })).toEqual([]);
  });

  test('all or none: where the chain has gone on, nothing is forgotten', async () => {
    const journal = await open();
    const stored = await fill(journal);
    const forgetting = forgettingOf(stored);
    const lost = [{ position: 700, hash: 'f'.repeat(64), text: '{}' }];
    const turn = await journal.beginTurn('maize', stored.length);
    const told = entry({ kind: 'mode-changed', mode: 'live', reason: 'x' });
    const failing = { ...forgetting, tombstones: [...forgetting.tombstones, ...lost] };
    await expect(turn.forget([told], STANDING, failing)).rejects.toThrow('ask again');
    expect(await journal.read('maize', 0, 1000)).toEqual(stored);
    expect(await journal.readSnapshots('maize')).toHaveLength(2);
    await journal.scrub();
    expect(await forget(journal, stored)).toHaveLength(1);
  });
}
