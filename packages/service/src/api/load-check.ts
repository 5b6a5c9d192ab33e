/**
 * Refuses requests at once when too many are under way, in all or on one connection, when there are too many
 * connections, or when the service is closing, before keys are looked at and bodies are read: under overload the
 * cheap answer must stay cheap.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ServiceProblem } from '../problems/problem.ts';
import type { ConnectionGate } from './connections/connection-gate.ts';

export interface LoadCheck {
  /** A hook at the beginning of every request. */
  enter(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void;
  /** A hook that is called with every answer: one that is whole has no more to do here. */
  answer(request: FastifyRequest, payload: unknown): void;
  /** From now on everything is refused. */
  close(): void;
}

/** Requests that may be sent on one connection before the first is answered. */
const PIPELINED_MAX = 64;
const PROBES: readonly (string | undefined)[] = ['/livez', '/readyz'];

export function createLoadCheck(
  requestLimit: number,
  gate: Pick<ConnectionGate, 'isSpare' | 'underWayWith'>,
): LoadCheck {
  const underWay = new Set<FastifyRequest>();
  let isClosing = false;
  return {
    enter: (request, reply, done) => {
      if (isClosing) return done(closing());
      if (gate.isSpare(request.raw)) {
        reply.header('connection', 'close');
        if (!PROBES.includes(request.routeOptions.url)) return done(tooManyConnections());
      }
      if (gate.underWayWith(request.raw) > PIPELINED_MAX) return done(overloaded());
      // Probes are answered always; otherwise a busy service would look like a dead one.
      // Files of the page are in memory: they cost no more than a refusal, and take no decision's place.
      const { url, config } = request.routeOptions;
      if (url === '/livez' || config.label === 'page') return done();
      if (underWay.size >= requestLimit) return done(overloaded());
      underWay.add(request);
      reply.raw.on('close', () => underWay.delete(request));
      done();
    },
    // How long a caller takes to read it is no matter of others; a stream is made while it is read.
    answer: (request, payload) => {
      if (!(payload instanceof Readable)) underWay.delete(request);
    },
    close: () => {
      isClosing = true;
    },
  };
}

function closing(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_CLOSING',
    detail: 'The service is closing. Try again soon, or play the baseline.',
  });
}

function tooManyConnections(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail:
      'Too many connections are open, in all or from your address. Use fewer, try again soon, or play the baseline.',
  });
}

function overloaded(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many requests are under way. Try again soon, or play the baseline.',
  });
}
