/**
 * Which headers go from one member to the next, and back.
 *
 * All that is about the request or its answer goes on as it came: who asks, the key that repetitions are
 * known by, what kind of body it is, the name that the service was addressed by. What is about the one
 * connection stays (RFC 9110, 7.6.1), and a mark is added: who sees it knows that one member has already
 * looked for the policy, and for which member it is: at the address of one that is gone another program of ours may listen, with a
 * policy of the same name in another database. The answer has a mark as well, by which a member is known from whoever else may listen at its address.
 */
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  maxHeaderSize,
  type OutgoingHttpHeaders,
} from 'node:http';
import { headTooLarge } from '../../problems/refusals.ts';

/** Marks a request that another member has sent on, and says for which one it is; and marks the answer to it. */
export const HOP_HEADER = 'hedgerow-hop';
/** Marks the refusal of a request that was sent on: the policy is not here any more, and nothing was done. */
export const MOVED_HEADER = 'hedgerow-moved';
/** Asks who holds the policy, and in the answer tells it (told-holder.ts). */
export const HOLDER_HEADER = 'hedgerow-holder';
/** Tells whoever asked for the holder which member the request came to. */
export const MEMBER_HEADER = 'hedgerow-member';

const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  HOP_HEADER,
  MOVED_HEADER,
  // Whoever asked has had the answer to it before the body was passed on.
  'expect',
]);

/** What is said of a request beside its own headers. */
export interface Hop {
  /** The member that it is for; absent where nobody knows its name. */
  readonly member?: string | undefined;
  /** How long its body is; null if nobody knows. */
  readonly bodyBytes: number | null;
}

/** Returns the headers with which a request is sent on. */
export function requestHeaders(
  { headers }: IncomingMessage,
  { member = '1', bodyBytes }: Hop,
): OutgoingHttpHeaders {
  const passed = endToEnd(headers);
  // Without one a server refuses and hangs up, on all who share the connection; the first line may do without it (HTTP/1.0), or call it private.
  passed.host = headers.host ?? '';
  delete passed['content-length'];
  if (bodyBytes === null) passed['transfer-encoding'] = 'chunked';
  else if (bodyBytes > 0) passed['content-length'] = bodyBytes;
  passed[HOP_HEADER] = member;
  return passed;
}

/** Added where a request has a connection of its own. */
const OF_ITS_OWN = 'connection: keep-alive\r\n';

/**
 * Returns the same headers; throws if they are too long for the next member, as they may be longer than they came. It would hang up: whoever sent them is told
 * so here, and no member is to blame for it.
 */
export function readableHeaders(raw: IncomingMessage, hop: Hop): OutgoingHttpHeaders {
  const headers = requestHeaders(raw, hop);
  const length = requestHead(raw, headers).length + OF_ITS_OWN.length;
  if (length >= maxHeaderSize) throw headTooLarge();
  return headers;
}

/** Returns the first line and the headers with which a request is sent on, as they are written. */
export function requestHead(raw: IncomingMessage, headers: OutgoingHttpHeaders): string {
  let head = `${raw.method} ${raw.url} HTTP/1.1\r\n`;
  for (const name in headers) {
    for (const value of [headers[name]].flat()) head += `${name}: ${value}\r\n`;
  }
  return `${head}\r\n`;
}

/** Whether a header is about the answer, and not about the connection that it comes on. */
export function isEndToEnd(name: string): boolean {
  return !OF_THE_CONNECTION.has(name);
}

/** Returns the headers with which an answer is given back. */
export function answerHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return endToEnd(headers);
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = namedByConnection(headers.connection);
  const passed: OutgoingHttpHeaders = {};
  for (const name in headers) {
    if (!OF_THE_CONNECTION.has(name) && !named.includes(name)) passed[name] = headers[name];
  }
  return passed;
}

const NONE: readonly string[] = [];

/** A sender may declare more headers to be about its connection alone. */
function namedByConnection(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') {
    return NONE;
  }
  return connection.split(',').map((name) => name.trim().toLowerCase());
}
