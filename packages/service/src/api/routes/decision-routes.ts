/**
 * Asking for decisions, and looking at one.
 */
import { z } from 'zod';
import { siteReceipt } from '../../decisions/views/site-receipt.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import { preferredForm, tellForm } from '../preferred-form.ts';
import {
  briefReceipt,
  decisionReceipt,
  decisionView,
  minimalReceipt,
  preview,
} from '../schemas/decision-schemas.ts';
import { decisionRequest } from '../schemas/request-schemas.ts';
import type { Access } from '../security/access.ts';
import { callerKey, forOwnSite, receiptTextFor, siteFor } from '../security/own-site.ts';
import { decideHeaders } from './idempotency-header.ts';
import { answers, decisionInPath, KEY_SECURITY, OF_BODY, policyInPath } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

const READ = {
  kind: 'key',
  scope: 'read',
  bucket: 'reads',
  subject: 'policy',
  isForSites: true,
} as const satisfies Access;

export function registerDecisionRoutes(app: HttpServer, tools: RouteTools): void {
  registerDecide(app, tools);
  registerPreview(app, tools);
  registerLook(app, tools);
}

function registerDecide(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/decisions',
    bodyLimit: LARGE_BODY_BYTES,
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
      operationId: 'decide',
      tags: ['decisions'],
      summary: 'Decide what to do now',
      description:
        'Creates the policy if it does not exist and its definition is sent along. The same Idempotency-Key with the same body gets the same answer, byte for byte.',
      security: KEY_SECURITY,
      params: policyInPath,
      headers: decideHeaders,
      body: decisionRequest,
      response: answers({
        description:
          'The receipt; brief for keys that may not read, and no more than what is to be done with `Prefer: return=minimal`.',
        schema: z.union([decisionReceipt, briefReceipt, minimalReceipt]),
        problems: [
          ...OF_BODY,
          'HR_POLICY_UNKNOWN',
          'HR_DEFINITION_DIFFERS',
          'HR_SUBJECT_UNKNOWN',
          'HR_ARCHIVED',
          'HR_POLICY_QUOTA',
          'HR_FORECAST_ALARM',
          'HR_KEY_IN_PROGRESS',
          'HR_KEY_REUSED',
          'HR_GROUP_FULL',
          'HR_SITES_FULL',
          'HR_DECISION_FORGOTTEN',
        ],
      }),
    },
    handler: async (request, reply) => {
      const caller = request.caller!;
      const key = callerKey(caller, request.headers['idempotency-key'] ?? null);
      const asked = forOwnSite(caller, request.body);
      const form = preferredForm(request.headers);
      const answer = await service.decide(request.params.id, asked, key, form);
      tellForm(reply, form);
      if (answer.isReplay) reply.header('idempotent-replayed', 'true');
      reply.type('application/json; charset=utf-8');
      return form === 'minimal' ? answer.text : receiptTextFor(caller, answer.text);
    },
  });
}

function registerPreview(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/v1/policies/:id/preview',
    bodyLimit: LARGE_BODY_BYTES,
    config: { access: READ },
    schema: {
      operationId: 'preview',
      tags: ['decisions'],
      summary: 'See what would be decided now; nothing is booked',
      security: KEY_SECURITY,
      params: policyInPath,
      body: decisionRequest,
      response: answers({
        description: 'The receipt as it would be.',
        schema: preview,
        problems: [
          ...OF_BODY,
          'HR_POLICY_UNKNOWN',
          'HR_DEFINITION_DIFFERS',
          'HR_SUBJECT_UNKNOWN',
          'HR_ARCHIVED',
          'HR_FORECAST_ALARM',
        ],
      }),
    },
    handler: async ({ params, body, caller }) => {
      const asked = forOwnSite(caller!, body);
      const receipt = await service.preview(params.id, asked, siteFor(caller!));
      return caller!.site === null ? receipt : siteReceipt(receipt);
    },
  });
}

function registerLook(app: HttpServer, { service }: RouteTools): void {
  app.route({
    method: 'GET',
    url: '/v1/decisions/:id',
    config: { access: { ...READ, subject: 'decision' } },
    schema: {
      operationId: 'getDecision',
      tags: ['decisions'],
      summary: 'The receipt of a decision, and what became of it',
      security: KEY_SECURITY,
      params: decisionInPath,
      response: answers({
        description: 'The receipt, at the top and once more as `receipt`, and the events since.',
        schema: decisionView,
        problems: ['HR_DECISION_UNKNOWN', 'HR_DECISION_FORGOTTEN'],
      }),
    },
    handler: async (request) => {
      const view = await service.decision(request.params.id, siteFor(request.caller!));
      return { ...view.receipt, ...view };
    },
  });
}
