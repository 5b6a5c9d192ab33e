/**
 * The connections to the other members: a request is sent once, and its answer comes back as it is made.
 *
 * Nothing is ever sent twice from here. Whether a request that got no answer was carried out, only its
 * sender can find out, by repeating it with its Idempotency-Key. Connections are kept open and are few;
 * those that last (watchers, files) have a number of their own, so that they cannot use up the others.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as open,
} from 'node:http';

export interface MemberLine {
  /** Begins a request; the body is still to be written. */
  begin(head: RequestHead): ClientRequest;
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
 * Connections to one member, for requests that are answered soon and for those that last; more of them wait
 * for one. Together they are fewer than a member takes from one address.
 */
const CONNECTIONS_MAX = 64;
const LONG_CONNECTIONS_MAX = 128;

/** Returns the lines from one member to all others. */
export function createMemberLine(): MemberLine {
  const soon = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const long = new Agent({ keepAlive: true, maxSockets: LONG_CONNECTIONS_MAX, maxFreeSockets: 2 });
  return {
    begin: ({ address, isLong, method, path, headers }) =>
      open({ ...placeOf(address), agent: isLong ? long : soon, method, path, headers }),
    close: () => {
      soon.destroy();
      long.destroy();
    },
  };
}

const ADDRESS = /^http:\/\/(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/i;

/** Whether a text is an address that members can be reached at. */
export function isMemberAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Where an address leads; members are asked over plain HTTP, inside a network of their own. */
function placeOf(address: string): { readonly host: string; readonly port: number } {
  const parts = ADDRESS.exec(address);
  if (parts === null) throw new Error(`The address of a member is ${address}.`);
  return { host: parts[1] ?? parts[2]!, port: Number(parts[3]) };
}

/** Resolves with the answer once it begins. */
export function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // Later failures are told by the answer itself, but an error must always have a listener.
    sent.on('error', reject);
  });
}
