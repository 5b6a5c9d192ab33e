/**
 * Builds the HTTP server around a decision service. It does not listen yet.
 *
 * A request passes: load check → guard (name, key, scope, policy, rate) → another member, if that one
 * writes the policy → room for a long body → body limits and JSON → schema → service → answer. Whatever fails on the way ends in one place as problem details.
 */
import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { Clock } from '../instruments/clock.ts';
import type { EvaluationEvents } from '../instruments/evaluation-events.ts';
import type { Logger } from '../instruments/logger.ts';
import type { ForwardOutcome } from '../instruments/metrics.ts';
import type { KeyStore } from '../journal/journal.ts';
import { ALWAYS_HERE } from '../placement/placement.ts';
import { type ProblemCode, ServiceProblem } from '../problems/problem.ts';
import { createAnswerInTime } from './answer-in-time.ts';
import type { Assets } from './asset.ts';
import { breakOff } from './connections/break-off.ts';
import { ConnectionGate } from './connections/connection-gate.ts';
import { registerDocsRoutes } from './docs/docs-route.ts';
import { PROBLEM_TYPE, problemBody, problemOf } from './errors/problem-reply.ts';
import { invalidInput } from './errors/schema-fault.ts';
import { createEventStreams } from './event-streams.ts';
import { createForwarding, type ForwardingOptions } from './forwarding/forwarding.ts';
import type { PolicyFinder } from './forwarding/known-places.ts';
import { createOtherMembers, type OtherMembers } from './forwarding/other-members.ts';
import { refuseStrays } from './forwarding/strays.ts';
import { hopMark } from './forwarding/who-answers.ts';
import { HTTP_DEFAULTS, type HttpOptions, SMALL_BODY_BYTES } from './http-options.ts';
import { parseJsonBody } from './json-body.ts';
import type { LabReports } from './lab-report.ts';
import { type LargeCalls, largeCalls } from './large/large-calls.ts';
import { createLongBodies } from './large/long-bodies.ts';
import { createLoadCheck } from './load-check.ts';
import { registerMcpRoute } from './mcp/mcp-route.ts';
import { createMethodTable, type MethodTable } from './method-table.ts';
import { registerOfrepRoutes } from './ofrep/ofrep-routes.ts';
import { openApiOptions } from './openapi.ts';
import { createOverloadLog, type OverloadLog } from './overload-log.ts';
import { registerPersonalizerRoutes } from './personalizer/personalizer-routes.ts';
import { createRawAnswers, type RawAnswers } from './raw-answers.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { registerArchiveRoutes } from './routes/archive-routes.ts';
import { registerAssetRoutes } from './routes/asset-routes.ts';
import { registerBatchRoute } from './routes/batch-route.ts';
import { registerBulkRoute } from './routes/bulk-route.ts';
import { registerDecisionRoutes } from './routes/decision-routes.ts';
import { registerEventRoute } from './routes/event-route.ts';
import { registerExportRoute } from './routes/export-route.ts';
import { registerForgetRoutes } from './routes/forget-routes.ts';
import { registerGroupRoutes } from './routes/group-routes.ts';
import { registerLabReportRoutes } from './routes/lab-report-routes.ts';
import { registerMemberRoutes } from './routes/member-routes.ts';
import { registerOperationRoutes } from './routes/operation-routes.ts';
import { registerOutcomeRoutes } from './routes/outcome-routes.ts';
import { registerPolicyRoutes } from './routes/policy-routes.ts';
import { registerReportRoutes } from './routes/report-routes.ts';
import type { HttpMetrics, HttpServer, NoteProblem, RouteTools } from './routes/route-tools.ts';
import { registerSubjectRoutes } from './routes/subject-routes.ts';
import { fit } from './schemas/fit.ts';
import { createGuard } from './security/guard.ts';
import { SECURITY_HEADERS } from './security/security-headers.ts';

export interface HttpServerInput {
  readonly service: DecisionService;
  /** Where long requests are carried out; here if absent. */
  readonly large?: LargeCalls;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: HttpMetrics;
  /** Who is told of evaluations of flags, and closed with the server; nobody if absent. */
  readonly evaluations?: EvaluationEvents;
  /** Who knows which member writes which policy; if absent, all are written here. */
  readonly placement?: PolicyFinder;
  /** By which the process knows itself when it asks at its own address (forwarding/who-answers.ts); a random one if absent. */
  readonly ownName?: string;
  readonly assets?: Assets;
  /** Reports of the lab; none if absent. */
  readonly reports?: LabReports;
  readonly options?: Partial<HttpOptions>;
}

/** Returns a server that is ready to listen, or to be asked directly in tests. */
export async function createHttpServer(input: HttpServerInput): Promise<HttpServer> {
  const options: HttpOptions = { ...HTTP_DEFAULTS, ...input.options };
  const metrics = input.metrics ?? null;
  const log = createRequestLog({ logger: input.logger, metrics });
  const guard = createGuard({ keys: input.keys, clock: input.clock, options });
  const streams = createEventStreams({
    limit: options.eventStreamLimit,
    limitPerCaller: options.eventStreamsPerCaller,
    heartbeatMs: options.heartbeatMs,
  });
  const cuts = createCutLogs(input.logger);
  const gate = createGate(options, cuts);
  const load = createLoadCheck(options.requestLimit, gate);
  const methods = createMethodTable();

  const raw = createRawAnswers();
  const app = createBareServer(options, raw);
  gate.watch(app.server);
  readBodies(app);
  const note = noteProblems(log);
  answerErrors(app, note, methods);
  app.addHook('onRoute', ({ url, method }) => methods.add(url, method));
  const { ownName = randomUUID(), placement } = input;
  markAnswers(app, ownName);
  app.addHook('onRequest', raw.begin);
  if (placement !== undefined) {
    app.addHook('onRequest', createAnswerInTime(options.answerMsMax, sendProblem));
    app.addHook('onRequest', refuseStrays(placement));
  }
  app.addHook('onRequest', load.enter);
  app.addHook('onSend', async (request, _reply, payload) => load.answer(request, payload));
  app.addHook('onRequest', guard.check);
  if (placement !== undefined) forwardTo(app, { placement, options, ownName }, metrics);
  app.addHook('onRequest', createLongBodies());
  app.addHook('onResponse', log.answered);
  app.addHook('onClose', async () => {
    log.flush();
    for (const cut of Object.values(cuts)) cut.flush();
    await input.evaluations?.close();
  });
  app.addHook('preClose', async () => {
    load.close();
    streams.closeAll();
    gate.close();
  });

  await app.register(swagger, openApiOptions(options.version));
  const { service, large = largeCalls(service) } = input;
  const evaluations = input.evaluations ?? null;
  const others = input.placement === undefined ? null : askOthers(app, input.placement, options);
  const { isStillWelcome } = guard;
  const welcome = { isStillWelcome, cutOff: cutOffBy(cuts.slow) };
  const tools = { service, large, streams, others, metrics, evaluations, ...welcome, options };
  registerDecisionRoutes(app, tools);
  registerBatchRoute(app, tools);
  registerGroupRoutes(app, tools);
  await registerBulkRoute(app, tools);
  registerOutcomeRoutes(app, tools);
  registerPolicyRoutes(app, tools);
  registerArchiveRoutes(app, tools);
  registerForgetRoutes(app, tools);
  registerSubjectRoutes(app, tools);
  registerReportRoutes(app, tools);
  registerExportRoute(app, tools);
  registerEventRoute(app, tools, input.placement ?? ALWAYS_HERE);
  registerLabReportRoutes(app, input.reports ?? new Map());
  if (options.ofrep) await registerOfrepRoutes(app, tools, note);
  if (options.personalizer) await registerPersonalizerRoutes(app, tools, note);
  if (options.mcp) registerMcpRoute(app, tools);
  registerMemberRoutes(app, input.placement ?? null);
  registerOperationRoutes(app, tools);
  registerDocsRoutes(app);
  registerAssetRoutes(app, input.assets ?? new Map());
  await app.ready();
  return app;
}

/** Comes first: refusals have these headers, too. */
function markAnswers(app: HttpServer, ownName: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...SECURITY_HEADERS, ...hopMark(request, ownName) });
    done();
  });
}

/** Must come after the guard: only who was let in here is sent on. */
function forwardTo(
  app: HttpServer,
  input: Omit<ForwardingOptions, 'onSent'>,
  metrics: HttpMetrics | null,
): void {
  const onSent = (outcome: ForwardOutcome) => metrics?.forwarded(outcome);
  const forwarding = createForwarding({ ...input, onSent });
  app.addHook('onRequest', forwarding.pass);
  app.addHook('preParsing', forwarding.readAgain);
  app.addHook('preClose', async () => forwarding.endStreams());
  app.addHook('onClose', async () => forwarding.close());
}

function askOthers(app: HttpServer, placement: PolicyFinder, options: HttpOptions): OtherMembers {
  const others = createOtherMembers(placement, options.forwardSilenceMs);
  app.addHook('onClose', async () => others.close());
  return others;
}

function createBareServer(options: HttpOptions, raw: RawAnswers): HttpServer {
  const app = fastify({
    // Nothing is logged but by request-log.ts: what the framework writes may quote requests.
    logger: false,
    bodyLimit: SMALL_BODY_BYTES,
    exposeHeadRoutes: false,
    // One proxy: the address that it saw itself, not what its caller claimed.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: options.keepAliveTimeoutMs,
    connectionTimeout: options.idleTimeoutMs,
    maxRequestsPerSocket: options.requestsPerSocketMax,
    // The answer while closing comes from load-check.ts, in the same form as every other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    http: {
      headersTimeout: options.headersTimeoutMs,
      connectionsCheckingInterval: options.timeoutCheckMs,
    },
    clientErrorHandler: (error, socket) => raw.refuse(error.code, socket),
    frameworkErrors: (error, _request, reply) => {
      reply.headers(SECURITY_HEADERS);
      sendProblem(problemOf(error), reply as unknown as FastifyReply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.decorateRequest('caller', null);
  app.decorateRequest('carriedOut', null);
  return app;
}

type CutLogs = Readonly<Record<'tooMany' | 'unread' | 'slow', OverloadLog>>;

/** Why connections are cut that their callers had not done with. */
function createCutLogs(logger: Logger): CutLogs {
  return {
    tooMany: createOverloadLog(logger, 'connections cut: too many are open'),
    unread: createOverloadLog(logger, 'connections cut: answers are not taken'),
    slow: createOverloadLog(logger, 'connections cut: callers are too slow for others'),
  };
}

/** Behind a proxy all connections have its address, so that they count in all alone. */
function createGate(options: HttpOptions, cuts: CutLogs): ConnectionGate {
  const { connectionLimit, connectionsPerAddress, trustProxy, unfinishedMs, closingMs } = options;
  const { unreadMax, unreadCheckMs } = options;
  return new ConnectionGate({
    limit: connectionLimit,
    limitPerAddress: trustProxy || connectionsPerAddress === 0 ? null : connectionsPerAddress,
    unfinishedMs,
    closingMs,
    onCut: () => cuts.tooMany.note(),
    unreadMax,
    unreadCheckMs,
    onUnread: () => cuts.unread.note(),
  });
}

function cutOffBy(log: OverloadLog): RouteTools['cutOff'] {
  return ({ raw }) => {
    breakOff(raw);
    log.note();
  };
}

/** Only JSON is read; a body that does not fit its schema is refused, never converted. */
function readBodies(app: HttpServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(;\s*charset="?utf-8"?)?$/i,
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      routeOptions.config.isBodyKept === true ? body : parseJsonBody(body),
  );
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
    // Bytes are checked where they are read.
    if (Buffer.isBuffer(value)) return { value };
    const result = fit(schema, value);
    return result.success ? { value: result.data } : { error: invalidInput(result.error.issues) };
  });
  // Answers are checked against their schemas by the tests, not while serving: an answer that does
  // not fit is still better than none.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
}

/** Refusals for which neither the request is to blame nor the service itself. */
const HINDRANCES: ReadonlySet<ProblemCode> = new Set(['HR_JOURNAL_UNAVAILABLE', 'HR_OWNER_AWAY']);

/** A connection that breaks, as the framework says it. */
const BROKEN_OFF = { statusCode: 400 };

/** Whether an answer could not be begun because nobody waits for it any more: nothing failed inside. */
function hasLeft(error: unknown, { raw }: FastifyRequest): boolean {
  const isCut =
    error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isCut && raw.socket.destroyed;
}

function noteProblems(log: RequestLog): NoteProblem {
  return (error, request) => {
    const problem = problemOf(hasLeft(error, request) ? BROKEN_OFF : error);
    if (problem.code === 'HR_INTERNAL') log.failed(request, error);
    if (problem.code === 'HR_OVERLOADED') log.overloaded(request);
    if (HINDRANCES.has(problem.code)) log.hindered(request, problem);
    return problem;
  };
}

function answerErrors(app: HttpServer, note: NoteProblem, methods: MethodTable): void {
  app.setErrorHandler((error, request, reply) => {
    sendProblem(note(error, request), reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.methodsAt(request.url.split('?')[0]!);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    sendProblem(allowed.length > 0 ? wrongMethod(allowed) : unknownRoute(), reply);
  });
}

function sendProblem(problem: ServiceProblem, reply: FastifyReply): void {
  if (problem.status === 503) reply.header('retry-after', '1');
  // Headers that belonged to the answer that did not come about.
  reply.removeHeader('content-disposition');
  reply
    .code(problem.status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemBody(problem)));
}

function wrongMethod(allowed: readonly string[]): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_METHOD',
    detail: `This address takes ${allowed.join(' and ')} only.`,
  });
}

function unknownRoute(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_ROUTE_UNKNOWN',
    detail: 'There is nothing at this address. GET /openapi.json lists what there is.',
  });
}
