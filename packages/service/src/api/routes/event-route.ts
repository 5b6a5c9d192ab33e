/**
 * Watching a policy: server-sent events.
 */
import type { FastifyRequest } from 'fastify';
import type { Placement } from '../../placement/placement.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { addressGroup } from '../connections/address-group.ts';
import type { StreamRoom } from '../event-streams.ts';
import { HOP_HEADER } from '../forwarding/hop-headers.ts';
import { toldBy } from '../forwarding/told-holder.ts';
import { policyNews } from '../schemas/policy-schemas.ts';
import { siteQuery } from '../schemas/query-schemas.ts';
import { LOCAL_CALLER } from '../security/access.ts';
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

export function registerEventRoute(
  app: HttpServer,
  tools: RouteTools,
  placement: Pick<Placement, 'holds'>,
): void {
  const { service, streams, isStillWelcome } = tools;
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
        problems: ['HR_POLICY_UNKNOWN', 'HR_TOO_MANY_STREAMS'],
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const site = siteFor(request.caller!, request.query.site);
      const first = await service.news(id, site);
      const caller = request.caller!;
      const callers = callersOf(request);
      requireRoom(streams.room(callers));
      reply.hijack();
      streams.open({
        callers,
        response: reply.raw,
        headers: { ...STREAM_HEADERS, ...toldBy(reply) },
        first,
        watch: (listener) => service.watch(id, listener, site),
        // Of a policy that has gone to another member nothing more is heard here; who watches finds it anew.
        isStillWelcome: async () => placement.holds(id) && (await isStillWelcome(caller)),
      });
    },
  });
}

/** What a watcher is counted by: the key if there is one, and the address unless it is another member's. */
function callersOf({ ip, caller, headers }: FastifyRequest): readonly string[] {
  const address = `address ${addressGroup(ip)}`;
  if (caller!.id === LOCAL_CALLER.id) return [address];
  const key = `key ${caller!.id}`;
  return headers[HOP_HEADER] === undefined ? [address, key] : [key];
}

function requireRoom(room: StreamRoom): void {
  if (room === 'free') return;
  if (room === 'caller-full') {
    throw new ServiceProblem({
      code: 'HR_TOO_MANY_STREAMS',
      detail:
        'A key and an address may watch so many policies at a time, but yours watches as many already. Close one, or ask for the policy from time to time.',
    });
  }
  throw new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many watchers are connected. Close one, or ask for the policy from time to time.',
  });
}
