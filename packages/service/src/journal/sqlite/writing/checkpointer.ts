/**
 * Brings what stands in the write-ahead log into the database file, in a thread of its own, so that no commit has to.
 *
 * It is started when there is something worth bringing over. Its passes keep out nobody; what is committed meanwhile waits for the next
 * one. Under steady load the log therefore never empties by itself: the writer's own checkpoint (WAL_BYTES_MAX) finishes the
 * rest when the log is long, and does all of it if this thread has died. So the log is bounded either way.
 */
import { Worker } from 'node:worker_threads';
import type { DatabaseOptions } from '../folder/open-database.ts';

/** Below this a checkpoint by the writer takes no time worth a thread. */
const WORTHWHILE_BYTES = 4 << 20;

export class Checkpointer {
  readonly #options: DatabaseOptions;
  #bytes = 0;
  #worker: Worker | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Notes how much was written. */
  wrote(bytes: number): void {
    const before = this.#bytes;
    this.#bytes += bytes;
    if (before < WORTHWHILE_BYTES && this.#bytes >= WORTHWHILE_BYTES) this.#start();
  }

  /** Resolves when the thread has let go of the database. */
  close(): Promise<void> {
    this.#worker?.postMessage('end');
    return this.#ended;
  }

  #start(): void {
    const isSource = import.meta.url.endsWith('.ts');
    const script = isSource
      ? new URL('./checkpoint-worker.ts', import.meta.url)
      : new URL('./checkpoint-worker.js', import.meta.url);
    const worker = this.#threadOf(script);
    if (worker === null) return;
    this.#worker = worker;
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#worker = null;
        resolve();
      });
    });
    // Without it the writer does what there is to do, less evenly; that is no reason to stop.
    worker.on('error', () => {});
  }

  /** Returns null where the system has no room for one more thread; it is asked again when as much was written again. */
  #threadOf(script: URL): Worker | null {
    try {
      return new Worker(script, { workerData: this.#options });
    } catch {
      this.#bytes = 0;
      return null;
    }
  }
}
