/**
 * What the clients of Azure Personalizer ask for, so that they work on unchanged: rank, reward, activate, and the settings of a loop.
 *
 * A loop is a policy. At `/personalizer/…` it is the one policy that the subscription key (an API key of ours) is kept to, as one
 * key was one loop there; at `/v1/policies/{id}/personalizer/…` it is named, for clients that keep a path. While the service needs
 * no key, the subscription key is the name of the policy.
 *
 *     rank        a decision under the key `eventId`: asked again, it is the same. Played at once, unless deferActivation
 *     activate    it was played
 *     reward      the first one counts; before activation, and after the time is over, it is ignored
 */
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallerKey } from '../../decisions/commands/idempotency.ts';
import { fingerprint } from '../../decisions/fold/canonical-json.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { invalidInput, refusedOutcome, unknownDecision } from '../../problems/refusals.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import type { HttpServer, NoteProblem, RouteTools } from '../routes/route-tools.ts';
import { policyId } from '../schemas/text-schemas.ts';
import type { Access, Caller } from '../security/access.ts';
import { forOwnSite, siteFor } from '../security/own-site.ts';
import { apprenticeship } from './apprentice.ts';
import { type Asked, personalizerProblem, personalizerStatus } from './personalizer-problem.ts';
import { rankAnswer } from './rank-answer.ts';
import { decisionOf, type RankRequest, rankRequest } from './rank-request.ts';
import { configurationChange, configurationOf, modeAsked } from './service-configuration.ts';

const SCOPE = 'personalizer';
const PREFIXES = [
  { root: '/personalizer/:version', subject: 'own' },
  { root: '/v1/policies/:id/personalizer/:version', subject: 'policy' },
] as const;
const IN_PATH = z.looseObject({ id: policyId, version: z.string().regex(/^v1\.\d/) });
const EVENT_IN_PATH = IN_PATH.extend({ event: z.string().min(1).max(256) });
const ACCESS = { kind: 'key', keyHeader: 'ocp-apim-subscription-key', isForSites: true } as const;
const RANK = { ...ACCESS, scope: 'decide', bucket: 'decisions' } as const;
const REWARD = { ...ACCESS, scope: 'reward', bucket: 'outcomes' } as const;
const ACTIVATE = { ...ACCESS, scope: 'ack', bucket: 'outcomes' } as const;
const LOOK = { ...ACCESS, scope: 'read', bucket: 'reads' } as const;
const CHANGE = { ...ACCESS, scope: 'admin', bucket: 'outcomes', isForSites: false } as const;

interface Door {
  readonly root: string;
  readonly subject: Extract<Access, { kind: 'key' }>['subject'];
  readonly tools: RouteTools;
}

export async function registerPersonalizerRoutes(
  app: HttpServer,
  tools: RouteTools,
  note: NoteProblem,
): Promise<void> {
  await app.register(async (scope) => {
    const own = scope as unknown as HttpServer;
    own.setErrorHandler((error, request, reply) => refuse(note(error, request), request, reply));
    for (const prefix of PREFIXES) {
      const door = { ...prefix, tools };
      registerRank(own, door);
      registerEvents(own, door);
      registerConfiguration(own, door);
      registerMultiSlot(own, door);
    }
  });
}

function registerRank(app: HttpServer, { root, subject, tools: { service } }: Door): void {
  app.route({
    method: 'POST',
    url: `${root}/rank`,
    bodyLimit: LARGE_BODY_BYTES,
    config: { access: { ...RANK, subject } },
    schema: { hide: true, params: IN_PATH, body: rankRequest },
    handler: async ({ params: { id }, body, caller, headers }, reply) => {
      const eventId = body.eventId ?? newEventId(headers['x-ms-client-request-id']);
      const { definition } = await service.terms(id);
      const asked = forOwnSite(caller!, decisionOf(definition, body));
      const { text, isReplay } = await service.decide(id, asked, eventKey(caller!, eventId));
      const receipt = JSON.parse(text) as DecisionReceipt;
      if (body.deferActivation !== true) await confirm(service, receipt.id, isReplay);
      else if (isReplay) await requireNotGivenUp(service, receipt.id);
      reply.code(201);
      return rankAnswer(receipt, { eventId, ids: idsOf(body), caller: caller! });
    },
  });
}

function idsOf({ actions }: RankRequest): readonly string[] {
  return actions.map(({ id }) => id);
}

/** The newer client sends the same request id when it tries again; the older one none. */
function newEventId(requestId: string | string[] | undefined): string {
  return requestId === undefined ? randomUUID() : `request-${fingerprint(requestId).slice(0, 32)}`;
}

/** Where an event is found again: whatever key asks, for its site. */
function eventKey({ site }: Caller, eventId: string): CallerKey {
  const text = fingerprint({ eventId, site });
  return { scope: SCOPE, text, ...(site === null ? {} : { site }) };
}

/** A rank that is asked for again long after it was settled is answered again, but not if the books know it as not played. */
async function confirm(
  service: RouteTools['service'],
  decision: string,
  isReplay: boolean,
): Promise<void> {
  await service.ack(decision, {}).catch((error: unknown) => {
    const isLate = isReplay && error instanceof ServiceProblem && error.status < 500;
    if (!isLate || error.code === 'HR_NOT_PLAYED') throw error;
  });
}

/** Played now, it would be in no books: nobody could activate it any more. */
async function requireNotGivenUp(service: RouteTools['service'], decision: string): Promise<void> {
  const { state } = await service.decision(decision);
  if (state === 'fell-back' || state === 'void') throw refusedOutcome('not-played');
}

function registerEvents(app: HttpServer, { root, subject, tools: { service } }: Door): void {
  const schema = { hide: true, params: EVENT_IN_PATH };
  const find = async (policy: string, event: string, caller: Caller) => {
    const id = await service.decisionByKey(policy, eventKey(caller, event));
    if (id === null) throw unknownDecision();
    return id;
  };
  app.route({
    method: 'POST',
    url: `${root}/events/:event/reward`,
    config: { access: { ...REWARD, subject } },
    schema: { ...schema, body: z.looseObject({ value: z.number() }) },
    handler: async ({ params: { id, event }, body, caller }, reply) => {
      const decision = await find(id, event, caller!);
      const site = siteFor(caller!);
      const outcome = await rewardOnce(async () => {
        const { state } = await service.decision(decision, site);
        if (state === 'issued') return { outcome: 'not-activated' };
        return service.reward(decision, { value: body.value }, site);
      });
      return done(reply, { event, verb: 'reward', outcome });
    },
  });
  app.route({
    method: 'POST',
    url: `${root}/events/:event/activate`,
    config: { access: { ...ACTIVATE, subject } },
    schema,
    handler: async ({ params: { id, event }, caller }, reply) => {
      const decision = await find(id, event, caller!);
      const { outcome } = await service.ack(decision, {}, siteFor(caller!));
      return done(reply, { event, verb: 'activate', outcome });
    },
  });
}

const IGNORED: ReadonlySet<string> = new Set([
  'HR_REWARD_CONTRADICTS',
  'HR_REWARD_EXPIRED',
  'HR_DECISION_FORGOTTEN',
]);

/** The earliest reward counts; a later one, or one that is too late, is ignored there and so here. What was forgotten had its own. */
async function rewardOnce(tell: () => Promise<{ readonly outcome: string }>): Promise<string> {
  try {
    return (await tell()).outcome;
  } catch (error) {
    if (error instanceof ServiceProblem && IGNORED.has(error.code)) return 'ignored';
    throw error;
  }
}

interface Done {
  readonly event: string;
  readonly verb: 'reward' | 'activate';
  readonly outcome: string;
}

/**
 * The newer client takes every answer about an event for an unexpected one, because it compares the address with its own
 * prefix still in it; told the address without it, it knows better.
 */
function done(reply: FastifyReply, { event, verb, outcome }: Done): FastifyReply {
  return reply
    .code(204)
    .header('x-ms-original-url', `http://hedgerow/events/${encodeURIComponent(event)}/${verb}`)
    .header('hedgerow-outcome', outcome)
    .send();
}

function registerConfiguration(app: HttpServer, { root, subject, tools: { service } }: Door): void {
  app.route({
    method: 'GET',
    url: `${root}/configurations/service`,
    config: { access: { ...LOOK, subject, isForSites: false } as unknown as Access },
    schema: { hide: true, params: IN_PATH },
    handler: async ({ params: { id } }) => {
      const view = await service.policy(id);
      return { ...configurationOf(view), hedgerow: await apprenticeship(service, id) };
    },
  });
  app.route({
    method: 'PUT',
    url: `${root}/configurations/service`,
    config: { access: { ...CHANGE, subject } as unknown as Access },
    schema: { hide: true, params: IN_PATH, body: configurationChange },
    handler: async ({ params: { id }, body }) => {
      const mode = modeAsked(await service.policy(id), body);
      return configurationOf(await service.setMode(id, { mode, reason: 'Personalizer' }));
    },
  });
  app.route({
    method: 'GET',
    url: `${root}/model/properties`,
    config: { access: { ...LOOK, subject } },
    schema: { hide: true, params: IN_PATH },
    handler: async ({ params: { id }, caller }) => {
      const { createdAt, lastDecisionAt } = await service.policy(id, siteFor(caller!));
      return { creationTime: createdAt, lastModifiedTime: lastDecisionAt ?? createdAt };
    },
  });
}

/** A policy has one slot: the loop is of the kind that refuses the calls for several. */
function registerMultiSlot(app: HttpServer, { root, subject }: Door): void {
  for (const path of ['rank', 'events/:event/reward', 'events/:event/activate']) {
    app.route({
      method: 'POST',
      url: `${root}/multislot/${path}`,
      config: { access: { ...RANK, subject } },
      schema: { hide: true },
      handler: async (_request, reply) => {
        const problem = invalidInput(
          'A policy decides for one slot. Ask for each slot by itself, with a policy of its own.',
        );
        const { error } = personalizerProblem(problem, 'other');
        return reply.code(400).send({ error: { ...error, code: 'InvalidMultiSlotApiAccess' } });
      },
    });
  }
}

function refuse(problem: ServiceProblem, request: FastifyRequest, reply: FastifyReply): void {
  if (problem.status === 503) reply.header('retry-after', '1');
  reply.code(personalizerStatus(problem)).send(personalizerProblem(problem, askedBy(request)));
}

function askedBy({ routeOptions: { url = '' } }: FastifyRequest): Asked {
  const verb = url.slice(url.lastIndexOf('/') + 1);
  return verb === 'rank' || verb === 'reward' || verb === 'activate' ? verb : 'other';
}
