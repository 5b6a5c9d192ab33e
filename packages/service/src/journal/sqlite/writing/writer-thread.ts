/**
 * The thread that writes, as the process sees it: started and ended here, with a line into it for every
 * thread that has work for it.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { CommitReport } from '../../journal.ts';
import type { Work, WorkOutcome } from './batch-writer.ts';
import { type LineEnd, WriterLine } from './writer-line.ts';

export interface WriterData {
  readonly folder: string;
  readonly isSynced: boolean;
  /** The most pieces of work that share one commit; 1 = each its own. */
  readonly maxTurnsPerCommit: number;
  readonly ballastBytes: number;
}

/** A piece of work. */
export interface WriterRequest {
  readonly id: number;
  readonly work: Work;
}

/** What the process alone may say: a line more, a line less, the end. */
export type WriterOrder =
  | { readonly join: number; readonly port: MessagePort }
  | { readonly part: number }
  | { readonly end: true };

/** What came of the work of one line. */
export interface WriterReply {
  readonly outcomes: readonly { readonly id: number; readonly outcome: WorkOutcome }[];
  /** What a whole commit was like, of all lines together; told to the process alone. */
  readonly report?: CommitReport;
}

/** A line for another thread. */
export interface LentLine {
  /** The thread's end of it; it must be transferred. */
  readonly port: MessagePort;
  /** Nothing that comes by this line is written any more. */
  withdraw(): void;
}

export class WriterThread {
  readonly #worker: Worker;
  readonly #own: WriterLine;
  readonly #exited: Promise<void>;
  #lentCount = 0;

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
    this.#own = new WriterLine(ownEnd(this.#worker));
    this.#worker.on('message', (told: WriterReply) => {
      if (told.report !== undefined) onCommit(told.report);
      this.#own.take(told);
    });
    this.#worker.on('error', (cause) => this.#own.fail(cause));
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#own.fail(undefined);
        resolve();
      });
    });
  }

  /** Resolves when the work is on disk. */
  run(work: Work): Promise<boolean> {
    return this.#own.run(work);
  }

  /** Opens a line for another thread. */
  lend(): LentLine {
    this.#lentCount += 1;
    const join = this.#lentCount;
    const { port1: port, port2 } = new MessageChannel();
    const order: WriterOrder = { join, port: port2 };
    this.#worker.postMessage(order, [port2]);
    return { port, withdraw: () => this.#order({ part: join }) };
  }

  /** Resolves when everything handed over before is done and the thread has ended. */
  async close(): Promise<void> {
    this.#order({ end: true });
    this.#own.close();
    await this.#exited;
  }

  #order(order: WriterOrder): void {
    if (this.#own.isOpen) this.#worker.postMessage(order);
  }
}

function ownEnd(worker: Worker): LineEnd {
  return { post: (request) => worker.postMessage(request) };
}
