/**
 * One request and its answer, without second tries: what is not an answer becomes an error.
 */
import type { Problem } from '@hedgerow/service/wire';
import { ConnectionError, ServiceError } from './errors.ts';
import type { Replicas, ToldPlaces } from './replicas.ts';

export type Fetch = typeof globalThis.fetch;

export interface ServiceAddress {
  /** Urls without a slash at their end; empty for the origin of the page. */
  readonly replicas: Replicas;
  readonly apiKey: string | undefined;
  readonly fetch: Fetch;
}

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with a slash. */
  readonly path: string;
  /** JSON text, unless `contentType` says otherwise. */
  readonly body?: string;
  readonly contentType?: string;
  readonly key?: string;
  /** How much is to be answered; all if absent. */
  readonly prefer?: string;
  /** What the answer should be; JSON if absent. */
  readonly accept?: string;
  /** Whether the service knows it when it comes a second time, however late. What has a key it knows, too. */
  readonly isKnownAgain?: boolean;
}

/** Returns the answer of one of the addresses, good or not; throws a ConnectionError, or why the signal was given. */
export function send(
  address: ServiceAddress,
  url: string,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Response> {
  return orConnectionError(signal, () =>
    address.fetch(url + request.path, {
      method: request.method,
      headers: headersOf(address, request),
      ...(request.body === undefined ? {} : { body: request.body }),
      // A stored answer would be an old one, and a redirected decision would change its method.
      cache: 'no-store',
      redirect: 'error',
      signal,
    }),
  );
}

/** What an answer tells about who holds its policy. */
export function toldBy({ headers }: Response): ToldPlaces {
  return { member: headers.get('hedgerow-member'), holder: headers.get('hedgerow-holder') };
}

/** Throws a ServiceError if the answer is no good one. */
export async function requireGood(response: Response, signal: AbortSignal): Promise<void> {
  if (response.ok) return;
  throw errorOf(response, await orConnectionError(signal, () => response.text()));
}

/** Returns the JSON of a good answer. */
export async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  const text = await orConnectionError(signal, () => response.text());
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new ConnectionError(
    `The answer must be JSON, but it begins with ${JSON.stringify(text.slice(0, 40))}. ` +
      'Check that the url leads to the service.',
  );
}

/** Refuses text that cannot be sent in a header, before anything else is done with it. */
export function requireHeaderText(name: string, text: string): void {
  if (/^[!-~]{1,255}$/.test(text)) return;
  throw new TypeError(
    `${name} must be 1 to 255 visible ASCII characters, but it is not. ` +
      'Look for spaces and line breaks at its ends.',
  );
}

function headersOf(
  { apiKey, replicas }: ServiceAddress,
  request: ServiceRequest,
): Record<string, string> {
  return {
    accept: request.accept ?? 'application/json',
    ...(request.body === undefined
      ? {}
      : { 'content-type': request.contentType ?? 'application/json' }),
    ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
    ...(request.prefer === undefined ? {} : { prefer: request.prefer }),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(replicas.areSeveral ? { 'hedgerow-holder': 'tell' } : {}),
  };
}

/** Whatever goes wrong on the way is a ConnectionError, unless the caller or the clock ended it. */
export async function orConnectionError<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw new ConnectionError(`The connection to the service failed: ${describe(error)}.`, {
      cause: error,
    });
  }
}

/** The words of fetch say little; those of its cause say what happened. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error) || cause.message === '') return message;
  // OpenSSL tells of places in its own source, over several lines.
  const code = 'code' in cause ? String(cause.code) : '';
  const why = code.startsWith('ERR_SSL_')
    ? `${code}: whoever listens there speaks no TLS that fits. Is it an address with http://?`
    : cause.message;
  return `${message} (${why})`;
}

function errorOf(response: Response, text: string): ServiceError {
  const { status, headers } = response;
  const problem = parseJson(text) as Partial<Problem> | null | undefined;
  const retryAfterMs = secondsToMs(headers.get('retry-after'));
  if (typeof problem?.code === 'string') {
    const { code, field } = problem;
    return new ServiceError({ status, code, detail: problem.detail ?? code, field, retryAfterMs });
  }
  const detail =
    `The answer has status ${status} and is not one of the service's. ` +
    'Check the url, and whatever stands between here and the service.';
  return new ServiceError({ status, code: `HTTP_${status}`, detail, retryAfterMs });
}

function secondsToMs(header: string | null): number {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
