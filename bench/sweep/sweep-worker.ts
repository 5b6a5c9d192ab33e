/** One worker thread: plays the trials it is sent, and answers with their totals. */
import { parentPort } from 'node:worker_threads';
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import { playTrials, type TrialRange } from './trial-set.ts';

const engine = createEngine();
parentPort!.on('message', (range: TrialRange) => {
  parentPort!.postMessage(playTrials(engine, range));
});
