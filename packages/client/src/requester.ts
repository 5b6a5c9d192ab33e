/**
 * Sends requests with second tries and hands back their JSON.
 */
import type { CallOptions } from './client.ts';
import { withRetries } from './retry.ts';
import {
  orConnectionError,
  readJson,
  type ServiceAddress,
  type ServiceRequest,
  send,
} from './send.ts';

export interface RequesterOptions {
  readonly address: ServiceAddress;
  /** For a call that does not say. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly random: () => number;
  /** Called after every call that succeeded. */
  readonly onSuccess: () => void;
}

export interface RequestOptions extends CallOptions {
  /** Called before every try but the first. */
  readonly onRetry?: () => void;
}

export interface AnswerPage<T> {
  readonly body: T;
  readonly next: string | null;
}

export interface Requester {
  /** Returns the JSON of the answer. */
  json<T>(request: ServiceRequest, options?: RequestOptions): Promise<T>;
  /** Returns the JSON of one page, and the path of the next; null if there is none. */
  page<T>(request: ServiceRequest, options?: RequestOptions): Promise<AnswerPage<T>>;
  /** Returns the text of the answer. */
  text(request: ServiceRequest, options?: RequestOptions): Promise<string>;
  /** Returns the answer as soon as it begins. */
  open(request: ServiceRequest, options?: RequestOptions): Promise<Response>;
}

/** Returns what all calls go through. */
export function createRequester(settings: RequesterOptions): Requester {
  const { address, retries, random } = settings;
  const perform = async <T>(
    attempt: (signal: AbortSignal) => Promise<T>,
    { timeoutMs = settings.timeoutMs, ...others }: RequestOptions = {},
  ): Promise<T> => {
    const answer = await withRetries(attempt, { ...others, timeoutMs, retries, random });
    settings.onSuccess();
    return answer;
  };
  return {
    json: <T>(request: ServiceRequest, options?: RequestOptions): Promise<T> =>
      perform(
        async (signal) => (await readJson(await send(address, request, signal), signal)) as T,
        options,
      ),
    page: <T>(request: ServiceRequest, options?: RequestOptions): Promise<AnswerPage<T>> =>
      perform(async (signal) => {
        const response = await send(address, request, signal);
        return { body: (await readJson(response, signal)) as T, next: nextOf(response) };
      }, options),
    text: (request, options) =>
      perform(async (signal) => {
        const response = await send(address, request, signal);
        return orConnectionError(signal, () => response.text());
      }, options),
    open: (request, options) => perform((signal) => send(address, request, signal), options),
  };
}

/** The path that the Link header names as the next page. */
function nextOf({ headers }: Response): string | null {
  return /<(\/[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
