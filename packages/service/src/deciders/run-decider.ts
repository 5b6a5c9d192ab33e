/**
 * What a decider does from its first word to its last: a decision service of its own, on its share of the
 * journal, for the policies that it is asked about.
 */
import { createDecisionService } from '../decisions/create-decision-service.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { DecisionServiceOptions } from '../decisions/writer/options.ts';
import type { Journal } from '../journal/journal.ts';
import { type Asked, BEAT_MS, type ToldTogether } from './messages.ts';
import { CallServer, type Methods } from './serve-calls.ts';
import { Teller } from './teller.ts';

/** The end of the line to the HTTP thread. */
export interface DeciderPort {
  on(event: 'message', listener: (asked: readonly Asked[]) => void): unknown;
  postMessage(together: ToldTogether): void;
  close(): void;
}

export interface DeciderParts extends Omit<DecisionServiceOptions, 'onEvent'> {
  readonly journal: Journal;
  /** Called from time to time; throws if the thread must end. */
  readonly watchMemory?: () => void;
  /** What can be asked beside what the service offers. */
  readonly more?: (service: DecisionService) => Methods;
}

/** Begins to answer; the port is closed when everything was finished. */
export function runDecider(port: DeciderPort, parts: DeciderParts): void {
  const { more, watchMemory, ...options } = parts;
  const service = createDecisionService({
    ...options,
    onEvent: (event) => teller.tell({ kind: 'event', event }),
  });
  const teller = new Teller({
    post: (together) => port.postMessage(together),
    counts: () => ({
      waiting: service.waitingCount?.() ?? 0,
      awake: service.awakeCount?.() ?? 0,
    }),
  });
  const signs = setInterval(() => {
    teller.beat();
    watchMemory?.();
  }, BEAT_MS / 2);
  const close = async () => {
    try {
      await service.close();
    } finally {
      await options.journal.close();
      clearInterval(signs);
      teller.flush();
      port.close();
    }
  };
  const methods = { ...(service as unknown as Methods), ...more?.(service) };
  const calls = new CallServer({ teller, methods, watch: service.watch, close });
  port.on('message', (together) => {
    for (const asked of together) calls.hear(asked);
  });
  teller.tell({ kind: 'ready' });
}
