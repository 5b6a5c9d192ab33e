/**
 * What a policy has done so far: listing, corridor, weights, audit.
 */
import { sendLarge } from '../large/large-body.ts';
import { decisionPage } from '../schemas/decision-schemas.ts';
import { auditView, corridor, forecastsView, weightsView } from '../schemas/policy-schemas.ts';
import { corridorQuery, decisionFilter, siteQuery } from '../schemas/query-schemas.ts';
import { sitesView } from '../schemas/subject-schemas.ts';
import type { Access } from '../security/access.ts';
import { ownPolicies, siteFor } from '../security/own-site.ts';
import { answers, KEY_SECURITY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const READ: Access = { kind: 'key', scope: 'read', bucket: 'reads', subject: 'policy' };
const READ_SITE: Access = { ...READ, isForSites: true };
const CORRIDOR_POINTS = 400;
const COMMON = { tags: ['reports'], security: KEY_SECURITY, params: policyInPath } as const;

export function registerReportRoutes(app: HttpServer, { service, large }: RouteTools): void {
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/decisions',
    config: { access: READ_SITE },
    schema: {
      ...COMMON,
      operationId: 'listDecisions',
      summary: 'Decisions of a policy, newest first, by filters and pages',
      querystring: decisionFilter,
      response: answers({
        description: 'One page.',
        schema: decisionPage,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: ({ params, query, caller }) => {
      const site = siteFor(caller!, query.site);
      return service.decisions(params.id, { ...query, ...(site === undefined ? {} : { site }) });
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/corridor',
    config: { access: READ_SITE },
    schema: {
      ...COMMON,
      operationId: 'getCorridor',
      summary: 'What was promised, guaranteed and earned, decision by decision',
      querystring: corridorQuery,
      response: answers({
        description: `At most \`points\` points (${CORRIDOR_POINTS} if not given), of the time between \`since\` and \`until\`; totals count from the beginning of the generation.`,
        schema: corridor,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: ({ params, query, caller }) => {
      const { points = CORRIDOR_POINTS, site, ...span } = query;
      return service.corridor(params.id, points, siteFor(caller!, site), span);
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/sites',
    config: { access: READ_SITE },
    schema: {
      ...COMMON,
      operationId: 'getSites',
      summary: 'How the sites stand: safety budgets, sizes tried, counts',
      querystring: siteQuery,
      response: answers({
        description: 'One line a site, of the present generation.',
        schema: sitesView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: async ({ params, query, caller }, reply) =>
      sendLarge(reply, await large.sitesLarge(params.id, siteFor(caller!, query.site))),
  });
  registerWhole(app, service);
}

function registerWhole(app: HttpServer, service: RouteTools['service']): void {
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/weights',
    config: { access: READ },
    schema: {
      ...COMMON,
      operationId: 'getWeights',
      summary: 'What has been learnt: the weights and how sure they are',
      response: answers({
        description: 'One line a weight.',
        schema: weightsView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: (request) => service.weights(request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/forecasts',
    config: { access: READ },
    schema: {
      ...COMMON,
      operationId: 'getForecasts',
      summary: 'Are the forecasts any good: what they said beside what came',
      response: answers({
        description: 'One record a variable of which outcomes were told with rewards.',
        schema: forecastsView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: (request) => service.forecasts(request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/v1/policies/:id/audit',
    config: { access: READ_SITE },
    schema: {
      ...COMMON,
      operationId: 'getAudit',
      summary: 'Was the promise kept, how sure, where was it tightest',
      querystring: siteQuery,
      response: answers({
        description: 'The audit of the present generation.',
        schema: auditView,
        problems: ['HR_POLICY_UNKNOWN'],
      }),
    },
    handler: ({ params, query, caller }) => {
      const site = siteFor(caller!, query.site);
      return service.audit(params.id, {
        ...ownPolicies(caller!),
        ...(site === undefined ? {} : { site }),
      });
    },
  });
}
