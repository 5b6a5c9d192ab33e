/**
 * Who wants to hear of changes, and when they are told: at once after a quiet while, and never more
 * often than a few times a second.
 *
 * News of one site are read from all its decisions, which may take seconds. They are read once at a time, and for a fifth of the
 * time at most: else the next reading would begin before the last one ended, and they would take ever longer.
 *
 * Whoever watches one site hears only of changes there: how often others do something is their business.
 *
 * Other replicas' work is looked for only while somebody watches, and only where there can be any.
 */
import type { Journal } from '../../journal/journal.ts';
import type { PolicyNews } from '../../wire.ts';
import type { MonotonicClock, ServiceLimits, Timer } from './options.ts';

type Listener = (news: PolicyNews) => void;

/** After news were read, nothing is for so many times as long as that took. */
const REST_FACTOR = 4;

export interface WatchersOptions {
  readonly journal: Journal;
  readonly monotonic: MonotonicClock;
  readonly timer: Timer;
  readonly limits: ServiceLimits;
  readonly readNews: (topic: Topic) => Promise<PolicyNews>;
}

/** What is watched: a policy, or one site of it. */
export interface Topic {
  readonly policy: string;
  readonly site?: string;
}

interface Watched {
  readonly topic: Topic;
  readonly listeners: Set<Listener>;
  /** Calls the next telling off; null if none is planned. */
  cancelNews: (() => void) | null;
  cancelPoll: (() => void) | null;
  isReading: boolean;
  /** Whether something changed since the reading that is under way began. */
  hasChanged: boolean;
  /** When news may be read again. */
  nextMs: number;
  toldVersion: number;
  /** The entries that there were when others' work was looked for last. */
  polledVersion: number;
  /** What a site was told last: the work of others must not even be heard. */
  toldText: string;
}

export class Watchers {
  readonly #options: WatchersOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: WatchersOptions) {
    this.#options = options;
  }

  /** Calls back after changes until the returned function is called. */
  watch(topic: Topic, listener: Listener): () => void {
    const watched = this.#watched.get(nameOf(topic)) ?? this.#begin(topic);
    // A wrapper, so that the same listener may watch twice.
    const own: Listener = (news) => listener(news);
    watched.listeners.add(own);
    return () => {
      watched.listeners.delete(own);
      if (watched.listeners.size === 0) this.#end(watched);
    };
  }

  /** Something changed; whoever watches will be told. */
  notice(policy: string): void {
    for (const watched of this.#watched.values()) {
      if (watched.topic.policy === policy) this.#planNews(watched);
    }
  }

  #planNews(watched: Watched): void {
    if (watched.isReading) watched.hasChanged = true;
    if (watched.isReading || watched.cancelNews !== null) return;
    const { monotonic, timer } = this.#options;
    const delayMs = Math.max(0, watched.nextMs - monotonic.nowMs());
    watched.cancelNews = timer(() => void this.#tell(watched), delayMs);
  }

  /** Forgets everybody. */
  close(): void {
    for (const watched of this.#watched.values()) this.#end(watched);
  }

  #begin(topic: Topic): Watched {
    const watched: Watched = {
      topic,
      listeners: new Set(),
      cancelNews: null,
      cancelPoll: null,
      isReading: false,
      hasChanged: false,
      nextMs: Number.NEGATIVE_INFINITY,
      toldVersion: 0,
      polledVersion: 0,
      toldText: '',
    };
    this.#watched.set(nameOf(topic), watched);
    if (this.#options.journal.isShared) this.#planPoll(watched);
    return watched;
  }

  #end(watched: Watched): void {
    const name = nameOf(watched.topic);
    watched.listeners.clear();
    watched.cancelNews?.();
    watched.cancelPoll?.();
    if (this.#watched.get(name) === watched) this.#watched.delete(name);
  }

  async #tell(watched: Watched): Promise<void> {
    const { topic } = watched;
    watched.cancelNews = null;
    const news = await this.#read(watched);
    if (watched.hasChanged && this.#watched.get(nameOf(topic)) === watched) this.#planNews(watched);
    if (news === null) return;
    watched.toldVersion = topic.site === undefined ? news.version : watched.polledVersion;
    if (topic.site !== undefined && !isNews(watched, news)) return;
    for (const listener of watched.listeners) this.#call(listener, news);
  }

  /** News that cannot be read now will be read after the next change. */
  async #read(watched: Watched): Promise<PolicyNews | null> {
    const { monotonic, limits, readNews } = this.#options;
    const startMs = monotonic.nowMs();
    watched.isReading = true;
    watched.hasChanged = false;
    const news = await readNews(watched.topic).catch(() => null);
    watched.isReading = false;
    const endMs = monotonic.nowMs();
    watched.nextMs = Math.max(startMs + limits.newsMsMin, endMs + REST_FACTOR * (endMs - startMs));
    return news;
  }

  /** One watcher that fails must not keep the news from the others. */
  #call(listener: Listener, news: PolicyNews): void {
    try {
      listener(news);
    } catch {
      // It is its own business.
    }
  }

  #planPoll(watched: Watched): void {
    const { timer, limits } = this.#options;
    watched.cancelPoll = timer(() => void this.#poll(watched), limits.pollMs);
  }

  async #poll(watched: Watched): Promise<void> {
    const { topic } = watched;
    const head = await this.#options.journal.head(topic.policy).catch(() => null);
    if (this.#watched.get(nameOf(topic)) !== watched) return;
    if (head !== null) {
      watched.polledVersion = head.version;
      if (head.version !== watched.toldVersion) this.#planNews(watched);
    }
    this.#planPoll(watched);
  }
}

function nameOf({ policy, site }: Topic): string {
  return JSON.stringify([policy, site]);
}

/** Whether a site was not told the same before; notes it. */
function isNews(watched: Watched, news: PolicyNews): boolean {
  const text = JSON.stringify(news);
  const isSame = text === watched.toldText;
  watched.toldText = text;
  return !isSame;
}
