/**
 * Sums over all policies take long where there are many. Adding up takes at most a twentieth of the time: what took
 * long is used again for so many times as long, and whoever asks while it is under way gets the same.
 */
import type { MonotonicClock } from '../writer/options.ts';

const PAUSE_FACTOR = 20;

export interface AddedUp<Sum> {
  readonly sum: Sum;
  /** Whether it took so long that it is worth keeping. */
  readonly isKept: boolean;
}

export function usedAgain<Sum>(
  monotonic: MonotonicClock,
  addUp: () => Promise<AddedUp<Sum>>,
): () => Promise<Sum> {
  let last: Promise<Sum> | null = null;
  let freshUntilMs = Number.NEGATIVE_INFINITY;
  const begin = async (startMs: number): Promise<Sum> => {
    freshUntilMs = Number.POSITIVE_INFINITY;
    try {
      const { sum, isKept } = await addUp();
      const endMs = monotonic.nowMs();
      freshUntilMs = isKept ? endMs + PAUSE_FACTOR * (endMs - startMs) : Number.NEGATIVE_INFINITY;
      return sum;
    } catch (error) {
      freshUntilMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  return () => {
    const startMs = monotonic.nowMs();
    if (last === null || startMs >= freshUntilMs) last = begin(startMs);
    return last;
  };
}
