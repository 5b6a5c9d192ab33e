/**
 * For those who run the service: is it alive, is it ready, how is it doing, what does it offer.
 */
import { z } from 'zod';
import { createReadiness } from '../readiness.ts';
import type { Access } from '../security/access.ts';
import { answers, KEY_SECURITY, plainAnswer, refusals } from './route-schema.ts';
import type { HttpMetrics, HttpServer, RouteTools } from './route-tools.ts';

const PUBLIC: Access = { kind: 'public' };

const status = z.strictObject({ status: z.literal('ok') });

export function registerOperationRoutes(app: HttpServer, tools: RouteTools): void {
  registerProbes(app, tools);
  if (tools.metrics !== null) registerMetrics(app, tools.metrics);
  registerDocument(app);
}

function registerProbes(app: HttpServer, { service }: RouteTools): void {
  const checkReady = createReadiness(() => service.checkReady());
  app.route({
    method: 'GET',
    url: '/livez',
    config: { access: PUBLIC },
    schema: {
      operationId: 'isAlive',
      tags: ['operations'],
      summary: 'The process answers',
      response: plainAnswer({ description: 'It does.', schema: status }),
    },
    handler: async () => ({ status: 'ok' as const }),
  });
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: PUBLIC },
    schema: {
      operationId: 'isReady',
      tags: ['operations'],
      summary: 'Decisions can be made and stored now',
      response: {
        ...plainAnswer({ description: 'They can.', schema: status }),
        ...refusals(['HR_JOURNAL_UNAVAILABLE', 'HR_DECIDER_AWAY', 'HR_OVERLOADED', 'HR_CLOSING']),
      },
    },
    handler: async () => {
      await checkReady();
      return { status: 'ok' as const };
    },
  });
}

function registerMetrics(app: HttpServer, metrics: HttpMetrics): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { access: { kind: 'key', scope: 'read', bucket: 'reads', subject: 'all' } },
    schema: {
      operationId: 'getMetrics',
      tags: ['operations'],
      summary: 'Metrics for Prometheus; with keys in use, needs one that reads all policies',
      security: KEY_SECURITY,
      response: answers({
        description: 'Prometheus text.',
        contentType: 'text/plain',
        schema: z.string(),
      }),
    },
    handler: async (_request, reply) => {
      const text = await metrics.text();
      return reply.type(metrics.contentType).send(text);
    },
  });
}

function registerDocument(app: HttpServer): void {
  let text: string | null = null;
  const write = () => JSON.stringify(app.swagger());
  // It takes a while, which nobody should wait for later.
  app.addHook('onListen', (done) => {
    text ??= write();
    done();
  });
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: PUBLIC },
    schema: { hide: true },
    handler: async (_request, reply) => {
      text ??= write();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}
