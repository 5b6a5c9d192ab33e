/**
 * Faults happen where they are asked for, and nowhere else.
 */
import { expect, test } from 'vitest';
import { FaultyJournal } from './faulty-journal.ts';
import { MemoryJournal } from './memory-journal.ts';
import { appendAll, created, decided } from './sample-entries.ts';

test('a fault before storing leaves nothing stored, and the next turn begins from there', async () => {
  const inner = new MemoryJournal();
  const { journal } = new FaultyJournal({ inner, faults: [{ append: 2, when: 'before-store' }] });
  await appendAll(journal, 'maize', [created()]);
  const lost = appendAll(journal, 'maize', [decided({ sequence: 1 })]);
  await expect(lost).rejects.toMatchObject({ kind: 'broken' });
  expect((await inner.head('maize'))?.version).toBe(1);
  await expect(journal.beginTurn('maize', 2)).rejects.toMatchObject({ kind: 'behind' });
  await appendAll(journal, 'maize', [decided({ sequence: 1 })]);
  expect((await inner.head('maize'))?.version).toBe(2);
});

test('a fault after storing rejects, although everything is stored', async () => {
  const inner = new MemoryJournal({ runsAhead: true });
  const faulty = new FaultyJournal({ inner });
  faulty.failNext('after-store');
  const unknown = appendAll(faulty.journal, 'maize', [decided({ sequence: 1, key: 'one' })]);
  await expect(unknown).rejects.toMatchObject({ kind: 'broken' });
  expect((await inner.findByKey('maize', 'local', 'one'))?.id).toBe('maize.1.1');
  expect(faulty.count('append')).toBe(1);
});

test('outcomes are told in the order of their release', async () => {
  const gates = new Map<string, () => void>();
  const release = (label: string) => new Promise<void>((resolve) => gates.set(label, resolve));
  const { journal } = new FaultyJournal({ inner: new MemoryJournal({ runsAhead: true }), release });
  const told: string[] = [];
  const write = async (policy: string) => {
    const turn = await journal.beginTurn(policy, 0);
    const { durable } = turn.append([created()]);
    return durable.then(() => told.push(policy));
  };
  const first = write('maize');
  const second = write('wheat');
  await expect.poll(() => gates.size).toBe(2);
  expect(told).toEqual([]);
  gates.get('append 2 of wheat')!();
  await second;
  gates.get('append 1 of maize')!();
  await first;
  expect(told).toEqual(['wheat', 'maize']);
});

test('any call can be made to fail once', async () => {
  const faulty = new FaultyJournal({
    inner: new MemoryJournal(),
    faults: [{ call: 'read', count: 2 }],
    kind: 'full',
  });
  expect(await faulty.journal.read('maize', 0, 1)).toEqual([]);
  await expect(faulty.journal.read('maize', 0, 1)).rejects.toMatchObject({ kind: 'full' });
  expect(await faulty.journal.read('maize', 0, 1)).toEqual([]);
  faulty.failNextCall('beginTurn');
  await expect(faulty.journal.beginTurn('maize', 0)).rejects.toMatchObject({ kind: 'full' });
  await (await faulty.journal.beginTurn('maize', 0)).release();
});
