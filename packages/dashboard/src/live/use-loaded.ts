/**
 * Something of the service as a component sees it: the newest value, or why there is none.
 */
import type { Client } from '@hedgerow/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { noteAnswer, noteFailure } from './connection.ts';
import { type Failure, failureOf } from './failure.ts';
import { createLoader, type Loader } from './loader.ts';
import { retryRequests } from './retry.ts';
import { client } from './service.ts';

export interface Loaded<Value> {
  /** The last value that came; it stays while newer ones fail to come. */
  readonly value: Value | null;
  /** Why the last request failed; null if it did not. */
  readonly failure: Failure | null;
  reload(): void;
}

export interface LoadedInput<Value> {
  /** Another name is another thing: what was loaded before is dropped. */
  readonly name: string;
  readonly load: (client: Client, signal: AbortSignal) => Promise<Value>;
  /** Loads again whenever it changes, and keeps the old value meanwhile. */
  readonly version?: number;
  /** Loads again after so many milliseconds while the page is in sight; never if absent. */
  readonly everyMs?: number;
  /** Loads nothing yet. */
  readonly isWaiting?: boolean;
}

interface State<Value> {
  readonly name: string;
  readonly value: Value | null;
  readonly failure: Failure | null;
}

export function useLoaded<Value>(input: LoadedInput<Value>): Loaded<Value> {
  const { name, version, everyMs, isWaiting = false } = input;
  const empty: State<Value> = { name, value: null, failure: null };
  const [state, setState] = useState(empty);
  const loader = useRef<Loader | null>(null);
  const newest = useRef(input);
  newest.current = input;
  const asked = client.value;
  useEffect(() => {
    if (isWaiting) return;
    const created = createLoader<Value>({
      load: (signal) => newest.current.load(asked, signal),
      onValue: (value) => {
        noteAnswer();
        setState({ name, value, failure: null });
      },
      onFailure: (failure) => {
        noteFailure(failure);
        setState((before) => ({
          name,
          value: before.name === name ? before.value : null,
          failure,
        }));
      },
      failureOf,
    });
    loader.current = created;
    return () => created.close();
  }, [name, asked, isWaiting]);
  useReload(loader, version);
  useReload(loader, retryRequests.value);
  const isFailing = state.failure?.kind === 'away';
  useRepeat(loader, isFailing ? undefined : everyMs);
  const shown = state.name === name ? state : empty;
  return { ...shown, reload: () => loader.current?.reload() };
}

/** The first version is what the loader begins with, so only later ones ask again. */
function useReload(loader: { readonly current: Loader | null }, version: number | undefined): void {
  const first = useRef(version);
  useEffect(() => {
    if (version !== first.current) loader.current?.reload();
    first.current = version;
  }, [loader, version]);
}

/** While the service is away the loader's own pauses count alone: it is asked to repeat nothing. */
function useRepeat(loader: { readonly current: Loader | null }, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') loader.current?.reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [loader, everyMs]);
}
