/**
 * Policies: creating them, looking at them, and the switches that stop them.
 */
import type { FastifyRequest } from 'fastify';
import type { PolicyPage } from '../../decisions/decision-service.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import type { PolicyView } from '../../wire.ts';
import { HOP_HEADER } from '../forwarding/hop-headers.ts';
import type { OtherMembers } from '../forwarding/other-members.ts';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { largeRequest, sendLarge } from '../large/large-body.ts';
import { carryOut } from '../large/long-bodies.ts';
import {
  definitionPreview,
  definitionReply,
  definitionView,
  policyList,
  policyView,
} from '../schemas/policy-schemas.ts';
import { type PoliciesQuery, policiesQuery, siteQuery } from '../schemas/query-schemas.ts';
import { definitionRequest, modeRequest, safeModeRequest } from '../schemas/request-schemas.ts';
import type { Access } from '../security/access.ts';
import { ownPolicies, siteFor } from '../security/own-site.ts';
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
// Switches must work when a flood of decisions or reads has used up its own limits.
const ADMIN: Access = { kind: 'key', scope: 'admin', bucket: 'outcomes', subject: 'policy' };

/** Policies on a page; and for a key that is kept to one site. */
const LIST_MAX = 500;
const SITE_LIST_MAX = 50;

export function registerPolicyRoutes(app: HttpServer, tools: RouteTools): void {
  registerLooks(app, tools);
  registerDefine(app, tools);
  registerSwitches(app, tools);
}

function registerLooks(app: HttpServer, { service, large, others }: RouteTools): void {
  app.route({
    method: 'GET',
    url: '/v1/policies',
    config: { access: { ...READ, subject: 'each' } },
    schema: {
      operationId: 'listPolicies',
      tags: ['policies'],
      summary: 'Policies that the key may touch, by pages; archived ones if asked for',
      description: `In the order of their names, ${LIST_MAX} at most (${SITE_LIST_MAX} for a key of one site), and fewer where definitions are long. If there may be more, a Link header names the next page: it begins after the last name of this one.`,
      security: KEY_SECURITY,
      querystring: policiesQuery,
      response: answers({ description: 'One view a policy.', schema: policyList }),
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const site = siteFor(caller);
      const { archived, after, limit: asked = LIST_MAX } = request.query;
      // Of one site, every policy of the page has to be asked.
      const limit = Math.min(asked, site === undefined ? LIST_MAX : SITE_LIST_MAX);
      const { policies, elsewhere, next } = await service.policies({
        ...(site === undefined ? {} : { site }),
        ...ownPolicies(caller),
        ...(after === undefined ? {} : { after }),
        limit,
        isArchivedShown: archived === true,
      });
      if (next !== null) reply.header('link', nextPage(request.query, next));
      return elsewhere.length === 0
        ? [...policies]
        : withThoseElsewhere(others, request, { policies, elsewhere });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id',
    config: { access: READ },
    schema: {
      operationId: 'getPolicy',
      tags: ['policies'],
      summary: 'The state of a policy',
      security: KEY_SECURITY,
      params: policyInPath,
      querystring: siteQuery,
      response: answers({
        description: 'Its definition, mode, health, safety budget and counts.',
        schema: policyView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: ({ params, query, caller }) => service.policy(params.id, siteFor(caller!, query.site)),
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/definition',
    config: { access: READ },
    schema: {
      operationId: 'getDefinition',
      tags: ['policies'],
      summary: 'The whole definition, a long prior included',
      security: KEY_SECURITY,
      params: policyInPath,
      querystring: siteQuery,
      response: answers({
        description: 'The definition of the present generation.',
        schema: definitionView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async ({ params, query, caller }, reply) =>
      sendLarge(reply, await large.definitionLarge(params.id, siteFor(caller!, query.site))),
  });
}

function registerDefine(app: HttpServer, { large }: RouteTools): void {
  app.route({
    method: 'PUT',
    url: '/v1/policies/:id',
    // A prior of some hundred features is long.
    bodyLimit: LIST_BODY_BYTES,
    config: { access: ADMIN, isBodyKept: true },
    schema: {
      operationId: 'definePolicy',
      tags: ['policies'],
      summary: 'Create a policy, add to it, or start a new generation with another definition',
      description:
        'A definition that only adds (actions, categories, variables, features) lets the generation go on, with its books and what was learnt. Any other starts a new generation: the promise starts anew, and what came before is sealed. The same definition again changes nothing.',
      security: KEY_SECURITY,
      params: policyInPath,
      body: definitionRequest,
      response: answers({
        description: 'The policy as it is now.',
        schema: definitionReply,
        problems: [...OF_BODY, 'HR_ARCHIVED', 'HR_POLICY_QUOTA'],
      }),
    },
    handler: async (request, reply) =>
      sendLarge(
        reply,
        await carryOut(request, large.defineLarge(request.params.id, largeRequest(request))),
      ),
  });
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/definition/preview',
    bodyLimit: LIST_BODY_BYTES,
    config: { access: ADMIN, isBodyKept: true },
    schema: {
      operationId: 'previewDefinition',
      tags: ['policies'],
      summary: 'What a definition would do: grow the policy, or start a new generation',
      description: 'Nothing is written.',
      security: KEY_SECURITY,
      params: policyInPath,
      body: definitionRequest,
      response: answers({
        description: 'What would be done, and why.',
        schema: definitionPreview,
        problems: OF_BODY,
      }),
    },
    handler: async (request, reply) =>
      sendLarge(
        reply,
        await carryOut(
          request,
          large.previewDefinitionLarge(request.params.id, largeRequest(request)),
        ),
      ),
  });
}

function registerSwitches(app: HttpServer, { service }: RouteTools): void {
  const response = answers({
    description: 'The policy as it is now.',
    schema: policyView,
    problems: [...OF_BODY, 'HR_POLICY_UNKNOWN'],
  });
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/safe-mode',
    config: { access: ADMIN },
    preValidation: emptyBodyAsObject,
    schema: {
      operationId: 'setSafeMode',
      tags: ['policies'],
      summary: 'Give every round to the baseline, at once; or return to live',
      security: KEY_SECURITY,
      params: policyInPath,
      body: safeModeRequest,
      response,
    },
    handler: (request) => {
      const { on = true, ...rest } = request.body;
      return service.setMode(request.params.id, { mode: on ? 'safe-mode' : 'live', ...rest });
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/mode',
    config: { access: ADMIN },
    schema: {
      operationId: 'setMode',
      tags: ['policies'],
      summary: 'Choose between live, shadow and safe mode',
      security: KEY_SECURITY,
      params: policyInPath,
      body: modeRequest,
      response,
    },
    handler: (request) => service.setMode(request.params.id, request.body),
  });
}

/** The address of the page after a policy, as a Link header. */
function nextPage({ archived, limit }: PoliciesQuery, after: string): string {
  const query = new URLSearchParams({
    ...(archived === undefined ? {} : { archived: String(archived) }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
    after,
  });
  return `</v1/policies?${query}>; rel="next"`;
}

/** All of a page, in the order of names: what others hold is told by them. A list that leaves some out would be a lie. */
async function withThoseElsewhere(
  others: OtherMembers | null,
  request: FastifyRequest,
  { policies, elsewhere }: Pick<PolicyPage, 'policies' | 'elsewhere'>,
): Promise<PolicyView[]> {
  // Whoever sent it on asks for what is here.
  if (request.headers[HOP_HEADER] !== undefined) return [...policies];
  const said = (await others?.ask(request, elsewhere)) ?? new Map<string, unknown>();
  const told = elsewhere.map((policy) => {
    const views = (said.get(policy) ?? []) as readonly PolicyView[];
    const view = views.find(({ id }) => id === policy);
    if (view === undefined) throw ownerAway(policy);
    return view;
  });
  return [...policies, ...told].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function ownerAway(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OWNER_AWAY',
    detail: `The replica that writes "${policy}" must be asked how it stands, but it did not answer. Try again in a second.`,
  });
}
