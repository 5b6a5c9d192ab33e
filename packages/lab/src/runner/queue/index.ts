/**
 * Experiments over many machines: a door of its own, so that nobody else loads the queue.
 */
export { queuePool } from './queue-pool.ts';
export { type QueueWorker, type QueueWorkerOptions, startQueueWorker } from './queue-worker.ts';
export { requireQueue } from './trial-queue.ts';
