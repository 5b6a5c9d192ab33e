/**
 * The journal in memory keeps the promises of every journal, so that tests may trust it.
 */
import { expect, test } from 'vitest';
import { journalContract } from '../journal.contract.ts';
import { MemoryJournal } from './memory-journal.ts';
import { created, decided } from './sample-entries.ts';

for (const runsAhead of [false, true]) {
  journalContract(runsAhead ? 'memory, running ahead' : 'memory', {
    hasTable: false,
    open: async () => new MemoryJournal({ runsAhead }),
    reopen: async (journal) => {
      await journal.close();
      return new MemoryJournal({ runsAhead, disk: (journal as MemoryJournal).disk });
    },
  });
}

test('when a batch fails, those that were built on it fail too, and the next turn starts afresh', async () => {
  const { promise: verdict, reject } = Promise.withResolvers<void>();
  let isFirst = true;
  const beforeStore = () => {
    const waits = isFirst ? verdict : Promise.resolve();
    isFirst = false;
    return waits;
  };
  const journal = new MemoryJournal({ runsAhead: true, beforeStore });
  const first = (await journal.beginTurn('maize', 0)).append([created()]);
  const second = (await journal.beginTurn('maize', 1)).append([decided({ sequence: 1 })]);
  const third = await journal.beginTurn('maize', 2);
  expect(await journal.head('maize')).toBeNull();

  reject(new Error('no disk'));
  await expect(first.durable).rejects.toThrow('no disk');
  await expect(second.durable).rejects.toMatchObject({ kind: 'behind' });
  const late = third.append([decided({ sequence: 2 })]);
  await expect(late.durable).rejects.toMatchObject({ kind: 'behind' });

  await expect(journal.beginTurn('maize', 2)).rejects.toMatchObject({ kind: 'behind' });
  const afresh = await journal.beginTurn('maize', 0);
  expect(afresh.head.version).toBe(0);
  await afresh.append([created()]).durable;
  expect((await journal.head('maize'))?.version).toBe(1);
});
