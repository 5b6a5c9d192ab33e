/**
 * Sends requests with second tries and hands back their JSON.
 */
import { ask, isOfReplica } from './ask.ts';
import type { CallOptions } from './client.ts';
import { withRetries } from './retry.ts';
import { orConnectionError, readJson, type ServiceAddress, type ServiceRequest } from './send.ts';

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
  const goesElsewhere = (error: unknown) => isOfReplica(error) && address.replicas.hasRested;
  const perform = async <T>(
    request: ServiceRequest,
    { timeoutMs = settings.timeoutMs, ...others }: RequestOptions = {},
    read: (response: Response, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const answer = await withRetries(
      (signal) =>
        ask(address, request, { signal, timeoutMs }, (response) => read(response, signal)),
      { ...others, timeoutMs, retries, random, goesElsewhere },
    );
    settings.onSuccess();
    return answer;
  };
  return {
    json: <T>(request: ServiceRequest, options?: RequestOptions): Promise<T> =>
      perform(
        request,
        options,
        async (response, signal) => (await readJson(response, signal)) as T,
      ),
    page: <T>(request: ServiceRequest, options?: RequestOptions): Promise<AnswerPage<T>> =>
      perform(request, options, async (response, signal) => ({
        body: (await readJson(response, signal)) as T,
        next: nextOf(response),
      })),
    text: (request, options) =>
      perform(request, options, (response, signal) =>
        orConnectionError(signal, () => response.text()),
      ),
    open: (request, options) => perform(request, options, async (response) => response),
  };
}

/** The path that the Link header names as the next page. */
function nextOf({ headers }: Response): string | null {
  return /<(\/[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
}
