/**
 * The OpenFeature remote evaluation protocol (OFREP 0.3): a policy is a flag, and its actions are the variants.
 *
 *     POST /ofrep/v1/evaluate/flags/{policy}    decides, once for (policy, targetingKey, what the policy looks at)
 *     POST /ofrep/v1/evaluate/flags             tells of all flags and decides nothing: what was decided before,
 *                                               and where nothing was, the baseline or no value
 *
 * A decision is found again by a key that is made of all it depends on, so it is the same after a restart, on every
 * replica, for every API key, and for two who ask at once. Mode and generation are part of that key, and whether the
 * policy is halted: a switch to safe mode is felt at once by everybody, and whoever had a decision has it again afterwards. A flag
 * whose policy is archived has no value for anybody, as it is not among all flags.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DecisionService, PolicyPage } from '../../decisions/decision-service.ts';
import { fingerprint } from '../../decisions/fold/canonical-json.ts';
import type { AskedDefinition, PolicyTerms } from '../../decisions/views/policy-terms.ts';
import { REQUEST_KEYS } from '../../journal/entry.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { archived } from '../../problems/refusals.ts';
import type { DecisionReceipt, PolicyView } from '../../wire.ts';
import { isKnown } from '../asset.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import { policyInPath } from '../routes/route-schema.ts';
import type { HttpServer, NoteProblem, RouteTools } from '../routes/route-tools.ts';
import type { Access, Caller } from '../security/access.ts';
import { forOwnSite, ownPolicies, siteFor } from '../security/own-site.ts';
import {
  type EvaluationContext,
  evaluationBody,
  requestOf,
  targetingKeyOf,
} from './evaluation-context.ts';
import { evaluationOf, refusedEvaluation } from './evaluation-told.ts';
import { decidedFlag, type FlagAnswer, previewedFlag } from './flag-answer.ts';
import { type FlagProblem, flagProblem, flagStatus } from './flag-problem.ts';

const DECIDE = {
  kind: 'key',
  scope: 'decide',
  bucket: 'decisions',
  subject: 'policy',
  isForSites: true,
} as const satisfies Access;

/** Flags that are told of at once; more policies need a key that is kept to some of them. */
const FLAGS_MAX = 100;

export async function registerOfrepRoutes(
  app: HttpServer,
  tools: RouteTools,
  note: NoteProblem,
): Promise<void> {
  await app.register(async (scope) => {
    const own = scope as unknown as HttpServer;
    own.setErrorHandler((error, request, reply) => {
      const { id } = (request.params ?? {}) as { id?: string };
      const problem = note(error, request);
      // Names that strangers make up are told to nobody.
      const isKnownCaller = request.caller !== null;
      if (id !== undefined && isKnownCaller) {
        tools.evaluations?.note(refusedEvaluation(problem, id));
      }
      sendFault(problem, id, reply);
    });
    registerEvaluate(own, tools);
    registerEvaluateAll(own, tools);
  });
}

function registerEvaluate(app: HttpServer, { service, evaluations }: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/ofrep/v1/evaluate/flags/:id',
    bodyLimit: LARGE_BODY_BYTES,
    config: { access: DECIDE },
    schema: { hide: true, params: policyInPath, body: evaluationBody },
    handler: async ({ params, body, caller }): Promise<FlagAnswer> => {
      const flag = await evaluate(service, params.id, { context: body.context, caller: caller! });
      evaluations?.note(evaluationOf(flag));
      return flag;
    },
  });
}

/** How often a flag is asked for whose policy changes its mode each time. */
const TRIES = 3;

/** A decision that was made in another mode than its key says would be found again in that mode, for ever, and have no value. */
async function evaluate(
  service: DecisionService,
  policy: string,
  asking: Asking,
  tries: number = TRIES,
): Promise<FlagAnswer> {
  try {
    return await decideFlag(service, policy, asking);
  } catch (error) {
    const isMoving = error instanceof ServiceProblem && error.code === 'HR_MODE_CHANGED';
    if (!isMoving || tries === 1) throw error;
    return await evaluate(service, policy, asking, tries - 1);
  }
}

async function decideFlag(
  service: DecisionService,
  policy: string,
  { context, caller }: Asking,
): Promise<FlagAnswer> {
  const terms = await service.terms(policy);
  if (terms.archivedAt !== null) throw archived(terms.id, terms.archivedAt);
  const { mode } = terms;
  const { request, key } = questionOf(terms, context, caller);
  const { text, isReplay } = await service.decide(policy, request, { ...key, mode });
  const receipt = JSON.parse(text) as DecisionReceipt;
  // Of one that was made before, more may be known by now.
  const { state } = isReplay
    ? await service.decision(receipt.id, siteFor(caller))
    : { state: 'issued' as const };
  return decidedFlag({ receipt, state }, { caller, mode });
}

function registerEvaluateAll(app: HttpServer, tools: RouteTools): void {
  app.route({
    method: 'POST',
    url: '/ofrep/v1/evaluate/flags',
    bodyLimit: LARGE_BODY_BYTES,
    config: { access: { ...DECIDE, bucket: 'reads', subject: 'each' } },
    schema: { hide: true, body: evaluationBody },
    handler: async (request, reply) => {
      const { body, caller, headers } = request;
      targetingKeyOf(body.context);
      const looked = await evaluateAll(tools, body.context, caller!);
      const flags = await withThoseElsewhere(tools, request, looked);
      const etag = `"${fingerprint(flags)}"`;
      reply.header('etag', etag);
      if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
      return { flags };
    },
  });
}

type Flag = FlagAnswer | FlagProblem;

/** A flag as it was looked at here. */
interface Looked {
  readonly policy: string;
  readonly flag: Flag;
  /** Whether another replica must be asked. */
  readonly isElsewhere: boolean;
}

/** What the replicas that hold the others say of them; where one says nothing, that they are away stays. */
async function withThoseElsewhere(
  { others }: RouteTools,
  request: FastifyRequest,
  looked: readonly Looked[],
): Promise<readonly Flag[]> {
  const away = looked.filter(({ isElsewhere }) => isElsewhere).map(({ policy }) => policy);
  if (others === null || away.length === 0) return looked.map(({ flag }) => flag);
  const answers = await others.ask(request, away);
  return looked.map(({ policy, flag }) => {
    const { flags = [] } = (answers.get(policy) ?? {}) as { flags?: readonly Flag[] };
    return flags.find(({ key }) => key === policy) ?? flag;
  });
}

async function evaluateAll(
  tools: RouteTools,
  context: EvaluationContext,
  caller: Caller,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for await (const views of ownViews(tools, caller)) {
    if (looked.length + views.length > FLAGS_MAX) throw tooManyFlags();
    for (const view of views) looked.push(await tryToLook(tools, view, { context, caller }));
  }
  return looked;
}

/** The policies of the caller, by pages: of long definitions there are few on one. */
async function* ownViews(
  { service }: RouteTools,
  caller: Caller,
): AsyncGenerator<readonly PolicyView[], void> {
  let after: string | null = '';
  while (after !== null) {
    const asked = { ...ownPolicies(caller), after, limit: FLAGS_MAX + 1 };
    const { policies, next }: PolicyPage = await service.policies(asked);
    yield policies;
    after = next;
  }
}

async function tryToLook(tools: RouteTools, view: PolicyView, asking: Asking): Promise<Looked> {
  const { id: policy } = view;
  try {
    return { policy, flag: await look(tools, view, asking), isElsewhere: false };
  } catch (error) {
    // One policy that is halted or away must not take the others' values away.
    if (!(error instanceof ServiceProblem)) throw error;
    const isElsewhere = error.code === 'HR_OWNER_AWAY';
    return { policy, flag: flagProblem(error, policy), isElsewhere };
  }
}

interface Asking {
  readonly context: EvaluationContext;
  readonly caller: Caller;
}

/** What was decided before, or what would be; decides nothing. */
async function look(
  { service }: RouteTools,
  view: PolicyView,
  { context, caller }: Asking,
): Promise<FlagAnswer> {
  const isHalted = view.health.state === 'halted';
  const { request, key } = questionOf({ ...view, isHalted }, context, caller);
  const site = siteFor(caller);
  const known = await service.decisionByKey(view.id, key);
  if (known === null) {
    return previewedFlag(view.id, await service.preview(view.id, request, site));
  }
  return decidedFlag(await service.decision(known, site), { caller, mode: view.mode });
}

interface FlagTerms extends Pick<PolicyTerms, 'generation' | 'mode' | 'isHalted'> {
  readonly definition: Pick<AskedDefinition, 'context' | 'split'>;
}

/** The decision that is asked for, and the key under which it is found again. */
function questionOf(terms: FlagTerms, context: EvaluationContext, caller: Caller) {
  const targetingKey = targetingKeyOf(context);
  const request = forOwnSite(caller, requestOf(terms.definition, context));
  const { generation } = terms;
  const mode = terms.isHalted ? 'halted' : terms.mode;
  const text = fingerprint({ targetingKey, request, generation, mode });
  const { site } = caller;
  // Decisions of flags are the same for all API keys, so that they have one scope of their own.
  return { request, key: { scope: REQUEST_KEYS, text, ...(site === null ? {} : { site }) } };
}

function sendFault(problem: ServiceProblem, key: string | undefined, reply: FastifyReply): void {
  if (problem.status === 503) reply.header('retry-after', '1');
  reply.code(flagStatus(problem)).send(flagProblem(problem, key));
}

function tooManyFlags(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `At most ${FLAGS_MAX} flags are told of at once, but the key may touch more policies. Use a key that is kept to the policies of this application.`,
  });
}
