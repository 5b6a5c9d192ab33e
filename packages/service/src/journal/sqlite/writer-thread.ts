/**
 * The other end of the writing thread: hands work over, in order, and waits for what comes of it.
 */
import { Worker } from 'node:worker_threads';
import { type CommitReport, closedFailure, JournalFailure } from '../journal.ts';
import type { Work, WorkOutcome } from './batch-writer.ts';

export interface WriterData {
  readonly folder: string;
  readonly isSynced: boolean;
  /** The most pieces of work that share one commit; 1 = each its own. */
  readonly maxTurnsPerCommit: number;
  readonly ballastBytes: number;
}

export type WriterRequest = { readonly id: number; readonly work: Work } | { readonly end: true };

export interface WriterReply {
  readonly outcomes: readonly { readonly id: number; readonly outcome: WorkOutcome }[];
  readonly report: CommitReport;
}

type Waiting = PromiseWithResolvers<boolean>;

export class WriterThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #count = 0;
  #failure: JournalFailure | null = null;

  constructor(data: WriterData, onCommit: (report: CommitReport) => void) {
    const isSource = import.meta.url.endsWith('.ts');
    const script = isSource
      ? new URL('./writer-worker.ts', import.meta.url)
      : new URL('./writer-worker.js', import.meta.url);
    this.#worker = new Worker(script, {
      workerData: data,
      // In a clone the core is read from its source as well, however this process was started.
      ...(isSource ? { execArgv: ['--conditions=@hedgerow/source'] } : {}),
    });
    this.#worker.on('message', (reply: WriterReply) => {
      if (reply.report.batchCount > 0) onCommit(reply.report);
      for (const { id, outcome } of reply.outcomes) this.#settle(id, outcome);
    });
    this.#worker.on('error', (cause) => this.#fail(threadFailure(cause)));
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(this.#failure ?? threadFailure(undefined));
        resolve();
      });
    });
  }

  /** Resolves when the work is on disk. */
  run(work: Work): Promise<boolean> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#count += 1;
    const waiting = Promise.withResolvers<boolean>();
    this.#waiting.set(this.#count, waiting);
    this.#worker.postMessage({ id: this.#count, work } satisfies WriterRequest);
    return waiting.promise;
  }

  /** Resolves when everything handed over before is done and the thread has ended. */
  async close(): Promise<void> {
    if (this.#failure === null) this.#worker.postMessage({ end: true } satisfies WriterRequest);
    this.#failure ??= closedFailure();
    await this.#exited;
  }

  #settle(id: number, outcome: WorkOutcome): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (outcome.isDone) waiting?.resolve(outcome.value);
    else waiting?.reject(new JournalFailure(outcome.kind, outcome.message, { room: outcome.room }));
  }

  #fail(failure: JournalFailure): void {
    this.#failure = failure;
    for (const waiting of this.#waiting.values()) waiting.reject(failure);
    this.#waiting.clear();
  }
}

function threadFailure(cause: unknown): JournalFailure {
  return new JournalFailure(
    'broken',
    'The thread that writes the journal has ended; what it had not confirmed may or may not be ' +
      'stored. Start the service again.',
    { cause },
  );
}
