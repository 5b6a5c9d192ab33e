/**
 * Whether decisions can be made and stored now, for everybody who asks.
 *
 * To find out, something is written, and anybody may ask: so those who ask at the same time share one look. A disk that hangs says nothing,
 * and that is an answer, too, once it has lasted for a while.
 */
import { journalUnavailable } from '../problems/refusals.ts';

/** Longer than a disk takes that is only busy. */
const PATIENCE_MS = 5000;

/** Returns what resolves if they can, and rejects with the reason if not. */
export function createReadiness(
  look: () => Promise<void>,
  patienceMs: number = PATIENCE_MS,
): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  return () => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
    return within(underWay, patienceMs);
  };
}

async function within(looking: Promise<void>, patienceMs: number): Promise<void> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(journalUnavailable(null)), patienceMs);
  try {
    await Promise.race([looking, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
