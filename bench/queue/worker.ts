/** A worker of the queue with one thread, in a process of its own: `node worker.ts URL`. */
import { startQueueWorker } from '../../packages/lab/src/runner/queue/queue-worker.ts';

const worker = await startQueueWorker({ url: process.argv[2]!, workerCount: 1 });
process.send!('ready');
process.once('SIGTERM', async () => {
  await worker.close();
  process.disconnect();
});
