/**
 * Turns of policies under leases do not hold up each other.
 */
import { expect, test } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../entry-hash.ts';
import { MemoryJournal } from '../testing/memory-journal.ts';
import { MemoryLeaseLines, MemoryLeases } from '../testing/memory-leases.ts';
import { created, decided } from '../testing/sample-entries.ts';
import { LeasedTurns } from './leased-turns.ts';

test('a policy that is made, and waits for others of its owner, keeps none that is there waiting', async () => {
  const store = new MemoryLeases({
    lines: new MemoryLeaseLines(),
    chains: new MemoryJournal(),
    nowMs: () => 0,
    run: async (_label, statement) => statement(),
  });
  const [begun, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const append: typeof store.append = async (parts, keys) => {
    if (parts.some(({ policy }) => policy === 'wheat')) {
      begun.resolve();
      await others.promise;
    }
    return await MemoryLeases.prototype.append.call(store, parts, keys);
  };
  const turns = new LeasedTurns({
    store: Object.assign(store, { append }),
    leaseMs: 1000,
    monotonic: { nowMs: () => 0 },
    timer: () => () => {},
    arrivals: async () => {},
    pause: async () => {},
    onCommit: () => {},
  });
  const storeOne = async (policy: string, entry = created()) => {
    const held = await turns.hold(policy);
    await held.store({ policy, head: held.head, entries: sealEntries(policy, held.head, [entry]) });
  };
  await storeOne('maize');
  let isMade = false;
  const making = storeOne('wheat').then(() => {
    isMade = true;
  });
  await begun.promise;
  await storeOne('maize', decided({ sequence: 1 }));
  expect(isMade).toBe(false);
  others.resolve();
  await making;
  expect((await turns.hold('wheat')).head).not.toEqual(EMPTY_HEAD);
});
