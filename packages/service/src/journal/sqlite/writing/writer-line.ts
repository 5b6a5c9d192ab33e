/**
 * A line to the thread that writes: hands work over, in order, and waits for what comes of it.
 */
import { closedFailure, JournalFailure } from '../../journal.ts';
import type { Work, WorkOutcome } from './batch-writer.ts';
import type { WriterReply, WriterRequest } from './writer-thread.ts';

export interface LineEnd {
  post(request: WriterRequest): void;
}

export class WriterLine {
  readonly #end: LineEnd;
  readonly #waiting = new Map<number, PromiseWithResolvers<boolean>>();
  #count = 0;
  #failure: JournalFailure | null = null;

  constructor(end: LineEnd) {
    this.#end = end;
  }

  get isOpen(): boolean {
    return this.#failure === null;
  }

  /** Resolves when the work is on disk. */
  run(work: Work): Promise<boolean> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#count += 1;
    const waiting = Promise.withResolvers<boolean>();
    this.#waiting.set(this.#count, waiting);
    this.#end.post({ id: this.#count, work });
    return waiting.promise;
  }

  /** What came of some of the work. */
  take({ outcomes }: WriterReply): void {
    for (const { id, outcome } of outcomes) this.#settle(id, outcome);
  }

  /** Takes no more work; what was handed over is still waited for. */
  close(): void {
    this.#failure ??= closedFailure();
  }

  /** Nothing more will come of anything. */
  fail(cause: unknown): void {
    const failure = threadFailure(cause);
    this.#failure ??= failure;
    for (const waiting of this.#waiting.values()) waiting.reject(failure);
    this.#waiting.clear();
  }

  #settle(id: number, outcome: WorkOutcome): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (outcome.isDone) waiting?.resolve(outcome.value);
    else waiting?.reject(new JournalFailure(outcome.kind, outcome.message, { room: outcome.room }));
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
