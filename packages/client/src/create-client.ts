/**
 * Makes a client of the service at an address.
 */
import type { OutcomeReply, RewardRequest } from '@hedgerow/service/wire';
import type { CallOptions, Client, ServiceCalls } from './client.ts';
import { type Clock, systemClock } from './clock.ts';
import { type AskService, decideOrBaseline } from './decide-or-baseline.ts';
import { FallbackQueue, type FallbackStorage, type FallbackTicket } from './fallback-queue.ts';
import { flushFallbacks } from './flush-fallbacks.ts';
import { guardListener, type ProblemListener } from './problem-listener.ts';
import { Replicas } from './replicas.ts';
import { createRequester } from './requester.ts';
import { requireOptions } from './require-options.ts';
import { type Fetch, requireHeaderText, type ServiceAddress } from './send.ts';
import { createServiceCalls, decideByText, rewardRequest } from './service-calls.ts';

export interface ClientOptions {
  /**
   * Where the service is; several addresses if it has several replicas, each of which is asked about the policies that it holds.
   * Empty, in a page, for where the page came from.
   */
  readonly url: string | readonly string[];
  /** `hk_…`; none if the service asks for none. */
  readonly apiKey?: string;
  /** For a decision with all its tries together. Default 2000. */
  readonly timeoutMs?: number;
  /** For any other call with all its tries together. Default 10,000. */
  readonly callTimeoutMs?: number;
  /** Tries after the first. Default 3. */
  readonly retries?: number;
  /** Where unreported fall-backs wait across restarts; in memory alone if absent. */
  readonly storage?: FallbackStorage;
  /** How many fall-backs may wait. Default 10,000. */
  readonly queueLimit?: number;
  /** Told of what nobody awaits. */
  readonly onProblem?: ProblemListener;
  readonly fetch?: Fetch;
  /** A number from 0 to 1, for the jitter of pauses. */
  readonly random?: () => number;
  readonly clock?: Clock;
}

/** The compiler asks for each of them here. */
const OPTIONS: { readonly [Name in keyof Required<ClientOptions>]: true } = {
  url: true,
  apiKey: true,
  timeoutMs: true,
  callTimeoutMs: true,
  retries: true,
  storage: true,
  queueLimit: true,
  onProblem: true,
  fetch: true,
  random: true,
  clock: true,
};

/**
 * Returns a client; makes no connection yet. Throws if there is no address, an option does not exist, or the API key or the storage is
 * damaged.
 */
export function createClient(options: ClientOptions): Client {
  requireOptions(options, Object.keys(OPTIONS));
  const { timeoutMs = 2000, callTimeoutMs = 10_000, retries = 3, random = randomNumber } = options;
  const { clock = systemClock, queueLimit = 10_000 } = options;
  const onProblem = guardListener(options.onProblem);
  const queue = new FallbackQueue({ limit: queueLimit, storage: options.storage, onProblem });
  const address = addressOf(options, random);
  const onSuccess = () => {
    if (queue.size > 0) void flushing.join();
  };
  const requester = createRequester({
    address,
    timeoutMs: callTimeoutMs,
    retries,
    random,
    onSuccess,
  });
  const input = { address, requester, random, decisionTimeoutMs: timeoutMs };
  const calls = createServiceCalls(input);
  const ask: AskService = (ticket, given) =>
    decideByText(input, ticket, { ...given, key: ticket.key });
  const flushing = inOneRun(() =>
    flushFallbacks({ queue, onProblem, calls: { ...calls, decide: ask } }),
  );
  return {
    ...calls,
    decideOrBaseline: (policy, request, given) =>
      decideOrBaseline({ policy, request, options: given, queue, onProblem, clock, ask }),
    reward: rewardWith(calls, queue),
    flush: flushing.again,
    get waitingCount() {
      return queue.size;
    },
  };
}

function addressOf({ url, apiKey, fetch }: ClientOptions, random: () => number): ServiceAddress {
  if (apiKey !== undefined) requireHeaderText('apiKey', apiKey);
  const urls = new Set([url].flat().map((one) => one.replace(/\/+$/, '')));
  if (urls.size === 0) {
    throw new TypeError('url must name at least one address, but its list is empty.');
  }
  return {
    replicas: new Replicas([...urls], random),
    apiKey,
    // Browsers refuse a fetch that was taken off its window.
    fetch: fetch ?? ((resource, init) => globalThis.fetch(resource, init)),
  };
}

/** At most one run at a time: `join` takes part in the present one, `again` begins after it. */
function inOneRun<T>(work: () => Promise<T>): { join(): Promise<T>; again(): Promise<T> } {
  let running: Promise<T> | null = null;
  const join = () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const again = async () => {
    await running;
    return join();
  };
  return { join, again };
}

function rewardWith(calls: ServiceCalls, queue: FallbackQueue): Client['reward'] {
  function reward(
    decision: string,
    value: number | RewardRequest,
    options?: CallOptions,
  ): Promise<OutcomeReply>;
  function reward(ticket: FallbackTicket, value: number | RewardRequest): Promise<'waiting'>;
  async function reward(
    target: string | FallbackTicket,
    value: number | RewardRequest,
    options?: CallOptions,
  ): Promise<OutcomeReply | 'waiting'> {
    if (typeof target === 'string') return calls.reward(target, value, options);
    queue.add(target, rewardRequest(value));
    return 'waiting';
  }
  return reward;
}

function randomNumber(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}
