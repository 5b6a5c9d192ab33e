/**
 * Tells callers that want to know which member holds a policy, so that they can ask that one next time.
 *
 *     Hedgerow-Holder: tell       in a request
 *     Hedgerow-Member: k3Jf…      in its answer: the member that the request came to
 *     Hedgerow-Holder: Zq0x…      in its answer: the member that holds the policy, if it is about one
 *
 * A member is named, not its address: what members call each other is none of a caller's business, and may lead nowhere from where the
 * caller is. Whoever knows several addresses hears the name of each from its answers, and finds the holder among them. A name is drawn at
 * random for a process and opens nothing. Only who may touch the policy is told: the guard comes before this.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOLDER_HEADER, HOP_HEADER, MEMBER_HEADER } from './hop-headers.ts';

export type ToldHeaders = Readonly<Record<string, string>>;

export interface Telling {
  /** What is told because the request came here first. */
  asked(request: FastifyRequest): ToldHeaders;
  /** What is told because the policy is here. */
  holds(request: FastifyRequest): ToldHeaders;
}

const NOTHING: ToldHeaders = {};
const TELL = 'tell';
const NAME_BYTES = 9;

/** Returns what one member tells of itself. */
export function createTelling(): Telling {
  const name = randomBytes(NAME_BYTES).toString('base64url');
  const [member, holder] = [{ [MEMBER_HEADER]: name }, { [HOLDER_HEADER]: name }];
  return {
    asked: ({ headers }) =>
      headers[HOLDER_HEADER] === TELL && headers[HOP_HEADER] === undefined ? member : NOTHING,
    holds: ({ headers }) => (headers[HOLDER_HEADER] === TELL ? holder : NOTHING),
  };
}

/** What an answer tells that writes its headers itself. */
export function toldBy(reply: FastifyReply): ToldHeaders {
  const told = [HOP_HEADER, MEMBER_HEADER, HOLDER_HEADER].flatMap((name) => {
    const value = reply.getHeader(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(told);
}
