/**
 * The thread of a decider: opens its share of the journal and begins to answer.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { largeCalls } from '../api/large/large-calls.ts';
import { MemoryWatch } from '../deciders/memory-watch.ts';
import type { DeciderData } from '../deciders/messages.ts';
import { type DeciderPort, runDecider } from '../deciders/run-decider.ts';
import type { Methods } from '../deciders/serve-calls.ts';
import { systemClock } from '../instruments/clock.ts';
import { joinSqliteJournal } from '../journal/sqlite/sqlite-share.ts';

const { journal, ...data } = workerData as DeciderData;
const memory = new MemoryWatch();
runDecider(parentPort as DeciderPort, {
  ...data,
  journal: joinSqliteJournal(journal),
  clock: systemClock,
  watchMemory: () => memory.look(),
  more: (service) => largeCalls(service) as unknown as Methods,
});
