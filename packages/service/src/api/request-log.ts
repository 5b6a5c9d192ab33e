/**
 * One line for each request, of facts that cannot hold anything private: no path, no query, no header,
 * no body. Errors are told at `info` or above, everything else at `debug`. Only refusals for overload
 * are told together. Where the journal, or the way to another member, kept a request from being answered, the line has what was said
 * there: words of the database or the network, which know nothing of the request but its ids.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LogFields, Logger } from '../instruments/logger.ts';
import { parseDecisionId } from '../journal/decision-id.ts';
import { JournalFailure } from '../journal/journal.ts';
import type { ServiceProblem } from '../problems/problem.ts';
import { createOverloadLog } from './overload-log.ts';
import type { HttpMetrics } from './routes/route-tools.ts';
import { POLICY_ID } from './schemas/text-schemas.ts';
import { keyLabel } from './security/key-text.ts';

export interface RequestLogOptions {
  readonly logger: Logger;
  readonly metrics: HttpMetrics | null;
}

export interface RequestLog {
  /** A hook: writes the line when the answer is out. */
  answered(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Notes that a request is refused because there is too much to do. */
  overloaded(request: FastifyRequest): void;
  /** Notes what kept a request from being answered: the journal, or another member. */
  hindered(request: FastifyRequest, problem: ServiceProblem): void;
  /** Tells what has not been told yet. */
  flush(): void;
  /** Tells of a fault inside: its kind and where, not its words, which may quote the request. */
  failed(request: FastifyRequest, error: unknown): void;
}

/** Returns the log of one server. */
export function createRequestLog({ logger, metrics }: RequestLogOptions): RequestLog {
  const overload = createOverloadLog(logger, 'requests refused: too much to do');
  const refused = new WeakSet<FastifyRequest>();
  const hindrances = new WeakMap<FastifyRequest, LogFields>();
  return {
    answered: async (request, reply) => {
      const { method } = request;
      const route = routeLabel(request);
      const status = reply.statusCode;
      const durationMs = Math.round(reply.elapsedTime * 100) / 100;
      metrics?.answered({ route, method: knownMethod(method), status, durationMs });
      if (refused.has(request)) {
        overload.note();
        return;
      }
      const hindrance = hindrances.get(request);
      const fields = { method, route, status, durationMs, ...callerFields(request), ...hindrance };
      if (status >= 500) logger.error('request', fields);
      else if (status >= 400) logger.info('request', fields);
      else logger.debug('request', fields);
    },
    overloaded: (request) => {
      refused.add(request);
    },
    hindered: (request, { code, cause }) => {
      const isTold = cause instanceof JournalFailure || code === 'HR_OWNER_AWAY';
      const detail = isTold && cause instanceof Error ? cause.message : undefined;
      hindrances.set(request, { code, ...(detail !== undefined && { detail }) });
    },
    flush: () => overload.flush(),
    failed: (request, error) => {
      const name = error instanceof Error ? error.name : typeof error;
      logger.error('request failed inside', {
        route: routeLabel(request),
        code: name,
        detail: framesOf(error),
      });
    },
  };
}

function routeLabel(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  return config?.label ?? url ?? 'unknown';
}

/** Metrics keep every label for good, so strangers must not be able to invent methods. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].includes(method)
    ? method
    : 'other';
}

/** Only for callers who were let in: what strangers write into a path may be anything. */
function callerFields({ caller, params }: FastifyRequest): LogFields {
  if (caller === null) return {};
  const { id = '' } = (params ?? {}) as { id?: string };
  const policy = parseDecisionId(id)?.policy ?? (POLICY_ID.test(id) ? id : undefined);
  const mayShow = policy !== undefined && !policy.startsWith('hk_');
  return { keyId: keyLabel(caller.id), ...(mayShow && { policy }) };
}

/** The places in the code that the error passed through, without its message. */
function framesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, 6)
    .map((line) => line.trim())
    .join(' | ');
}
