/**
 * Work that takes longer than a turn may: it is done in pieces, and between two of them others have theirs once its time is over.
 *
 * Whatever waits in between only for what is in memory, or in a file that is read at once, lets nobody else work.
 */
import type { MonotonicClock, ServiceLimits } from './options.ts';

export interface GivingWay {
  readonly limits: Pick<ServiceLimits, 'turnMsMax'>;
  readonly monotonic: MonotonicClock;
  /** Resolves when what has arrived by now has been read. */
  readonly arrivals: () => Promise<unknown>;
}

/** Returns what is to be called after each piece. */
export function givingWay({ limits, monotonic, arrivals }: GivingWay): () => Promise<void> {
  let startMs = monotonic.nowMs();
  return async () => {
    if (monotonic.nowMs() - startMs < limits.turnMsMax) return;
    await arrivals();
    startMs = monotonic.nowMs();
  };
}
