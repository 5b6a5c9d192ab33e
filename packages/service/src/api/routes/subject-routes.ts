/**
 * The register of subjects of a policy. A key of one site sees and changes the subjects of that site.
 */
import { z } from 'zod';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { largeRequest, sendLarge } from '../large/large-body.ts';
import { carryOut } from '../large/long-bodies.ts';
import { siteQuery } from '../schemas/query-schemas.ts';
import {
  registerChange,
  subjectReply,
  subjectRequest,
  subjectsRequest,
  subjectsView,
} from '../schemas/subject-schemas.ts';
import { policyId, subjectName } from '../schemas/text-schemas.ts';
import type { Access } from '../security/access.ts';
import { siteFor, subjectForOwnSite } from '../security/own-site.ts';
import { emptyBodyAsObject } from './empty-body.ts';
import { answers, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const READ: Access = {
  kind: 'key',
  scope: 'read',
  bucket: 'reads',
  subject: 'policy',
  isForSites: true,
};
const CHANGE: Access = {
  kind: 'key',
  scope: 'admin',
  bucket: 'outcomes',
  subject: 'policy',
  isForSites: true,
};
const COMMON = { tags: ['policies'], security: KEY_SECURITY } as const;
const OF_CHANGE = [
  ...OF_BODY,
  'HR_POLICY_UNKNOWN',
  'HR_SUBJECTS_CHANGED',
  'HR_SUBJECT_TAKEN',
  'HR_ARCHIVED',
] as const;

interface SubjectInPath {
  readonly id: string;
  readonly name: string;
}

const subjectInPath: z.ZodType<SubjectInPath> = z.strictObject({ id: policyId, name: subjectName });

export function registerSubjectRoutes(app: HttpServer, tools: RouteTools): void {
  registerList(app, tools);
  registerOne(app, tools);
}

function registerList(app: HttpServer, { large }: RouteTools): void {
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/subjects',
    config: { access: READ },
    schema: {
      ...COMMON,
      operationId: 'listSubjects',
      summary: 'What the policy decides about again and again',
      params: policyInPath,
      querystring: siteQuery,
      response: answers({
        description: 'All subjects, and the revision of the register.',
        schema: subjectsView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async ({ params, query, caller }, reply) =>
      sendLarge(reply, await large.subjectsLarge(params.id, siteFor(caller!, query.site))),
  });
  app.route({
    method: 'PUT',
    url: '/v1/policies/:id/subjects',
    bodyLimit: LIST_BODY_BYTES,
    config: { access: CHANGE, isBodyKept: true },
    schema: {
      ...COMMON,
      operationId: 'putSubjects',
      summary: 'Replace the register of subjects',
      description:
        'What is not in the list leaves the register; decisions about it stay. What stands already as it is wanted is answered as done, whatever `revision` says.',
      params: policyInPath,
      body: subjectsRequest,
      response: answers({
        description: 'The register as it is now.',
        schema: subjectsView,
        problems: OF_CHANGE,
      }),
    },
    handler: async (request, reply) =>
      sendLarge(
        reply,
        await carryOut(request, large.putSubjectsLarge(request.params.id, largeRequest(request))),
      ),
  });
}

function registerOne(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'PUT',
    url: '/v1/policies/:id/subjects/:name',
    config: { access: CHANGE },
    schema: {
      ...COMMON,
      operationId: 'putSubject',
      summary: 'Add a subject, or put another in its place',
      params: subjectInPath,
      body: subjectRequest,
      response: answers({
        description: 'Recorded, or as it stood already.',
        schema: subjectReply,
        problems: OF_CHANGE,
      }),
    },
    handler: ({ params, body, caller }) => {
      const subject = subjectForOwnSite(caller!, body.subject);
      const request = { ...body, subject, name: params.name };
      return service.putSubject(params.id, request, siteFor(caller!));
    },
  });
  app.route({
    method: 'DELETE',
    url: '/v1/policies/:id/subjects/:name',
    config: { access: CHANGE },
    preValidation: emptyBodyAsObject,
    schema: {
      ...COMMON,
      operationId: 'removeSubject',
      summary: 'Take a subject out of the register; decisions about it stay',
      params: subjectInPath,
      body: registerChange,
      response: answers({
        description: 'Recorded; repeated if there is none of that name.',
        schema: subjectReply,
        problems: OF_CHANGE,
      }),
    },
    handler: ({ params, body, caller }) =>
      service.removeSubject(params.id, { ...body, name: params.name }, siteFor(caller!)),
  });
}
