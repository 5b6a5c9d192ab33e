/**
 * The end of a policy, and its return.
 */
import { policyView, removalReply } from '../schemas/policy-schemas.ts';
import { eraseQuery } from '../schemas/query-schemas.ts';
import { archiveRequest } from '../schemas/request-schemas.ts';
import type { Access } from '../security/access.ts';
import { emptyBodyAsObject } from './empty-body.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const ADMIN: Access = { kind: 'key', scope: 'admin', bucket: 'outcomes', subject: 'policy' };
const COMMON = { tags: ['policies'], security: KEY_SECURITY, params: policyInPath } as const;

export function registerArchiveRoutes(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'DELETE',
    url: '/v1/policies/:id',
    config: { access: ADMIN },
    preValidation: emptyBodyAsObject,
    schema: {
      ...COMMON,
      operationId: 'removePolicy',
      summary: 'Archive a policy; without decisions it is removed',
      description:
        'An archived policy takes no more decisions; all of it can be read, and rewards of its decisions are taken in. With `erase=true` a policy that was created as a demonstration is erased, with everything that was ever decided.',
      querystring: eraseQuery,
      body: archiveRequest,
      response: answers({
        description: 'What became of it.',
        schema: removalReply,
        problems: [...OF_BODY, 'HR_POLICY_UNKNOWN', 'HR_NOT_ERASABLE'],
      }),
    },
    handler: ({ params, query, body }) =>
      query.erase === true ? service.erase(params.id) : service.remove(params.id, body),
  });
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/restore',
    config: { access: ADMIN },
    preValidation: emptyBodyAsObject,
    schema: {
      ...COMMON,
      operationId: 'restorePolicy',
      summary: 'Let an archived policy decide again',
      body: archiveRequest,
      response: answers({
        description: 'The policy as it is now.',
        schema: policyView,
        problems: [...OF_BODY, 'HR_POLICY_UNKNOWN'],
      }),
    },
    handler: ({ params, body }) => service.restore(params.id, body),
  });
}
