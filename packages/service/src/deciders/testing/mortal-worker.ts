/**
 * A decider's thread for tests, which can be asked to die in the ways that threads die in.
 */
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../instruments/clock.ts';
import { joinSqliteJournal } from '../../journal/sqlite/sqlite-share.ts';
import { MemoryWatch } from '../memory-watch.ts';
import type { DeciderData } from '../messages.ts';
import { type DeciderPort, runDecider } from '../run-decider.ts';

const kept: unknown[] = [];

/** Reasons of `setMode` that are orders here. */
const DEATHS: Readonly<Record<string, () => void>> = {
  'be thrown': () => {
    setImmediate(() => {
      throw new Error('nobody catches this');
    });
  },
  exhaust: () => {
    const { heap_size_limit: limit } = getHeapStatistics();
    while (getHeapStatistics().used_heap_size < 0.95 * limit) kept.push('x'.repeat(1000).split(''));
  },
  /** Asks for more than there is without ever looking up: nobody but the engine can end that. */
  gorge: () => {
    for (;;) kept.push('x'.repeat(1000).split(''));
  },
  spin: () => {
    for (;;);
  },
};

const { journal, ...data } = workerData as DeciderData;
const memory = new MemoryWatch();
runDecider(parentPort as DeciderPort, {
  ...data,
  journal: joinSqliteJournal(journal),
  clock: systemClock,
  watchMemory: () => memory.look(),
  more: (service) => ({
    setMode: (policy: string, request: { mode: 'live'; reason?: string }) => {
      DEATHS[request.reason ?? '']?.();
      return service.setMode(policy, request);
    },
  }),
});
