/**
 * Loads something, again when asked, and again by itself after an outage.
 *
 * There is never more than one request under way: whoever asks in the meantime gets one more request
 * after it. After an outage the pauses double up to half a minute, so a service that comes back is not
 * met by a storm. What takes the service long is asked for more rarely: after each answer there is a rest
 * of several times as long as it took. What was loaded before stays in sight.
 */
import type { Failure } from './failure.ts';

export interface LoaderInput<Value> {
  readonly load: (signal: AbortSignal) => Promise<Value>;
  readonly onValue: (value: Value) => void;
  readonly onFailure: (failure: Failure) => void;
  readonly failureOf: (error: unknown) => Failure;
}

export interface Loader {
  reload(): void;
  close(): void;
}

const FIRST_PAUSE_MS = 1000;
const PAUSE_MS_MAX = 30_000;
/** So many times as long as the answer took nothing more is asked: a fifth of the time at most. */
const REST_TIMES = 4;

/** Begins to load at once. */
export function createLoader<Value>(input: LoaderInput<Value>): Loader {
  const controller = new AbortController();
  const { signal } = controller;
  let isBusy = false;
  let isWanted = false;
  let outages = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restUntil = 0;

  async function run(): Promise<void> {
    isBusy = true;
    isWanted = false;
    await runOnce();
    isBusy = false;
    if (isWanted) reload();
  }

  async function runOnce(): Promise<void> {
    const began = performance.now();
    restUntil = 0;
    try {
      const value = await input.load(signal);
      if (signal.aborted) return;
      outages = 0;
      restUntil = restAfter(began, performance.now());
      input.onValue(value);
    } catch (error) {
      if (!signal.aborted) take(input.failureOf(error));
    }
  }

  function take(failure: Failure): void {
    input.onFailure(failure);
    if (failure.kind !== 'away') return;
    timer = setTimeout(reload, pauseAfter(outages));
    outages += 1;
  }

  function reload(): void {
    isWanted = true;
    if (isBusy || signal.aborted) return;
    clearTimeout(timer);
    const rest = restUntil - performance.now();
    if (rest > 0) timer = setTimeout(reload, rest);
    else void run();
  }

  reload();
  return {
    reload,
    close() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

function restAfter(began: number, ended: number): number {
  return ended + Math.min(PAUSE_MS_MAX, REST_TIMES * (ended - began));
}

/** Returns the pause after so many outages in a row, in milliseconds. */
export function pauseAfter(outages: number): number {
  return Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** outages);
}
