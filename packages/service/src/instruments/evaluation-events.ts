/**
 * Tells an OpenTelemetry collector of every evaluation of a flag: events `feature_flag.evaluation` by the semantic conventions,
 * as log records in JSON over OTLP/HTTP.
 *
 * The names of attributes are the convention's. Whom a flag was evaluated for (`feature_flag.context.id`) is left out, like
 * contexts and rewards in the log. Telling never holds up an answer: events wait in memory, go out once a second, and are dropped and
 * counted when there are too many or the collector does not take them.
 */
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

export interface Evaluation {
  /** The policy. */
  readonly flag: string;
  readonly reason: 'targeting_match' | 'split' | 'disabled' | 'error';
  /** The action; absent where there is no value. */
  readonly variant?: string;
  /** Id of the decision; absent where none was made. */
  readonly decision?: string;
  /** The code of the protocol, in small letters; with the reason `error` alone. */
  readonly errorType?: string;
}

export interface EvaluationEvents {
  note(evaluation: Evaluation): void;
  /** Sends what waits, once, and soon gives up: snapshots are still to be written after it. */
  close(): Promise<void>;
}

export interface EvaluationEventsOptions {
  /** `http://127.0.0.1:4318`, without a slash at its end. */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly version: string;
  /** How often events go out. Default 1000. */
  readonly pauseMs?: number;
  /** How long closing may wait for the collector. Default 2000. */
  readonly closingMs?: number;
}

/** Events that wait at most. */
const WAITING_MAX = 2048;
/** How long a collector may take. */
const PATIENCE_MS = 5000;

export function createEvaluationEvents(options: EvaluationEventsOptions): EvaluationEvents {
  const { clock, logger, pauseMs = 1000, closingMs = 2000 } = options;
  const ending = new AbortController();
  let waiting: object[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    timer = undefined;
    const records = waiting;
    waiting = [];
    if (records.length > 0 && !(await isTaken(options, records, ending.signal)))
      dropped += records.length;
    if (dropped > 0) logger.warn('evaluation events dropped', { count: dropped });
    dropped = 0;
  }

  return {
    note: (evaluation) => {
      if (waiting.length >= WAITING_MAX) dropped += 1;
      else waiting.push(recordOf(evaluation, clock.now()));
      timer ??= setTimeout(() => {
        sending = sending.then(flush);
      }, pauseMs).unref();
    },
    close: async () => {
      clearTimeout(timer);
      const patience = setTimeout(() => ending.abort(), closingMs);
      await sending;
      await flush();
      clearTimeout(patience);
    },
  };
}

async function isTaken(
  { endpoint, version }: EvaluationEventsOptions,
  logRecords: readonly object[],
  ending: AbortSignal,
): Promise<boolean> {
  const scope = { name: 'hedgerow', version };
  const resource = { attributes: [attribute('service.name', 'hedgerow')] };
  const body = { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] };
  try {
    const answer = await fetch(`${endpoint}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE_MS)]),
    });
    // What it says is not read: it may have no end.
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function recordOf(
  { flag, reason, variant, decision, errorType }: Evaluation,
  time: string,
): object {
  const given = {
    'feature_flag.key': flag,
    'feature_flag.provider.name': 'hedgerow',
    'feature_flag.result.reason': reason,
    'feature_flag.result.variant': variant,
    'error.type': errorType,
    'hedgerow.decision.id': decision,
  };
  const nanoseconds = `${Date.parse(time)}000000`;
  return {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: 9,
    severityText: 'INFO',
    eventName: 'feature_flag.evaluation',
    attributes: Object.entries(given).flatMap(([key, value]) =>
      value === undefined ? [] : [attribute(key, value)],
    ),
  };
}

function attribute(key: string, stringValue: string): object {
  return { key, value: { stringValue } };
}
