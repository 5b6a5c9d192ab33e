/**
 * What the routes are given, and what they are registered with.
 */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { DecisionService } from '../../decisions/decision-service.ts';
import type { EvaluationEvents } from '../../instruments/evaluation-events.ts';
import type { Metrics } from '../../instruments/metrics.ts';
import type { ServiceProblem } from '../../problems/problem.ts';
import type { EventStreams } from '../event-streams.ts';
import type { OtherMembers } from '../forwarding/other-members.ts';
import type { HttpOptions } from '../http-options.ts';
import type { LargeCalls } from '../large/large-calls.ts';
import type { Guard } from '../security/guard.ts';

export type HttpServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the server tells the metrics, and where it reads them. */
export type HttpMetrics = Pick<Metrics, 'answered' | 'forwarded' | 'text' | 'contentType'>;

export interface RouteTools {
  readonly service: DecisionService;
  readonly large: LargeCalls;
  readonly streams: EventStreams;
  /** The members that share the journal; null if there are none. */
  readonly others: OtherMembers | null;
  readonly metrics: HttpMetrics | null;
  /** Who is told of evaluations of flags; null for nobody. */
  readonly evaluations: Pick<EvaluationEvents, 'note'> | null;
  /** Whether a caller who was let in would still be; for what takes long. */
  readonly isStillWelcome: Guard['isStillWelcome'];
  /** Ends an answer whose caller is too slow, for others who wait for room. */
  readonly cutOff: (reply: Pick<FastifyReply, 'raw'>) => void;
  readonly options: HttpOptions;
}

/** Returns what an error stands for, and has it in the log if it belongs there. */
export type NoteProblem = (error: unknown, request: FastifyRequest) => ServiceProblem;
