/**
 * Counts what was turned away because there was too much of it, and tells of it at most once a second: a line
 * for each would be the next thing that there is too much of.
 */
import type { Logger } from '../instruments/logger.ts';

const PAUSE_MS = 1000;

export interface OverloadLog {
  /** Counts one. */
  note(): void;
  /** Tells now what has been counted and not been told. */
  flush(): void;
}

export function createOverloadLog(logger: Logger, message: string): OverloadLog {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (count > 0) logger.warn(message, { code: 'HR_OVERLOADED', count });
    count = 0;
  };
  return {
    note: () => {
      count += 1;
      timer ??= setTimeout(flush, PAUSE_MS).unref();
    },
    flush,
  };
}
