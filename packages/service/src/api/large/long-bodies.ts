/**
 * How much of long bodies may be under way, from the first byte to the answer, in all and of one caller. What is carried out goes on when its
 * caller hangs up, and counts as long.
 *
 * Whoever carries them out reads them, one after the other, and a megabyte takes a tenth of a second. Without a bound, one caller who
 * sends hundreds at a time fills the memory, and keeps everybody waiting whose policy is in the same thread.
 */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ServiceProblem } from '../../problems/problem.ts';
import { whenClosed } from '../connections/when-closed.ts';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { callerName } from '../security/caller-name.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What settles when a long body was carried out; null before that begins. */
    carriedOut: Promise<unknown> | null;
  }
}

/** In all, and of one caller, in bytes. */
const UNDER_WAY_MAX = 8 * LIST_BODY_BYTES;
const UNDER_WAY_OF_CALLER = 4 * LIST_BODY_BYTES;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** Returns a hook that comes when the caller is known. */
export function createLongBodies(): Hook {
  const counts = new Map<string, number>();
  let all = 0;
  const add = (caller: string, bytes: number): void => {
    const own = (counts.get(caller) ?? 0) + bytes;
    if (own > 0) counts.set(caller, own);
    else counts.delete(caller);
    all += bytes;
  };
  return (request, reply, done) => {
    if (request.routeOptions.config.isBodyKept !== true) return done();
    const bytes = bytesOf(request);
    const caller = callerName(request);
    const own = counts.get(caller) ?? 0;
    if (own + bytes > UNDER_WAY_OF_CALLER || all + bytes > UNDER_WAY_MAX) return done(tooMuch());
    add(caller, bytes);
    whenClosed(reply.raw, () => {
      const ended = Promise.resolve(request.carriedOut).catch(() => {});
      void ended.then(() => add(caller, -bytes));
    });
    return done();
  };
}

/** Notes that a body is carried out until this settles, whether or not anybody waits for it. */
export function carryOut<Answer>(
  request: Pick<FastifyRequest, 'carriedOut'>,
  answer: Promise<Answer>,
): Promise<Answer> {
  request.carriedOut = answer;
  return answer;
}

/** As long as it says it is; one that does not say may be as long as any. */
function bytesOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? LIST_BODY_BYTES);
  return Math.min(length, LIST_BODY_BYTES);
}

function tooMuch(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: `Of long bodies ${UNDER_WAY_MAX / 1024 / 1024} MiB may be under way at a time, and ${UNDER_WAY_OF_CALLER / 1024 / 1024} MiB of one caller. Try again soon, or send fewer at a time.`,
  });
}
