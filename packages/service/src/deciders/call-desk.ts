/**
 * The calls to one decider that are under way, from the first word to the answer.
 *
 * A desk belongs to one life of the thread. When that is over, everybody who waits is refused at once, and
 * whoever calls after it, too: nobody waits for an answer that cannot come.
 */
import type { ServiceProblem } from '../problems/problem.ts';
import { internalFault } from '../problems/refusals.ts';
import type { PolicyNews } from '../wire.ts';
import { unpackFault } from './carried-fault.ts';
import { Gathering } from './gathering.ts';
import type { Asked, Input, Page, Told } from './messages.ts';

export class CallDesk {
  readonly #asked: Gathering<Asked>;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<number, (news: PolicyNews) => void>();
  #count = 0;
  /** Why nobody is served any more; null while the thread lives. */
  #refusal: (() => ServiceProblem) | null = null;

  constructor(post: (messages: readonly Asked[]) => void) {
    this.#asked = new Gathering<Asked>({
      post,
      onUnfit: (asked, error) => 'id' in asked && this.#reject(asked.id, internalFault(error)),
    });
  }

  call(method: string, input: Input): Promise<unknown> {
    return this.#ask((id) => ({ kind: 'call', id, method, input }));
  }

  /** Asks for each page when the one before has been taken. */
  async *pages(method: string, input: Input): AsyncGenerator<unknown> {
    const of = this.#next();
    this.#asked.add({ kind: 'pages', of, method, input });
    try {
      for (;;) {
        const page = (await this.#ask((id) => ({ kind: 'page', id, of }))) as Page;
        if (page === null) return;
        yield page.page;
      }
    } finally {
      this.#leave(of);
    }
  }

  /** Calls back with news until the returned function is called. */
  watch(policy: string, listener: (news: PolicyNews) => void, site?: string): () => void {
    const of = this.#next();
    this.#listeners.set(of, listener);
    this.#asked.add({ kind: 'watch', of, policy, ...(site === undefined ? {} : { site }) });
    return () => {
      if (this.#listeners.delete(of)) this.#leave(of);
    };
  }

  /** Takes what the thread said to one of those who wait. */
  take(told: Told): void {
    if (told.kind === 'news') this.#listeners.get(told.of)?.(told.news);
    if (told.kind === 'refused') this.#reject(told.id, unpackFault(told.fault));
    if (told.kind !== 'answer') return;
    this.#waiting.get(told.id)?.resolve(told.value);
    this.#waiting.delete(told.id);
  }

  /** Asks the thread to finish what is under way and to end. */
  sayClose(): void {
    this.#asked.add({ kind: 'close' });
  }

  /** The thread is gone: whoever waits or comes is refused. */
  shut(refusal: () => ServiceProblem): void {
    this.#refusal = refusal;
    for (const id of [...this.#waiting.keys()]) this.#reject(id, refusal());
    this.#listeners.clear();
  }

  #ask(message: (id: number) => Asked): Promise<unknown> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal());
    const id = this.#next();
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#asked.add(message(id));
    return waiting.promise;
  }

  #leave(of: number): void {
    if (this.#refusal === null) this.#asked.add({ kind: 'leave', of });
  }

  #reject(id: number, error: Error): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
