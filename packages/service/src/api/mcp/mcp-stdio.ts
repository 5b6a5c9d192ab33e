/**
 * The Model Context Protocol over standard input and output, for agents that start their servers themselves: a bridge to a service
 * that runs, with a key of its own.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './mcp-server.ts';
import type { ApiAnswer, ApiRequest } from './mcp-tools.ts';

export interface McpBridge {
  /** `http://127.0.0.1:8080`, without a slash at its end. */
  readonly address: string;
  /** `hk_…`; null if the service asks for none. */
  readonly apiKey: string | null;
  readonly version: string;
  /** Told of messages that could not be taken; after one that was too long, nothing more is served. */
  readonly onFault?: (error: Error) => void;
}

/** How long a call may take; then the agent is told to take the usual action, and does not wait for a service that hangs. */
const CALL_MS = 15_000;

/** Serves until the input ends. */
export function serveMcpStdio(bridge: McpBridge): void {
  const { version, onFault: onerror } = bridge;
  serveStdio(
    () => createMcpServer((request) => callOver(bridge, request), version),
    onerror === undefined ? {} : { onerror },
  );
}

export async function callOver(
  { address, apiKey }: McpBridge,
  request: ApiRequest,
  limitMs: number = CALL_MS,
): Promise<ApiAnswer> {
  const { method, path, body, key } = request;
  const headers = {
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(limitMs);
  const sent = { method, headers, redirect: 'error', signal, ...text } as const;
  const answer = await fetch(`${address}${path}`, sent);
  return { status: answer.status, body: (await answer.json()) as unknown };
}
