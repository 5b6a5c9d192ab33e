/**
 * The broom: goes over all policies again and again, and moves what the settings let go into segments.
 *
 * It does little at a time. One segment is made of a few thousand entries, read in short pages and
 * compressed on a thread of its own, and then there is a pause of several times that long; between
 * policies of which nothing is due there is a short one. A policy that cannot be swept is told of once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../instruments/clock.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Journal } from '../journal/journal.ts';
import { type RetentionSettings, retentionRule } from './retention-rule.ts';

export interface SweepOptions {
  readonly journal: Pick<Journal, 'listPolicies' | 'retention'>;
  readonly settings: RetentionSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Between two rounds, and before the first; a minute if absent. */
  readonly roundMs?: number;
}

export interface Sweeping {
  /** Resolves when the step under way is over. */
  close(): Promise<void>;
}

const ROUND_MS = 60_000;
/** After each policy, so that a hundred thousand of them take no more than a hundredth of a thread. */
const POLICY_PAUSE_MS = 10;
/** After a segment, as a multiple of the time it took. */
const PAUSE_FACTOR = 4;

export function sweepJournal(options: SweepOptions): Sweeping {
  const { rawEntries, rawDays } = options.settings;
  const closing = new AbortController();
  const sweeping =
    rawEntries === 0 && rawDays === 0 ? Promise.resolve() : rounds(options, closing.signal);
  return {
    close: () => {
      closing.abort();
      return sweeping;
    },
  };
}

async function rounds(options: SweepOptions, signal: AbortSignal): Promise<void> {
  const told = new Set<string>();
  const { journal, logger, roundMs = ROUND_MS } = options;
  while (await paused(roundMs, signal)) {
    try {
      for (const policy of await journal.listPolicies()) {
        if (signal.aborted) return;
        await sweepPolicy(options, policy, { signal, told });
        await paused(POLICY_PAUSE_MS, signal);
      }
    } catch (error) {
      logger.warn('the journal was not swept', { detail: String(error) });
    }
  }
}

interface Round {
  readonly signal: AbortSignal;
  /** Policies whose failure was told. */
  readonly told: Set<string>;
}

async function sweepPolicy(
  { journal, settings, clock, logger }: SweepOptions,
  policy: string,
  { signal, told }: Round,
): Promise<void> {
  try {
    while (!signal.aborted) {
      const start = performance.now();
      const moved = await journal.retention.compact(policy, retentionRule(settings, clock.now()));
      if (moved.entries === 0) return;
      logger.debug('entries moved to a segment', { policy, ...moved });
      await paused(PAUSE_FACTOR * (performance.now() - start), signal);
    }
  } catch (error) {
    if (told.has(policy)) return;
    told.add(policy);
    logger.warn('entries were not moved to a segment', { policy, detail: String(error) });
  }
}

/** Returns false if it is time to end. */
async function paused(delayMs: number, signal: AbortSignal): Promise<boolean> {
  await pause(delayMs, undefined, { signal, ref: false }).catch(() => {});
  return !signal.aborted;
}
