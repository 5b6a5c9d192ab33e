/**
 * Many decisions in one request that do not know of each other: an answer for each.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionRequest } from '../../wire.ts';
import { problemBody, problemOf } from '../errors/problem-reply.ts';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { batchReply } from '../schemas/group-schemas.ts';
import { batchRequest } from '../schemas/request-schemas.ts';
import type { Caller } from '../security/access.ts';
import { callerKey, forOwnSite, receiptTextFor } from '../security/own-site.ts';
import { idempotencyHeaders } from './idempotency-header.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

export function registerBatchRoute(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/decisions/batch',
    bodyLimit: LIST_BODY_BYTES,
    config: {
      access: {
        kind: 'key',
        scope: 'decide',
        bucket: 'decisions',
        subject: 'policy',
        isForSites: true,
      },
    },
    schema: {
      operationId: 'decideMany',
      tags: ['decisions'],
      summary: 'Many decisions in one request, an answer for each',
      description:
        'Each is decided by itself, in their order; one that is refused touches no other. With an Idempotency-Key each has that key and its place in the list as its own.',
      security: KEY_SECURITY,
      params: policyInPath,
      headers: idempotencyHeaders,
      body: batchRequest,
      response: answers({
        description: 'A receipt for each, or the problem it was refused with.',
        schema: batchReply,
        problems: OF_BODY,
      }),
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const { id } = request.params;
      const key = request.headers['idempotency-key'] ?? null;
      const decide = async (decision: DecisionRequest, place: number) =>
        service.decide(
          id,
          forOwnSite(caller, decision),
          callerKey(caller, key === null ? null : `${key}/${place}`),
        );
      const answered = request.body.decisions.map((decision, place) =>
        decide(decision, place).then(({ text }) => decidedText(caller, text), refusedText),
      );
      reply.type('application/json; charset=utf-8');
      return batchText(await Promise.all(answered));
    },
  });
}

/** Receipts are texts already: reading and writing them once more would take as long as deciding. */
function batchText(answerTexts: readonly string[]): string {
  return `{"answers":[${answerTexts.join(',')}]}`;
}

function decidedText(caller: Caller, text: string): string {
  return `{"status":200,"receipt":${receiptTextFor(caller, text)}}`;
}

function refusedText(error: unknown): string {
  const problem = error instanceof ServiceProblem ? error : problemOf(error);
  return JSON.stringify({ status: problem.status, problem: problemBody(problem) });
}
