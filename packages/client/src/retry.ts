/**
 * Second tries within one time limit: a few, with growing and jittered pauses, only where they help.
 *
 * Every call of the service may be repeated: decisions carry a key, everything else says the same
 * thing twice and is answered `repeated`.
 */
import { ConnectionError, ServiceError } from './errors.ts';

export interface RetryOptions {
  /** For all tries and pauses together. */
  readonly timeoutMs: number;
  /** Tries after the first. */
  readonly retries: number;
  /** A number from 0 to 1, for the jitter. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Called before every try but the first. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether the next try asks somebody else after this failure: then nobody is spared by a pause. */
  readonly goesElsewhere?: (error: unknown) => boolean;
}

export interface PauseLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

const CALL_PAUSE: PauseLimits = { firstMs: 50, maxMs: 1000 };

/** Returns what one of the tries returns, or throws what the last one threw. */
export function withRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  return withTimeLimit(options, async (signal) => {
    const deadline = performance.now() + options.timeoutMs;
    for (let failures = 0; ; failures++) {
      try {
        return await attempt(signal);
      } catch (error) {
        const pauseMs = options.goesElsewhere?.(error) ? 0 : pauseAfter(error, failures, options);
        const isOutOfTime = performance.now() + pauseMs >= deadline;
        if (failures >= options.retries || isOutOfTime || !mayPass(error)) throw error;
        await pause(pauseMs, signal);
        options.onRetry?.();
      }
    }
  });
}

/** Whether the same request may be answered better a little later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ServiceError)) return false;
  return [429, 502, 503, 504].includes(error.status) || error.code === 'HR_KEY_IN_PROGRESS';
}

/** Returns the pause after so many failures: it doubles, and a random part of its half is added. */
export function pauseBefore(
  failures: number,
  random: () => number,
  { firstMs, maxMs }: PauseLimits = CALL_PAUSE,
): number {
  const whole = Math.min(maxMs, firstMs * 2 ** failures);
  return (whole / 2) * (1 + random());
}

/** Resolves after a while; rejects as soon as the signal is given. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function pauseAfter(error: unknown, failures: number, { random }: RetryOptions): number {
  return Math.max(pauseBefore(failures, random), askedPauseMs(error));
}

function askedPauseMs(error: unknown): number {
  return error instanceof ServiceError ? error.retryAfterMs : 0;
}

/** Ends the work at the limit or at the caller's signal, even if it does not listen itself. */
export async function withTimeLimit<T>(
  { timeoutMs, signal }: Pick<RetryOptions, 'timeoutMs' | 'signal'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const cancel = () => controller.abort(signal?.reason);
  const expire = () =>
    controller.abort(new ConnectionError(`The service did not answer within ${timeoutMs} ms.`));
  const timer = setTimeout(expire, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), {
      once: true,
    });
  });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
