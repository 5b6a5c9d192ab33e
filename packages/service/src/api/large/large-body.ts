/**
 * Routes whose bodies are handed on as they came, and answers that are text already.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredForm } from '../preferred-form.ts';
import type { Caller } from '../security/access.ts';
import type { LargeAnswer, LargeRequest } from './large-calls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is not read here: whoever carries the request out checks it, too. */
    isBodyKept?: true;
  }
}

type Request = Pick<FastifyRequest, 'body' | 'headers'> & { readonly caller: Caller | null };

/** Returns the request as plain data. */
export function largeRequest({ body, headers, caller }: Request): LargeRequest {
  const { id, site } = caller!;
  const key = headers['idempotency-key'];
  return {
    body: Buffer.isBuffer(body) ? body : new Uint8Array(),
    id,
    site,
    isReader: caller!.hasScope('read'),
    key: typeof key === 'string' ? key : null,
    form: preferredForm(headers),
  };
}

/** Sends the text, or its bytes as they are. */
export function sendLarge(reply: FastifyReply, { body, isReplay }: LargeAnswer): FastifyReply {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  const payload = typeof body === 'string' ? body : bufferOf(body);
  return reply.type('application/json; charset=utf-8').send(payload);
}

/** What has crossed threads is no buffer any more. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
