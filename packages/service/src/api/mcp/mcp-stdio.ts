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
}

/** Serves until the input ends. */
export function serveMcpStdio(bridge: McpBridge): void {
  serveStdio(() => createMcpServer((request) => callOver(bridge, request), bridge.version));
}

async function callOver({ address, apiKey }: McpBridge, request: ApiRequest): Promise<ApiAnswer> {
  const { method, path, body, key } = request;
  const headers = {
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${address}${path}`, { method, headers, redirect: 'error', ...text });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
