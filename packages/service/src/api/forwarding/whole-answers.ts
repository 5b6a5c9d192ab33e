/**
 * Reads answers, one after the other, out of what comes on a connection to another member.
 *
 * It reads what our own server writes to short calls, and no more: a head, and a body whose length is said.
 * Anything else, and the answer of whoever is no member, is a fault of the connection.
 */
import { HOP_HEADER, isEndToEnd, MOVED_HEADER } from './hop-headers.ts';

export interface WholeAnswer {
  readonly statusCode: number;
  /** Names and values in turn, without those that are about the connection. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Whether nothing more is answered on this connection. */
  readonly isLast: boolean;
  /** Whether the policy is not there any more: nothing was done. */
  readonly hasMoved: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) /;
const NOTHING = Buffer.alloc(0);
/** More than any head or body of ours has. */
const BYTES_MAX = 8 * 1024 * 1024;

export class AnswerReader {
  #rest: Buffer = NOTHING;
  /** Bytes that the next answer has at least; nothing is looked at before. */
  #needed = 0;

  /** Returns the answers that are whole by now; throws at what is none. */
  read(piece: Buffer): WholeAnswer[] {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const answers: WholeAnswer[] = [];
    for (let next = this.#next(); next !== null; next = this.#next()) answers.push(next);
    return answers;
  }

  #next(): WholeAnswer | null {
    const bytes = this.#rest;
    if (bytes.length === 0 || bytes.length < this.#needed) return null;
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) {
      if (bytes.length > BYTES_MAX) throw new Error('The head of an answer does not end.');
      return null;
    }
    const head = headOf(bytes.toString('latin1', 0, headEnd));
    const start = headEnd + HEAD_END.length;
    const end = start + head.bodyLength;
    this.#needed = end;
    if (bytes.length < end) return null;
    this.#rest = bytes.subarray(end);
    this.#needed = 0;
    return { ...head, body: bytes.subarray(start, end) };
  }
}

function headOf(text: string): Omit<WholeAnswer, 'body'> & { readonly bodyLength: number } {
  const [first, ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(first!);
  if (status === null) throw new Error('This is no answer.');
  const headers: string[] = [];
  let [bodyLength, isLast, hasMoved, isMarked] = [Number.NaN, false, false, false];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'content-length') bodyLength = Number(value);
    if (name === 'connection') isLast = value.toLowerCase() === 'close';
    if (name === MOVED_HEADER) hasMoved = true;
    if (name === HOP_HEADER) isMarked = true;
    if (isEndToEnd(name)) headers.push(name, value);
  }
  if (!isMarked) throw new Error('Whoever answers is no member.');
  if (!(bodyLength >= 0 && bodyLength <= BYTES_MAX)) throw new Error('The body has no length.');
  return { statusCode: Number(status[1]), headers, bodyLength, isLast, hasMoved };
}
