/**
 * A decider's thread for tests, which can be asked to die in the ways that threads die in.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../instruments/clock.ts';
import { oldSpaceUse } from '../../instruments/memory-use.ts';
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
  /** Keeps nearly all that there is for what stays, and takes the place of garbage that is collected. */
  exhaust: () => {
    setInterval(() => {
      for (let use = oldSpaceUse(); use.usedBytes < 0.95 * use.limitBytes; use = oldSpaceUse()) {
        kept.push(numbers());
        // What is kept has become old before more is kept.
        for (let i = 0; i < 60; i++) numbers();
      }
    }, 20);
  },
  /** Asks for more than there is without ever looking up: nobody but the engine can end that. */
  gorge: () => {
    for (;;) kept.push('x'.repeat(1000).split(''));
  },
  spin: () => {
    for (;;);
  },
};

/** Half a megabyte. */
function numbers(): number[] {
  return new Array<number>(1 << 16).fill(0.5);
}

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
