/**
 * Many decisions in one request that do not know of each other: an answer for each.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { problemBody, problemOf } from '../errors/problem-reply.ts';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { type AnyBatchReply, batchReply } from '../schemas/group-schemas.ts';
import { batchRequest } from '../schemas/request-schemas.ts';
import type { Caller } from '../security/access.ts';
import { callerKey, forOwnSite, receiptFor } from '../security/own-site.ts';
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
    handler: async (request) => {
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
        decide(decision, place).then(({ text }) => decided(caller, text), refused),
      );
      return { answers: await Promise.all(answered) };
    },
  });
}

type BatchAnswer = AnyBatchReply['answers'][number];

function decided(caller: Caller, text: string): BatchAnswer {
  return { status: 200, receipt: receiptFor(caller, JSON.parse(text) as DecisionReceipt) };
}

function refused(error: unknown): BatchAnswer {
  const problem = error instanceof ServiceProblem ? error : problemOf(error);
  return { status: problem.status, problem: problemBody(problem) };
}
