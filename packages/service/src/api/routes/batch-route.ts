/**
 * Many decisions in one request that do not know of each other: an answer for each.
 */
import { LIST_BODY_BYTES } from '../http-options.ts';
import { largeRequest, sendLarge } from '../large/large-body.ts';
import { carryOut } from '../large/long-bodies.ts';
import { tellForm } from '../preferred-form.ts';
import { batchReply } from '../schemas/group-schemas.ts';
import { batchRequest } from '../schemas/request-schemas.ts';
import { decideHeaders } from './idempotency-header.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

export function registerBatchRoute(app: HttpServer, { large }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/decisions/batch',
    bodyLimit: LIST_BODY_BYTES,
    config: {
      isBodyKept: true,
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
        'Each is decided by itself, in their order; one that is refused touches no other. With an Idempotency-Key each has that key and its place in the list as its own. With `Prefer: return=minimal` receipts say no more than what is to be done.',
      security: KEY_SECURITY,
      params: policyInPath,
      headers: decideHeaders,
      body: batchRequest,
      response: answers({
        description: 'A receipt for each, or the problem it was refused with.',
        schema: batchReply,
        problems: OF_BODY,
      }),
    },
    handler: async (request, reply) => {
      const asked = largeRequest(request);
      const answer = await carryOut(request, large.decideManyLarge(request.params.id, asked));
      tellForm(reply, asked.form);
      return sendLarge(reply, answer);
    },
  });
}
