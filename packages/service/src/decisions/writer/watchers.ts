/**
 * Who wants to hear of changes, and when they are told: at once after a quiet while, and never more
 * often than a few times a second.
 *
 * Other replicas' work is looked for only while somebody watches, and only where there can be any.
 */
import type { Journal } from '../../journal/journal.ts';
import type { PolicyNews } from '../../wire.ts';
import type { MonotonicClock, ServiceLimits, Timer } from './options.ts';

type Listener = (news: PolicyNews) => void;

export interface WatchersOptions {
  readonly journal: Journal;
  readonly monotonic: MonotonicClock;
  readonly timer: Timer;
  readonly limits: ServiceLimits;
  readonly readNews: (policy: string) => Promise<PolicyNews>;
}

interface Watched {
  readonly listeners: Set<Listener>;
  /** Calls the next telling off; null if none is planned. */
  cancelNews: (() => void) | null;
  cancelPoll: (() => void) | null;
  toldMs: number;
  toldVersion: number;
}

export class Watchers {
  readonly #options: WatchersOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: WatchersOptions) {
    this.#options = options;
  }

  /** Calls back after changes until the returned function is called. */
  watch(policy: string, listener: Listener): () => void {
    const watched = this.#watched.get(policy) ?? this.#begin(policy);
    // A wrapper, so that the same listener may watch twice.
    const own: Listener = (news) => listener(news);
    watched.listeners.add(own);
    return () => {
      watched.listeners.delete(own);
      if (watched.listeners.size === 0) this.#end(policy, watched);
    };
  }

  /** Something changed; whoever watches will be told. */
  notice(policy: string): void {
    const watched = this.#watched.get(policy);
    if (watched === undefined || watched.cancelNews !== null) return;
    const { monotonic, limits, timer } = this.#options;
    const delayMs = Math.max(0, watched.toldMs + limits.newsMsMin - monotonic.nowMs());
    watched.cancelNews = timer(() => void this.#tell(policy, watched), delayMs);
  }

  /** Forgets everybody. */
  close(): void {
    for (const [policy, watched] of this.#watched) this.#end(policy, watched);
  }

  #begin(policy: string): Watched {
    const watched: Watched = {
      listeners: new Set(),
      cancelNews: null,
      cancelPoll: null,
      toldMs: Number.NEGATIVE_INFINITY,
      toldVersion: 0,
    };
    this.#watched.set(policy, watched);
    if (this.#options.journal.isShared) this.#planPoll(policy, watched);
    return watched;
  }

  #end(policy: string, watched: Watched): void {
    watched.listeners.clear();
    watched.cancelNews?.();
    watched.cancelPoll?.();
    if (this.#watched.get(policy) === watched) this.#watched.delete(policy);
  }

  async #tell(policy: string, watched: Watched): Promise<void> {
    const { monotonic, readNews } = this.#options;
    watched.cancelNews = null;
    watched.toldMs = monotonic.nowMs();
    // News that cannot be read now will be read after the next change.
    const news = await readNews(policy).catch(() => null);
    if (news === null) return;
    watched.toldVersion = news.version;
    for (const listener of watched.listeners) this.#call(listener, news);
  }

  /** One watcher that fails must not keep the news from the others. */
  #call(listener: Listener, news: PolicyNews): void {
    try {
      listener(news);
    } catch {
      // It is its own business.
    }
  }

  #planPoll(policy: string, watched: Watched): void {
    const { timer, limits } = this.#options;
    watched.cancelPoll = timer(() => void this.#poll(policy, watched), limits.pollMs);
  }

  async #poll(policy: string, watched: Watched): Promise<void> {
    const head = await this.#options.journal.head(policy).catch(() => null);
    if (this.#watched.get(policy) !== watched) return;
    if (head !== null && head.version !== watched.toldVersion) this.notice(policy);
    this.#planPoll(policy, watched);
  }
}
