/**
 * Ends an answer that is not whole, so that it does not look whole.
 *
 * In HTTP/1.1 its last chunk is missing. In HTTP/1.0, in which some proxies ask, it ends where the connection does, and only
 * one that is reset tells that there should be more.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export function breakOff(response: ServerResponse): void {
  const isLengthUnknown = response.headersSent && response.req.httpVersion === '1.0';
  if (isLengthUnknown) response.socket?.resetAndDestroy();
  else response.destroy();
}

/** Sends what comes in pieces; if they fail, the answer breaks off, or is a refusal where it has not begun. */
export function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
): FastifyReply {
  const body = Readable.from(pieces);
  body.once('error', () => {
    if (reply.raw.headersSent) breakOff(reply.raw);
  });
  return reply.send(body);
}
