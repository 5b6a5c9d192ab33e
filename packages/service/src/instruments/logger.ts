/**
 * The log of the service: one JSON object a line on standard error.
 *
 * Only fields on a short list are written, whoever logs and whatever is handed in: contexts, rewards,
 * headers and keys cannot slip into a log by accident, because they are not on the list. Times come from
 * the clock of the service.
 */
import pino from 'pino';
import type { Clock } from './clock.ts';
import type { LogLevel } from './log-level.ts';
import { LogOutput } from './log-output.ts';

const STANDARD_ERROR = 2;

export type LogFields = Readonly<Partial<Record<LogField, string | number | boolean | null>>>;

/** Writes lines; the second argument may hold fields of the list and nothing else. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export const LOG_FIELDS = [
  'address',
  'code',
  'count',
  'decider',
  'decision',
  'detail',
  'durationMs',
  'engine',
  'generation',
  'keyId',
  'method',
  'mode',
  'policy',
  'request',
  'route',
  'signal',
  'status',
  'version',
] as const;
export type LogField = (typeof LOG_FIELDS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Where lines go; standard error if absent. */
  readonly destination?: { write(line: string): void };
}

/** Returns a logger. */
export function createLogger({ level, clock, destination }: LoggerOptions): Logger {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${clock.now()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? new LogOutput(STANDARD_ERROR),
  );
  return {
    debug: (message, fields) => {
      // The one level that is off as a rule and used for every request.
      if (lines.isLevelEnabled('debug')) lines.debug(onlyListed(fields), message);
    },
    info: (message, fields) => lines.info(onlyListed(fields), message),
    warn: (message, fields) => lines.warn(onlyListed(fields), message),
    error: (message, fields) => lines.error(onlyListed(fields), message),
  };
}

/** Types end where code of others begins, so the list is applied once more when it runs. */
function onlyListed(fields: LogFields = {}): Record<string, unknown> {
  const listed = LOG_FIELDS.filter((name) => isPlain(fields[name]));
  return Object.fromEntries(listed.map((name) => [name, shortened(fields[name])]));
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const LONGEST_TEXT = 500;

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT)}…`
    : value;
}
