/**
 * One run as the page sees it: started, watched, paused, stopped. The worker lives exactly as long as it
 * has something to do, and no longer than the page.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createThrottle, type Throttle } from '../live/throttle.ts';
import type { Configuration } from './configuration.ts';
import type { MessageFromWorker, MessageToWorker, RunPoint } from './messages.ts';
import { startWorker } from './start-worker.ts';

export type RunStatus = 'idle' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';

export interface RunView {
  readonly status: RunStatus;
  /** What is played, or was; null before the first run. */
  readonly configuration: Configuration | null;
  readonly points: readonly RunPoint[];
  /** Why it failed; empty if it did not. */
  readonly failure: string;
}

/** A run of 100 steps then takes about four seconds, long enough to be watched. */
const WATCHED_PAUSE_MS = 40;

/** Charts are drawn again a few times a second, however fast the worker is. */
const SHOW_PAUSE_MS = 120;

const IDLE: RunView = { status: 'idle', configuration: null, points: [], failure: '' };

export class PlaygroundRun {
  readonly #view: Signal<RunView> = signal(IDLE);
  #worker: Worker | null = null;
  /** All points that came; those of the view may be a moment behind. */
  #points: RunPoint[] = [];
  #throttle: Throttle<null> | null = null;

  get view(): ReadonlySignal<RunView> {
    return this.#view;
  }

  /** Ends what is running and starts anew. */
  start(configuration: Configuration): void {
    this.#endWorker();
    this.#points = [];
    this.#view.value = { status: 'running', configuration, points: [], failure: '' };
    this.#throttle = createThrottle(() => this.#show({}), SHOW_PAUSE_MS);
    const worker = startWorker();
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<MessageFromWorker>) =>
      this.#hear(worker, data),
    );
    worker.addEventListener('error', () =>
      this.#fail(worker, 'The simulation could not be loaded.'),
    );
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    tell(worker, { kind: 'start', configuration, pauseMs: isStill ? 0 : WATCHED_PAUSE_MS });
  }

  pause(): void {
    this.#change('running', 'paused', 'pause');
  }

  resume(): void {
    this.#change('paused', 'running', 'resume');
  }

  /** Ends the run and keeps what it has shown. */
  stop(): void {
    const { status } = this.#view.value;
    this.#endWorker();
    if (status !== 'running' && status !== 'paused') return;
    this.#show({ status: 'stopped' });
  }

  #change(from: RunStatus, to: RunStatus, kind: 'pause' | 'resume'): void {
    if (this.#worker === null || this.#view.value.status !== from) return;
    tell(this.#worker, { kind });
    this.#show({ status: to });
  }

  #hear(worker: Worker, message: MessageFromWorker): void {
    // Messages of a worker that was ended may still be under way.
    if (worker !== this.#worker) return;
    if (message.kind === 'failed') {
      this.#fail(worker, message.reason);
      return;
    }
    const { round, state } = message;
    this.#points.push({ round, state });
    if (round < (this.#view.value.configuration?.rounds ?? 0)) {
      this.#throttle?.push(null);
      return;
    }
    this.#endWorker();
    this.#show({ status: 'finished' });
  }

  #show(changes: Partial<RunView>): void {
    this.#view.value = { ...this.#view.value, ...changes, points: [...this.#points] };
  }

  #fail(worker: Worker, failure: string): void {
    if (worker !== this.#worker) return;
    this.#endWorker();
    this.#show({ status: 'failed', failure });
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#throttle?.close();
    this.#throttle = null;
  }
}

function tell(worker: Worker, message: MessageToWorker): void {
  worker.postMessage(message);
}
