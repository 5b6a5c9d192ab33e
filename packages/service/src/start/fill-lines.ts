/**
 * Brings the lines of all policies up to date after an upgrade, while the service runs: where an earlier release
 * wrote last, the policy is looked at, one after the other, and so its line is filled in. It goes to sleep again
 * like any other. What another replica holds is filled in there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Journal } from '../journal/journal.ts';
import type { PolicyLine } from '../journal/standing.ts';
import { ServiceProblem } from '../problems/problem.ts';

export interface FillOptions {
  readonly journal: Pick<Journal, 'listLines'>;
  readonly service: Pick<DecisionService, 'policy'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** After each policy, so that requests have most of the thread; 2 if absent. */
  readonly pauseMs?: number;
}

export interface Filling {
  /** Resolves when all lines are up to date, or it was told to stop. */
  readonly done: Promise<void>;
  /** Resolves when the policy under way is over. */
  close(): Promise<void>;
}

const PAUSE_MS = 2;
/** Lines that are read at a time. */
const PAGE_LINES = 500;

export function fillLines(options: FillOptions): Filling {
  const closing = new AbortController();
  const { signal } = closing;
  const { logger, pauseMs = PAUSE_MS } = options;
  const pause = () => sleep(pauseMs, true, { signal, ref: false }).catch(() => false);
  const done = fillAll(options, pause).catch((error: unknown) => {
    if (!signal.aborted) logger.warn('lines could not be filled in', { detail: String(error) });
  });
  return {
    done,
    close: () => {
      closing.abort();
      return done;
    },
  };
}

async function fillAll(options: FillOptions, pause: () => Promise<boolean>): Promise<void> {
  let after = '';
  for (;;) {
    const page = { after, limit: PAGE_LINES, isArchivedShown: true };
    const lines = await options.journal.listLines(page);
    for (const line of lines) {
      if (line.standing !== null) continue;
      if (!(await pause())) return;
      await fillOne(options, line);
    }
    if (lines.length < PAGE_LINES || !(await pause())) return;
    after = lines.at(-1)!.policy;
  }
}

async function fillOne({ service, logger }: FillOptions, { policy }: PolicyLine): Promise<void> {
  try {
    await service.policy(policy);
  } catch (error) {
    if (isElsewhere(error)) return;
    logger.warn('the line of a policy could not be filled in', { policy, detail: String(error) });
  }
}

function isElsewhere(error: unknown): boolean {
  return error instanceof ServiceProblem && error.code === 'HR_OWNER_AWAY';
}
