/**
 * Deleting what was known of the situations of decisions, on request.
 */
import { forgetReply } from '../schemas/policy-schemas.ts';
import { forgetRequest } from '../schemas/request-schemas.ts';
import type { Access } from '../security/access.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const ADMIN: Access = { kind: 'key', scope: 'admin', bucket: 'outcomes', subject: 'policy' };

export function registerForgetRoutes(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/forget',
    config: { access: ADMIN },
    schema: {
      tags: ['policies'],
      security: KEY_SECURITY,
      params: policyInPath,
      operationId: 'forgetDecisions',
      summary: 'Delete what was known of the situations of decisions',
      description:
        'Contexts, forecasts, predictions, the name of the subject and its line in the register are deleted from the journal and from all that is made of it; action, budget and reward stay, and so does what was learnt, as sums over all decisions. The chain of hashes still closes: an entry tells what was deleted. Decisions that wait for something are left alone and named in the answer.',
      body: forgetRequest,
      response: answers({
        description: 'What was done.',
        schema: forgetReply,
        problems: [...OF_BODY, 'HR_POLICY_UNKNOWN', 'HR_DECISION_UNKNOWN'],
      }),
    },
    handler: ({ params, body }) => service.forget(params.id, body),
  });
}
