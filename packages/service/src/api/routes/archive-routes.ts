/**
 * The end of a policy, and its return.
 */
import { policyView, removalList, removalReply } from '../schemas/policy-schemas.ts';
import { eraseQuery } from '../schemas/query-schemas.ts';
import { archiveRequest, eraseRequest } from '../schemas/request-schemas.ts';
import type { Access } from '../security/access.ts';
import { callerKey } from '../security/own-site.ts';
import { emptyBodyAsObject } from './empty-body.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const ADMIN: Access = { kind: 'key', scope: 'admin', bucket: 'outcomes', subject: 'policy' };
const READ_ALL: Access = { kind: 'key', scope: 'read', bucket: 'reads', subject: 'all' };
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
        'An archived policy takes no more decisions; all of it can be read, and rewards of its decisions are taken in. With `erase=true` a policy that was created as a demonstration is erased, with everything that was ever decided; so is any other that has been archived for `eraseAfterDays`, if `confirm` repeats its name. Of that one a removal is left, and its name is never given again.',
      querystring: eraseQuery,
      body: eraseRequest,
      response: answers({
        description: 'What became of it.',
        schema: removalReply,
        problems: [...OF_BODY, 'HR_POLICY_UNKNOWN', 'HR_NOT_ERASABLE'],
      }),
    },
    handler: ({ params, query, body, caller }) =>
      query.erase === true
        ? service.erase(params.id, body, callerKey(caller!, null).scope)
        : service.remove(params.id, body),
  });
  app.route({
    method: 'GET',
    url: '/v1/removed',
    config: { access: READ_ALL },
    schema: {
      tags: ['policies'],
      security: KEY_SECURITY,
      operationId: 'getRemovals',
      summary: 'What is left of erased policies, as a chain; needs a key that reads all policies',
      response: answers({ description: 'Oldest first.', schema: removalList, problems: [] }),
    },
    handler: () => service.removals(),
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
