/**
 * What is said about a decision afterwards: played, rewarded, corrected, or never took place.
 */
import type { z } from 'zod';
import type { ProblemCode } from '../../problems/problem.ts';
import type { OutcomeReply } from '../../wire.ts';
import { outcomeReply } from '../schemas/decision-schemas.ts';
import {
  ackRequest,
  correctionRequest,
  rewardRequest,
  voidRequest,
} from '../schemas/request-schemas.ts';
import { siteFor } from '../security/own-site.ts';
import type { Scope } from '../security/scopes.ts';
import { emptyBodyAsObject } from './empty-body.ts';
import { answers, decisionInPath, KEY_SECURITY, OF_BODY } from './route-schema.ts';
import type { HttpServer, RouteTools } from './route-tools.ts';

interface OutcomeRoute<Body> {
  /** Last part of the path, and the name of the operation. */
  readonly name: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly body: z.ZodType<Body>;
  readonly mayBeEmpty: boolean;
  readonly problems: readonly ProblemCode[];
  tell(decision: string, body: Body, site: string | undefined): Promise<OutcomeReply>;
}

export function registerOutcomeRoutes(app: HttpServer, { service }: RouteTools): void {
  register(app, {
    name: 'ack',
    scope: 'ack',
    summary: 'Confirm that the action was played, or that the baseline was instead',
    body: ackRequest,
    mayBeEmpty: true,
    problems: ['HR_NOT_PLAYED', 'HR_ALREADY_PLAYED', 'HR_TOO_LATE', 'HR_REWARD_EXPIRED'],
    tell: (decision, body, site) => service.ack(decision, body, site),
  });
  register(app, {
    name: 'void',
    scope: 'void',
    summary: 'Take back a decision that was never played',
    body: voidRequest,
    mayBeEmpty: false,
    problems: ['HR_NOT_PLAYED', 'HR_ALREADY_PLAYED', 'HR_TOO_LATE', 'HR_REWARD_EXPIRED'],
    tell: (decision, body, site) => service.void(decision, body, site),
  });
  register(app, {
    name: 'reward',
    scope: 'reward',
    summary: 'Report the reward; it implies that the action was played',
    body: rewardRequest,
    mayBeEmpty: false,
    problems: ['HR_REWARD_CONTRADICTS', 'HR_NOT_PLAYED', 'HR_TOO_LATE', 'HR_REWARD_EXPIRED'],
    tell: (decision, body, site) => service.reward(decision, body, site),
  });
  register(app, {
    name: 'corrections',
    scope: 'correct',
    summary: 'Correct a reward that was reported wrongly',
    body: correctionRequest,
    mayBeEmpty: false,
    problems: ['HR_NO_REWARD_YET', 'HR_NOT_PLAYED', 'HR_TOO_LATE', 'HR_REWARD_EXPIRED'],
    tell: (decision, body, site) => service.correct(decision, body, site),
  });
}

function register<Body>(app: HttpServer, route: OutcomeRoute<Body>): void {
  app.route({
    method: 'POST',
    url: `/v1/decisions/:id/${route.name}`,
    config: {
      access: {
        kind: 'key',
        scope: route.scope,
        bucket: 'outcomes',
        subject: 'decision',
        isForSites: true,
      },
    },
    ...(route.mayBeEmpty && { preValidation: emptyBodyAsObject }),
    schema: {
      operationId: route.name,
      tags: ['outcomes'],
      summary: route.summary,
      security: KEY_SECURITY,
      params: decisionInPath,
      body: route.body,
      response: answers({
        description: 'Recorded, or known already.',
        schema: outcomeReply,
        problems: [...OF_BODY, 'HR_DECISION_UNKNOWN', ...route.problems],
      }),
    },
    handler: ({ params, body, caller }) => route.tell(params.id, body as Body, siteFor(caller!)),
  });
}
