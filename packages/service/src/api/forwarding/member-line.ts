/**
 * The connections to the other members: a request is sent once, and its answer comes back as it is made.
 *
 * Nothing is ever sent twice from here. Whether a request that got no answer was carried out, only its
 * sender can find out, by repeating it with its Idempotency-Key. Connections are kept open and are few;
 * those that last (watchers, files) have a number of their own, so that they cannot use up the others. Short
 * calls do not come here (member-lanes.ts).
 */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as open,
} from 'node:http';
import { LINES_MAX, LONG_MAX } from './connection-counts.ts';
import { HOP_HEADER } from './hop-headers.ts';
import { placeOf } from './member-address.ts';

export interface MemberLine {
  /** Begins a request; the body is still to be written. */
  begin(head: RequestHead): ClientRequest;
  /** Ends what is under way with any other than these. */
  giveUpAllBut(addresses: ReadonlySet<string>): void;
  close(): void;
}

export interface RequestHead {
  /** `http://10.0.0.2:8080` */
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Whether the answer may take as long as its reader likes. */
  readonly isLong: boolean;
}

/**
 * Returns the lines from one member to all others: so many to each for requests that are answered soon, and others for those that last; more
 * of them wait for one.
 */
export function createMemberLine(linesMax: number = LINES_MAX): MemberLine {
  const soon = new Agent({ keepAlive: true, maxSockets: linesMax });
  const long = new Agent({ keepAlive: true, maxSockets: LONG_MAX, maxFreeSockets: 2 });
  const underWay = new Map<ClientRequest, string>();
  return {
    begin: ({ address, isLong, method, path, headers }) => {
      const agent = isLong ? long : soon;
      const sent = open({ ...placeOf(address), agent, method, path, headers });
      underWay.set(sent, address);
      return sent.once('close', () => underWay.delete(sent));
    },
    giveUpAllBut: (addresses) => {
      for (const [sent, address] of underWay) {
        if (!addresses.has(address)) sent.destroy(new Error('gone'));
      }
    },
    close: () => {
      soon.destroy();
      long.destroy();
    },
  };
}

/** Resolves with the answer once it begins; rejects if it is not a member's. */
export function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', (answer) => {
      if (answer.headers[HOP_HEADER] !== undefined) return resolve(answer);
      answer.once('error', () => {});
      sent.destroy();
      reject(new Error('Whoever answers is no member.'));
    });
    // Later failures are told by the answer itself, but an error must always have a listener.
    sent.on('error', reject);
  });
}
