/**
 * Every request has an answer in time, whatever the database does: one that waits for it too long is
 * refused with 503. What it asked for may still be carried out; the caller's key finds it out.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceProblem } from '../problems/problem.ts';
import { journalUnavailable } from '../problems/refusals.ts';
import { LONG } from './long-routes.ts';

/** Returns the first hook of a request. */
export function createAnswerInTime(
  patienceMs: number,
  refuse: (problem: ServiceProblem, reply: FastifyReply) => void,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    done();
    if (reply.sent || LONG.has(request.routeOptions.url ?? '')) return;
    const patience = setTimeout(() => {
      // Who is still sending is not waiting.
      if (!request.raw.complete) patience.refresh();
      else if (!reply.sent) refuse(journalUnavailable(null), reply);
    }, patienceMs);
    reply.raw.once('close', () => clearTimeout(patience));
  };
}
