/**
 * Server-sent events: news of a policy, pushed to whoever watches it.
 *
 * The number of watchers is bounded, in all and for each caller. What a watcher has not taken in yet is not queued up: while its
 * connection is full, only the newest news is kept; one that takes in nothing between two heartbeats is
 * cut off. It may connect again, and then hears the present state at once.
 */
import type { ServerResponse } from 'node:http';
import type { PolicyNews } from '../wire.ts';
import { whenClosed } from './connections/when-closed.ts';

export interface EventStreams {
  /** Whether one more may be opened, and for this caller: named by all that it is known by. */
  room(callers: readonly string[]): StreamRoom;
  /** Sends news until the watcher leaves, is no longer welcome, or everything closes. */
  open(options: EventStreamOptions): void;
  /** Ends all streams, and lets no more begin. */
  closeAll(): void;
  readonly size: number;
}

export type StreamRoom = 'free' | 'all-full' | 'caller-full';

export interface EventStreamOptions {
  /** Whom it counts for. */
  readonly callers: readonly string[];
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly first: PolicyNews;
  /** Calls back with news until the returned function is called. */
  readonly watch: (listener: (news: PolicyNews) => void) => () => void;
  /** Asked before every piece of news, and at every heartbeat. */
  readonly isStillWelcome: () => Promise<boolean>;
}

export interface EventStreamsOptions {
  readonly limit: number;
  readonly limitPerCaller: number;
  readonly heartbeatMs: number;
}

/** Returns the streams of one server. */
export function createEventStreams(limits: EventStreamsOptions): EventStreams {
  const { limit, limitPerCaller, heartbeatMs } = limits;
  const streams = new Map<() => void, readonly string[]>();
  let isClosed = false;
  const countOf = (caller: string) =>
    [...streams.values()].filter((callers) => callers.includes(caller)).length;
  return {
    room: (callers) => {
      if (isClosed || streams.size >= limit) return 'all-full';
      const isFull = callers.some((caller) => countOf(caller) >= limitPerCaller);
      return isFull ? 'caller-full' : 'free';
    },
    open: (options) => {
      const end = openStream(options, heartbeatMs);
      streams.set(end, options.callers);
      whenClosed(options.response, () => {
        streams.delete(end);
        end();
      });
    },
    closeAll: () => {
      isClosed = true;
      for (const end of streams.keys()) end();
    },
    get size() {
      return streams.size;
    },
  };
}

/** Returns what ends the stream; calling it twice does no harm. */
function openStream(options: EventStreamOptions, heartbeatMs: number): () => void {
  const { response, headers, first, watch, isStillWelcome } = options;
  let told: Told | null = null;
  let waiting: PolicyNews | null = null;
  let hasStalled = false;

  const send = (news: PolicyNews): void => {
    if (response.writableEnded || (told !== null && isOlder(news, told))) return;
    if (response.writableNeedDrain) {
      waiting = news;
      return;
    }
    told = { version: news.version, createdAt: news.view.createdAt };
    response.write(bytesOf(news));
  };
  const beat = (): void => {
    if (response.writableNeedDrain) {
      if (hasStalled) response.destroy();
      hasStalled = true;
      return;
    }
    hasStalled = false;
    response.write(': still here\n\n');
    ifWelcome(() => {});
  };
  // A key that was revoked hears nothing more, however long it is to the next heartbeat.
  const ifWelcome = (act: () => void): void => {
    isStillWelcome().then((isWelcome) => (isWelcome ? act() : end()), end);
  };
  const stopWatching = watch((news) => ifWelcome(() => send(news)));
  const timer = setInterval(beat, heartbeatMs);
  const end = (): void => {
    clearInterval(timer);
    stopWatching();
    if (!response.writableEnded) response.end();
  };
  response.on('drain', () => {
    const news = waiting;
    waiting = null;
    hasStalled = false;
    if (news !== null) send(news);
  });
  response.writeHead(200, headers);
  send(first);
  return end;
}

/** What is remembered of news that were sent: a definition may be long, and there may be many watchers. */
interface Told {
  readonly version: number;
  readonly createdAt: string;
}

/** Of another policy that has taken the name, everything is newer. */
function isOlder(news: PolicyNews, told: Told): boolean {
  return news.version < told.version && news.view.createdAt === told.createdAt;
}

const written = new WeakMap<PolicyNews, Buffer>();

/** Writes news once, however many hear of them: a definition of megabytes takes long to be written. */
function bytesOf(news: PolicyNews): Buffer {
  const known = written.get(news);
  if (known !== undefined) return known;
  const text = `event: news\nid: ${news.version}\ndata: ${JSON.stringify(news)}\n\n`;
  const bytes = Buffer.from(text);
  written.set(news, bytes);
  return bytes;
}
