/**
 * A policy that keeps itself up to date: news as they are pushed, or a slow question every now and
 * then while pushing does not work.
 *
 * News can come many times a second. The view of the policy follows each of them, because it is in the
 * news itself; `version`, by which the rest of a page loads again, moves at most once a second.
 */
import type { PolicyNews, PolicyView } from '@hedgerow/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAway } from './connection.ts';
import { client } from './service.ts';
import { createThrottle } from './throttle.ts';
import { type Loaded, useLoaded } from './use-loaded.ts';

export interface PolicyFeed {
  readonly view: Loaded<PolicyView>;
  /** Moves when something changed, at most once a second. */
  readonly version: number;
  /** `live`: news are pushed. `slow`: they are asked for every quarter of a minute. */
  readonly pace: 'connecting' | 'live' | 'slow';
}

const VERSION_PAUSE_MS = 1000;
const SLOW_POLL_MS = 15_000;
const STREAM_AGAIN_MS = 60_000;

export function usePolicyFeed(policy: string): PolicyFeed {
  const [news, setNews] = useState<PolicyNews | null>(null);
  const [version, setVersion] = useState(0);
  const [pace, setPace] = useState<PolicyFeed['pace']>('connecting');
  const asked = client.value;
  const isGone = isAway.value;
  const loaded = useLoaded({
    name: policy,
    load: (service, signal) => service.policy(policy, { signal }),
    ...(pace === 'slow' ? { everyMs: SLOW_POLL_MS } : {}),
  });
  const reload = useRef(loaded.reload);
  reload.current = loaded.reload;
  useEffect(() => {
    // The question after the view goes on meanwhile, and its answer opens the stream again.
    if (isGone) {
      reload.current();
      return;
    }
    const throttle = createThrottle<number>(setVersion, VERSION_PAUSE_MS);
    const stop = followNews({
      watch: (signal) => asked.events(policy, { signal, reconnectLimit: 3 }),
      onNews: (received) => {
        setNews(received);
        setPace('live');
        throttle.push(received.version);
      },
      onBroken: () => {
        setPace('slow');
        reload.current();
      },
    });
    return () => {
      stop();
      throttle.close();
    };
  }, [policy, asked, isGone]);
  const value = newer(loaded.value, news?.policy === policy ? news.view : null);
  return {
    view: { ...loaded, value },
    version: Math.max(version, loaded.value?.version ?? 0),
    pace,
  };
}

function newer(one: PolicyView | null, other: PolicyView | null): PolicyView | null {
  if (one === null || other === null) return one ?? other;
  return other.version >= one.version ? other : one;
}

interface FollowInput {
  readonly watch: (signal: AbortSignal) => AsyncIterable<PolicyNews>;
  readonly onNews: (news: PolicyNews) => void;
  readonly onBroken: () => void;
}

/** Listens until stopped; after a failure it says so and tries again a good while later. */
function followNews({ watch, onNews, onBroken }: FollowInput): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function listen(): Promise<void> {
    try {
      for await (const news of watch(signal)) {
        if (signal.aborted) return;
        onNews(news);
      }
    } catch {
      // Whatever it was, the slow questions will meet it too and tell the reader.
    }
    if (signal.aborted) return;
    onBroken();
    timer = setTimeout(listen, STREAM_AGAIN_MS);
  }
  void listen();
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
