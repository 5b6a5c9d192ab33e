/**
 * The body of a request that is sent on.
 *
 * It is read whole, within the limit of its route, before a connection to another member is taken: who
 * sends slowly keeps nobody else waiting, and nothing has been sent yet if it breaks off. Only files of
 * rewards, which are long, go on as they come.
 */
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

const EMPTY = Buffer.alloc(0);

/** What a body can fail with, as the framework would say it. */
class BodyFault extends Error {
  readonly code: string | undefined;
  readonly statusCode: number = 400;

  constructor(code?: string) {
    super('The body could not be read.');
    this.name = 'BodyFault';
    this.code = code;
  }
}

function bodyTooLarge(): Error {
  return new BodyFault('FST_ERR_CTP_BODY_TOO_LARGE');
}

/** Only these methods of ours take one. */
function mayHaveBody({ method }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A body that says itself that it is too large is not even begun with. */
export function requireLength({ headers }: IncomingMessage, bytesMax: number): void {
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw bodyTooLarge();
}

/** Reads it to its end; rejects if it has more bytes than it may, or breaks off. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (!mayHaveBody(request)) return EMPTY;
  requireLength(request, bytesMax);
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    request.on('data', (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= bytesMax) chunks.push(chunk);
      else reject(bodyTooLarge());
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('close', () => {
      if (!request.readableEnded) reject(new BodyFault());
    });
    request.once('error', () => reject(new BodyFault()));
  });
}

export interface BodyPassing {
  readonly to: Writable;
  readonly bytesMax: number;
  /** Called whenever some of it came. */
  readonly onBytes: () => void;
}

/**
 * Passes it on as it comes, and of one that has more bytes than it may just one too many: whoever reads it sees so, and does not take
 * the line in which it breaks off for a whole one.
 */
export function passBody(request: IncomingMessage, { to, bytesMax, onBytes }: BodyPassing): void {
  let room = bytesMax + 1;
  request.on('data', (chunk: Buffer) => {
    onBytes();
    if (to.writableEnded) return;
    if (chunk.length >= room) to.end(chunk.subarray(0, room));
    else if (!to.write(chunk)) request.pause();
    room -= chunk.length;
  });
  to.on('drain', () => request.resume());
  request.once('end', () => to.end());
}
