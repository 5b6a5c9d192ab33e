/**
 * Refuses requests at once when too many are under way or the service is closing, before keys are
 * looked at and bodies are read: under overload the cheap answer must stay cheap.
 */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ServiceProblem } from '../problems/problem.ts';

export interface LoadCheck {
  /** A hook at the beginning of every request. */
  enter(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void;
  /** From now on everything is refused. */
  close(): void;
}

export function createLoadCheck(requestLimit: number): LoadCheck {
  let count = 0;
  let isClosing = false;
  return {
    enter: (request, reply, done) => {
      if (isClosing) return done(closing());
      // Probes are answered always; otherwise a busy service would look like a dead one.
      if (request.routeOptions.url === '/livez') return done();
      if (count >= requestLimit) return done(overloaded());
      count += 1;
      reply.raw.on('close', () => {
        count -= 1;
      });
      done();
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

function overloaded(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many requests are under way. Try again soon, or play the baseline.',
  });
}
