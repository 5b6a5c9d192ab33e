/**
 * Every request has an answer in time, whatever the database does: one that waits for it too long is
 * refused with 503. What it asked for may still be carried out; the caller's key finds it out.
 *
 * Files and streams may take as long as their readers like, but must begin in time. Who is still sending is not waiting, unless nobody
 * here has begun to read: a long body then stays on its way for as long as we wait ourselves.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceProblem } from '../problems/problem.ts';
import { journalUnavailable } from '../problems/refusals.ts';

/** Returns the first hook of a request. */
export function createAnswerInTime(
  patienceMs: number,
  refuse: (problem: ServiceProblem, reply: FastifyReply) => void,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    done();
    if (hasBegun(reply)) return;
    const patience = setTimeout(() => {
      if (isBeingSent(request.raw)) request.raw.once('end', () => patience.refresh());
      else if (!hasBegun(reply)) refuse(journalUnavailable(null), reply);
    }, patienceMs);
    reply.raw.once('close', () => clearTimeout(patience));
  };
}

/** Whoever sends a file says what it is when the first of it is there to be sent. */
function hasBegun(reply: FastifyReply): boolean {
  return reply.sent || reply.hasHeader('content-type');
}

function isBeingSent({ complete, readableFlowing }: IncomingMessage): boolean {
  return !complete && readableFlowing !== null;
}
