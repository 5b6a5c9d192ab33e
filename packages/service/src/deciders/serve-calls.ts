/**
 * A decider's side of the calls: does what it is asked, and tells what came of it.
 *
 * Methods are found by their names. Pages are made when they are asked for, so that a slow reader keeps the
 * decider from reading ahead.
 */
import type { DecisionService } from '../decisions/decision-service.ts';
import { packFault } from './carried-fault.ts';
import type { Asked, Input, Page } from './messages.ts';
import type { Teller } from './teller.ts';

/** What can be called by name. */
export type Methods = Readonly<Record<string, (...input: never[]) => unknown>>;

export interface ServedCalls {
  readonly teller: Teller;
  readonly methods: Methods;
  readonly watch: DecisionService['watch'];
  /** Finishes everything; the thread ends after it. */
  readonly close: () => Promise<void>;
}

export class CallServer {
  readonly #served: ServedCalls;
  readonly #streams = new Map<number, AsyncIterator<unknown>>();
  readonly #watches = new Map<number, () => void>();

  constructor(served: ServedCalls) {
    this.#served = served;
  }

  hear(asked: Asked): void {
    switch (asked.kind) {
      case 'call':
        void this.#answer(asked.id, () => this.#call(asked.method, asked.input));
        return;
      case 'pages':
        this.#streams.set(asked.of, this.#pages(asked.method, asked.input));
        return;
      case 'page':
        void this.#answer(asked.id, () => this.#nextPage(asked.of));
        return;
      case 'watch':
        this.#watches.set(asked.of, this.#watch(asked));
        return;
      case 'leave':
        this.#leave(asked.of);
        return;
      case 'close':
        void this.#served.close();
    }
  }

  async #answer(id: number, work: () => unknown): Promise<void> {
    const { teller } = this.#served;
    try {
      teller.tell({ kind: 'answer', id, value: await work() });
    } catch (error) {
      teller.tell({ kind: 'refused', id, fault: packFault(error) });
    }
  }

  #call(name: string, input: Input): unknown {
    const method = this.#served.methods[name] as ((...given: Input) => unknown) | undefined;
    if (method === undefined) {
      throw new Error(`A decider must know what it is asked to do, but not ${name}.`);
    }
    return method(...input);
  }

  async *#pages(name: string, input: Input): AsyncGenerator<unknown> {
    yield* this.#call(name, input) as AsyncIterable<unknown>;
  }

  async #nextPage(of: number): Promise<Page> {
    const step = await this.#streams.get(of)?.next();
    return step === undefined || step.done === true ? null : { page: step.value };
  }

  #watch({ of, policy, site }: Extract<Asked, { kind: 'watch' }>): () => void {
    const { watch, teller } = this.#served;
    return watch(policy, (news) => teller.tell({ kind: 'news', of, news }), site);
  }

  #leave(of: number): void {
    this.#watches.get(of)?.();
    this.#watches.delete(of);
    this.#streams
      .get(of)
      ?.return?.()
      .catch(() => {});
    this.#streams.delete(of);
  }
}
