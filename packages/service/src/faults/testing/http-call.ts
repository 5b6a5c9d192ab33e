/**
 * One HTTP request, over connections that stay open, and exactly one: nothing is sent again by itself.
 */
import http from 'node:http';
import type { PolicyDefinition } from '@hedgerow/core';

export interface CallInput {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** JSON text. */
  readonly body?: string;
  readonly key?: string;
}

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
}

const agent = new http.Agent({ keepAlive: true });
const TIMEOUT_MS = 20_000;

/** Rejects if no whole answer arrives: then nobody knows what became of the request. */
export function call({ url, method = 'POST', body, key }: CallInput): Promise<CallAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>();
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const request = http.request(url, { method, headers, agent, timeout: TIMEOUT_MS });
  request.on('error', reject);
  request.on('timeout', () => request.destroy(new Error(`No answer from ${url} in time.`)));
  request.on('response', (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('error', reject);
    response.on('end', () => {
      if (!response.complete) reject(new Error('The answer broke off.'));
      const isReplay = response.headers['idempotent-replayed'] === 'true';
      const text = Buffer.concat(pieces).toString('utf8');
      resolve({ status: response.statusCode ?? 0, text, isReplay });
    });
  });
  request.end(body);
  return promise;
}

/** Creates a policy, and throws if the service does not want it. */
export async function definePolicy(
  serviceUrl: string,
  policy: string,
  definition: PolicyDefinition,
): Promise<void> {
  const url = `${serviceUrl}/v1/policies/${policy}`;
  const body = JSON.stringify({ definition, reason: 'A test begins.' });
  const answer = await call({ url, method: 'PUT', body });
  if (answer.status !== 200) throw new Error(`The policy was refused: ${answer.text}`);
}
