/**
 * Answers to what is not even HTTP, or comes too slowly: written straight to the connection, which is
 * then closed.
 *
 * Several requests may have come on one connection before the broken one. If one of them is still being
 * answered, a refusal now would be read as the answer to it: somebody would believe that a decision was
 * refused which is in the books. So the answers under way go out first, and then the connection closes
 * without a word. So it does where the answer to the very request that broke off has begun: a refusal would become a part of it.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { headTooLarge } from '../problems/refusals.ts';
import type { Problem } from '../wire.ts';
import { breakOff } from './connections/break-off.ts';
import { PROBLEM_TYPE, problemBody } from './errors/problem-reply.ts';
import { SECURITY_HEADERS } from './security/security-headers.ts';

const HEAD_OVERFLOW = 'HPE_HEADER_OVERFLOW';
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

export interface RawAnswers {
  /** A hook at the beginning of every request. */
  begin(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void;
  /** Answers, if the connection can still take an answer, and closes it. */
  refuse(code: string | undefined, socket: Socket): void;
}

/** Returns what knows the requests under way on every connection of one server. */
export function createRawAnswers(): RawAnswers {
  const underWay = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();
  return {
    begin: (request, reply, done) => {
      const { socket } = request.raw;
      const pairs = underWay.get(socket) ?? new Map();
      underWay.set(socket, pairs.set(reply.raw, request.raw));
      reply.raw.on('close', () => pairs.delete(reply.raw));
      done();
    },
    refuse: (code, socket) => {
      const pairs = [...(underWay.get(socket) ?? [])];
      const whole = pairs.filter(([, request]) => request.complete);
      const begun = pairs.find(([response]) => response.headersSent);
      if (whole.length > 0) whole.at(-1)![0].once('close', () => socket.destroy());
      else if (begun !== undefined) breakOff(begun[0]);
      else writeRefusal(code, socket);
    },
  };
}

function writeRefusal(code: string | undefined, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = code === HEAD_OVERFLOW ? problemBody(headTooLarge()) : notHttp(code);
  const { status } = problem;
  const body = JSON.stringify(problem);
  const headers = { ...SECURITY_HEADERS, 'content-type': PROBLEM_TYPE, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines];
  const length = `content-length: ${Buffer.byteLength(body)}`;
  socket.end(`${[...head, length].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function notHttp(code: string | undefined): Problem {
  const status = code === TOO_SLOW ? 408 : 400;
  return {
    type: 'urn:hedgerow:problem:HR_INVALID_JSON',
    title: STATUS_CODES[status]!,
    status,
    code: 'HR_INVALID_JSON',
    detail: 'The request is not valid HTTP, or came too slowly.',
  };
}
