/**
 * The Model Context Protocol over streamable HTTP, at /mcp: each request by itself, without sessions.
 *
 * A tool's call of the HTTP API is made on this very server, with the headers and from the address of whoever asked. So keys,
 * scopes, sites, limits and other replicas are as everywhere, by the same code. The library is loaded with the first request.
 */
import type { FastifyRequest, InjectOptions } from 'fastify';
import { z } from 'zod';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import type { HttpServer, RouteTools } from '../routes/route-tools.ts';
import type { Access } from '../security/access.ts';
import type { ApiRequest, CallApi } from './mcp-tools.ts';

/** Any key will do here; what a tool asks for needs its own scope. */
const ANY_KEY = {
  kind: 'key',
  scope: null,
  bucket: 'reads',
  subject: 'none',
  isForSites: true,
} as const satisfies Access;

/**
 * Lists of messages left the protocol in 2025 and no official client sends them. A short list could ask for a hundred long answers,
 * all of which would be in memory before the first is sent.
 */
const NO_LISTS = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32600,
    message: 'A request must hold one message, but it holds a list. Send them one by one.',
  },
} as const;

/** Headers that say who asks, and by which name the service was addressed. */
const WHO = ['authorization', 'host', 'origin', 'sec-fetch-site', 'x-forwarded-for'];

export function registerMcpRoute(app: HttpServer, { options }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: LARGE_BODY_BYTES,
    config: { access: ANY_KEY },
    schema: { hide: true, body: z.unknown() },
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) return reply.code(400).send(NO_LISTS);
      const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp-server.ts'),
      ]);
      const call = callFor(app, request);
      const handler = createMcpHandler(() => createMcpServer(call, options.version), {
        // Every answer is whole: there is nothing to watch here.
        maxSubscriptions: 0,
      });
      const answer = await handler.fetch(webRequest(request), { parsedBody: request.body });
      const body = Buffer.from(await answer.arrayBuffer());
      await handler.close();
      reply.code(answer.status);
      const type = answer.headers.get('content-type');
      if (type !== null) reply.type(type);
      return body.length === 0 ? reply.send() : reply.send(body);
    },
  });
}

function webRequest({ headers, body }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
  );
  const text = JSON.stringify(body ?? null);
  return new Request('http://hedgerow/mcp', { method: 'POST', headers: given, body: text });
}

function callFor(app: HttpServer, { headers, raw }: FastifyRequest): CallApi {
  const who = Object.fromEntries(
    WHO.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const remoteAddress = raw.socket.remoteAddress;
  return async ({ method, path, body, key }: ApiRequest) => {
    const asked: InjectOptions = {
      method,
      url: path,
      headers: { ...who, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { payload: body as object }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    };
    const answer = await app.inject(asked);
    return { status: answer.statusCode, body: answer.json() };
  };
}
