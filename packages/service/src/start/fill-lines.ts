/**
 * Brings the lines of all policies up to date after an upgrade, while the service runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fillStandings } from '../decisions/writer/fill-standings.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Journal } from '../journal/journal.ts';

export interface Filling {
  /** Resolves when the policy under way is over. */
  close(): Promise<void>;
}

/** After each policy, so that the requests have most of the thread. */
const PAUSE_MS = 2;

export function fillLines(journal: Journal, logger: Logger): Filling {
  const closing = new AbortController();
  const filling = fillStandings({
    journal,
    pause: () => sleep(PAUSE_MS, true, { signal: closing.signal, ref: false }).catch(() => false),
    onFailure: (policy, error) => {
      logger.warn('the line of a policy could not be filled in', { policy, detail: String(error) });
    },
  });
  return {
    close: () => {
      closing.abort();
      return filling;
    },
  };
}
