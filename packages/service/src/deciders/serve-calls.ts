/**
 * A decider's side of the calls: does what it is asked, and tells what came of it.
 *
 * Methods are found by their names. Pages are made when they are asked for, so that a slow reader keeps the
 * decider from reading ahead.
 */
import type { DecisionService } from '../decisions/decision-service.ts';
import type { ServiceEvent } from '../decisions/writer/options.ts';
import type { CommitReport } from '../journal/journal.ts';
import { packFault } from './carried-fault.ts';
import { Gathering } from './gathering.ts';
import type { Asked, Page, Told, ToldTogether } from './messages.ts';

/** What can be called by name. */
export type Methods = Readonly<Record<string, (...input: never[]) => unknown>>;

/** The end of the line to the HTTP thread. */
export interface CallerPort {
  on(event: 'message', listener: (asked: readonly Asked[]) => void): unknown;
  postMessage(told: ToldTogether): void;
}

export interface ServedCalls {
  readonly methods: Methods;
  readonly service: Pick<DecisionService, 'watch' | 'waitingCount'>;
  /** Finishes everything; the thread ends after it. */
  readonly close: () => Promise<void>;
}

/** Tells what happens in a decider, gathered with its answers. */
export class Teller {
  readonly #port: CallerPort;
  readonly #told: Gathering<Told>;
  #waitingCount: () => number = () => 0;

  constructor(port: CallerPort) {
    this.#port = port;
    this.#told = new Gathering<Told>({
      post: (told) => port.postMessage({ told, waitingCount: this.#waitingCount() }),
      onUnfit: (told, error) => {
        if ('id' in told) this.tell({ kind: 'refused', id: told.id, fault: packFault(error) });
      },
    });
  }

  countWaiting(waitingCount: () => number): void {
    this.#waitingCount = waitingCount;
  }

  tell(told: Told): void {
    this.#told.add(told);
  }

  event(event: ServiceEvent): void {
    this.tell({ kind: 'event', event });
  }

  commit(report: CommitReport): void {
    this.tell({ kind: 'commit', report });
  }

  /** Says that the thread still turns. */
  beat(): void {
    this.#port.postMessage({ told: [], waitingCount: this.#waitingCount() });
  }

  /** For the last word before the end. */
  flush(): void {
    this.#told.flush();
  }
}

/** Begins to answer. */
export function serveCalls(port: CallerPort, teller: Teller, served: ServedCalls): void {
  const { methods, service, close } = served;
  const streams = new Map<number, AsyncIterator<unknown>>();
  const watches = new Map<number, () => void>();
  teller.countWaiting(() => service.waitingCount?.() ?? 0);

  const answer = async (id: number, work: () => unknown): Promise<void> => {
    try {
      teller.tell({ kind: 'answer', id, value: await work() });
    } catch (error) {
      teller.tell({ kind: 'refused', id, fault: packFault(error) });
    }
  };
  const nextPage = async (of: number): Promise<Page> => {
    const step = await streams.get(of)?.next();
    return step === undefined || step.done === true ? null : { page: step.value };
  };
  const leave = (of: number): void => {
    watches.get(of)?.();
    watches.delete(of);
    streams
      .get(of)
      ?.return?.()
      .catch(() => {});
    streams.delete(of);
  };
  const hear = (asked: Asked): void => {
    switch (asked.kind) {
      case 'call':
        void answer(asked.id, () => call(methods, asked.method, asked.input));
        return;
      case 'pages': {
        const pages = call(methods, asked.method, asked.input) as AsyncIterable<unknown>;
        streams.set(asked.of, pages[Symbol.asyncIterator]());
        return;
      }
      case 'page':
        void answer(asked.id, () => nextPage(asked.of));
        return;
      case 'watch': {
        const { of, policy, site } = asked;
        watches.set(
          of,
          service.watch(policy, (news) => teller.tell({ kind: 'news', of, news }), site),
        );
        return;
      }
      case 'leave':
        leave(asked.of);
        return;
      case 'close':
        void close();
    }
  };
  port.on('message', (together) => together.forEach(hear));
}

function call(methods: Methods, name: string, input: readonly unknown[]): unknown {
  const method = methods[name] as ((...given: readonly unknown[]) => unknown) | undefined;
  if (method === undefined)
    throw new Error(`A decider must know what it is asked, but not ${name}.`);
  return method(...input);
}
