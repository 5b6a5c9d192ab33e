/**
 * Groups: planning many decisions at once, issuing the plan, closing the group.
 */
import { z } from 'zod';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { largeRequest, sendLarge } from '../large/large-body.ts';
import { carryOut } from '../large/long-bodies.ts';
import { groupPlan, groupReply } from '../schemas/group-schemas.ts';
import { groupRequest } from '../schemas/request-schemas.ts';
import { policyId, termName } from '../schemas/text-schemas.ts';
import type { Access } from '../security/access.ts';
import { emptyBodyAsObject } from './empty-body.ts';
import { idempotencyHeaders } from './idempotency-header.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const DECIDE: Access = {
  kind: 'key',
  scope: 'decide',
  bucket: 'decisions',
  subject: 'policy',
  isForSites: true,
};
const CLOSE: Access = { kind: 'key', scope: 'decide', bucket: 'outcomes', subject: 'policy' };

interface GroupInPath {
  readonly id: string;
  readonly group: string;
}

const groupInPath: z.ZodType<GroupInPath> = z.strictObject({ id: policyId, group: termName });
const nothing: z.ZodType<Record<string, never>> = z.strictObject({});

export function registerGroupRoutes(app: HttpServer, { service, large }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/groups',
    bodyLimit: LIST_BODY_BYTES,
    config: { access: DECIDE, isBodyKept: true },
    schema: {
      operationId: 'planGroup',
      tags: ['decisions'],
      summary: 'Plan many decisions at once; with `commit`, issue them',
      description:
        'Without `commit` nothing is booked. With it every decision of the plan is issued, in one turn, or none. The same Idempotency-Key with the same body gets the same answer.',
      security: KEY_SECURITY,
      params: policyInPath,
      headers: idempotencyHeaders,
      body: groupRequest,
      response: answers({
        description: 'A receipt for each decision; brief for keys that may not read.',
        schema: groupPlan,
        problems: [
          ...OF_BODY,
          'HR_POLICY_UNKNOWN',
          'HR_SUBJECT_UNKNOWN',
          'HR_ARCHIVED',
          'HR_FORECAST_ALARM',
          'HR_KEY_IN_PROGRESS',
          'HR_KEY_REUSED',
          'HR_GROUP_FULL',
          'HR_SITES_FULL',
          'HR_DECISION_FORGOTTEN',
        ],
      }),
    },
    handler: async (request, reply) =>
      sendLarge(
        reply,
        await carryOut(request, large.planGroupLarge(request.params.id, largeRequest(request))),
      ),
  });
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/groups/:group/close',
    config: { access: CLOSE },
    preValidation: emptyBodyAsObject,
    schema: {
      operationId: 'closeGroup',
      tags: ['decisions'],
      summary: 'Close a group: its rewards count, and are learnt, from now on',
      security: KEY_SECURITY,
      params: groupInPath,
      body: nothing,
      response: answers({
        description: 'Recorded, or closed already.',
        schema: groupReply,
        problems: [...OF_BODY, 'HR_POLICY_UNKNOWN', 'HR_GROUP_NOT_OPEN'],
      }),
    },
    handler: (request) => service.closeGroup(request.params.id, request.params.group),
  });
}
