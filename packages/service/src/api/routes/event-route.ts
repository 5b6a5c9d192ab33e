/**
 * Watching a policy: server-sent events.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import { policyNews } from '../schemas/policy-schemas.ts';
import { siteQuery } from '../schemas/query-schemas.ts';
import type { Guard } from '../security/guard.ts';
import { siteFor } from '../security/own-site.ts';
import { SECURITY_HEADERS } from '../security/security-headers.ts';
import { answers, KEY_SECURITY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const STREAM_HEADERS = {
  ...SECURITY_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  // When the stream ends, nothing else is meant to come on this connection.
  connection: 'close',
};

export function registerEventRoute(app: HttpServer, tools: RouteTools, guard: Guard): void {
  const { service, streams } = tools;
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/events',
    config: {
      access: {
        kind: 'key',
        scope: 'read',
        bucket: 'reads',
        subject: 'policy',
        isForSites: true,
      },
    },
    schema: {
      operationId: 'watchPolicy',
      tags: ['reports'],
      summary: 'News of a policy as server-sent events',
      description:
        'Events are called `news`; the first comes at once. A comment every 15 seconds keeps the connection open.',
      security: KEY_SECURITY,
      params: policyInPath,
      querystring: siteQuery,
      response: answers({
        description: 'The data of every event is a PolicyNews.',
        contentType: 'text/event-stream',
        schema: policyNews,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const site = siteFor(request.caller!, request.query.site);
      const first = await service.news(id, site);
      if (!streams.hasRoom()) throw tooManyStreams();
      const caller = request.caller!;
      reply.hijack();
      streams.open({
        response: reply.raw,
        headers: STREAM_HEADERS,
        first,
        watch: (listener) => service.watch(id, listener, site),
        isStillWelcome: () => guard.isStillWelcome(caller),
      });
    },
  });
}

function tooManyStreams(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many watchers are connected. Close one, or ask for the policy from time to time.',
  });
}
