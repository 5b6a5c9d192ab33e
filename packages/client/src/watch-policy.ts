/**
 * News of one policy, as they happen: a stream that comes back when it breaks.
 *
 * The browser's own EventSource cannot send an API key, so the stream is read through fetch. Every
 * piece of news holds the whole view of the policy, so nothing has to be asked for that was missed.
 */
import type { PolicyNews } from '@hedgerow/service/wire';
import { ask } from './ask.ts';
import type { WatchOptions } from './client.ts';
import { ConnectionError } from './errors.ts';
import { mayPass, pause, pauseBefore, withTimeLimit } from './retry.ts';
import { orConnectionError, type ServiceAddress } from './send.ts';
import { readServerSentEvents } from './server-sent-events.ts';

export interface WatchInput extends WatchOptions {
  readonly address: ServiceAddress;
  readonly path: string;
  readonly random: () => number;
}

const RECONNECT_LIMIT = 8;
/** The service sends a sign of life every 15 s. */
const SILENCE_MS = 45_000;
const RECONNECT_PAUSE = { firstMs: 250, maxMs: 10_000 };

/** Yields news until the signal is given; throws if it is refused, or gone for too long. */
export async function* watchPolicy(input: WatchInput): AsyncGenerator<PolicyNews, void, void> {
  const { signal = new AbortController().signal, reconnectLimit = RECONNECT_LIMIT } = input;
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const news of readNews(input, signal)) {
        failures = 0;
        yield news;
      }
      throw new ConnectionError('The service ended the stream of news.');
    } catch (error) {
      if (signal.aborted) return;
      if (failures >= reconnectLimit || !mayPass(error)) throw error;
    }
    await pause(pauseBefore(failures, input.random, RECONNECT_PAUSE), signal).catch(() => {});
    failures += 1;
  }
}

/** One connection, from its beginning to its end. */
async function* readNews(
  { address, path, silenceMs = SILENCE_MS }: WatchInput,
  signal: AbortSignal,
): AsyncGenerator<PolicyNews, void, void> {
  const request = { method: 'GET', path, accept: 'text/event-stream' } as const;
  const limits = { timeoutMs: silenceMs, signal };
  const response = await withTimeLimit(limits, (ending) =>
    ask(address, request, { signal: ending, timeoutMs: silenceMs }, async (answer) => answer),
  );
  for await (const event of readServerSentEvents(readText(response, limits))) {
    if (event.name !== 'news') continue;
    yield await orConnectionError(signal, async () => JSON.parse(event.data) as PolicyNews);
  }
}

async function* readText(
  response: Response,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): AsyncGenerator<string, void, void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await withTimeLimit(limits, (ending) =>
        orConnectionError(ending, () => reader.read()),
      );
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Whoever stops listening lets go of the connection.
    await reader.cancel().catch(() => {});
  }
}
