/**
 * How far a run is, and how long it still takes if it goes on as it went so far.
 */
export interface RunProgress {
  /** Trials that are finished, those of earlier runs included. */
  readonly doneCount: number;
  readonly trialCount: number;
  /** Since this run began. */
  readonly elapsedMs: number;
  /** Until it ends; null before anything is known. */
  readonly remainingMs: number | null;
}

export interface ProgressMeterOptions {
  readonly trialCount: number;
  readonly onProgress: (progress: RunProgress) => void;
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number;
}

export class ProgressMeter {
  readonly #options: ProgressMeterOptions;
  readonly #startedAt: number;
  /** Trials of earlier runs, which took this one no time. */
  #skippedCount = 0;
  #playedCount = 0;

  constructor(options: ProgressMeterOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  elapsedMs(): number {
    return this.#options.clock() - this.#startedAt;
  }

  /** Counts trials that an earlier run has finished. */
  skip(count: number): void {
    if (count === 0) return;
    this.#skippedCount += count;
    this.#tell();
  }

  /** Counts trials that have just been finished. */
  add(count = 1): void {
    this.#playedCount += count;
    this.#tell();
  }

  #tell(): void {
    const { trialCount, onProgress } = this.#options;
    const doneCount = this.#skippedCount + this.#playedCount;
    const elapsedMs = this.elapsedMs();
    const remainingMs =
      this.#playedCount === 0 ? null : (elapsedMs / this.#playedCount) * (trialCount - doneCount);
    onProgress({ doneCount, trialCount, elapsedMs, remainingMs });
  }
}

const BAR_WIDTH = 20;

interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Returns a listener: a bar that grows on a terminal, a line for each tenth elsewhere. */
export function tellProgress(
  stream: ProgressStream,
  what = 'trials',
): (progress: RunProgress) => void {
  const step = stream.isTTY ? 0.001 : 0.1;
  let told = 0;
  return (progress) => {
    const share = progress.doneCount / progress.trialCount;
    if (told === 1 || (share < 1 && share < told + step)) return;
    told = share;
    const text = progressText(progress, what);
    if (stream.isTTY) stream.write(`\r${barText(share)} ${text}\u001b[K${share < 1 ? '' : '\n'}`);
    else stream.write(`${text}\n`);
  };
}

/** Writes "1200 of 4000 trials (30 %), about 12 s left". */
export function progressText(
  { doneCount, trialCount, remainingMs }: RunProgress,
  what = 'trials',
): string {
  const percent = Math.floor((100 * doneCount) / trialCount);
  const done = `${doneCount} of ${trialCount} ${what} (${percent} %)`;
  if (remainingMs === null || doneCount === trialCount) return done;
  return `${done}, about ${durationText(remainingMs)} left`;
}

function barText(share: number): string {
  const full = Math.floor(BAR_WIDTH * share);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
}

function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
