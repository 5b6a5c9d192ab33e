/**
 * How many connections may be open, in all and from one address, so that nobody who opens many shuts out
 * others.
 *
 * Whoever comes is let in. If there are too many then, one on which nothing is under way is cut, the oldest
 * first, in this order: one that has not asked anything yet (half-open ones are of this kind); one that has
 * had all its answers; one whose request has not come whole. Only if every other connection waits for
 * an answer, the newcomer is a spare one: it is refused with 503 whatever it asks but the probes,
 * so that a busy service does not look like a dead one.
 *
 * Answers that nobody takes are held in memory, and may be long. If those of all connections together are too much, whoever has
 * kept one waiting for longest is cut.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import { breakOff } from './break-off.ts';

export interface ConnectionGateOptions {
  /** Connections in all, and from one address; null where addresses are not those of callers. */
  readonly limit: number;
  readonly limitPerAddress: number | null;
  /** While closing: how long a request may still be coming in, and how long anything may take. */
  readonly unfinishedMs: number;
  readonly closingMs: number;
  readonly onCut: () => void;
  /** Bytes of answers that may wait for their readers, how often that is looked at, and who is told of one that is cut. */
  readonly unreadMax: number;
  readonly unreadCheckMs: number;
  readonly onUnread: () => void;
}

/** Spare connections in all, and from one address. */
const SPARES_MAX = 16;
const SPARES_PER_ADDRESS = 4;

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly underWay: Map<ServerResponse, IncomingMessage>;
  isSpare: boolean;
}

export class ConnectionGate {
  readonly #options: ConnectionGateOptions;
  readonly #known = new WeakMap<Socket, Connection>();
  /** Each connection is in one of these, in the order in which it came there. */
  readonly #silent = new Set<Connection>();
  readonly #idle = new Set<Connection>();
  readonly #busy = new Set<Connection>();
  readonly #spares = new Set<Connection>();
  /** Those that are not spare, by address. */
  readonly #counts = new Map<string, number>();
  #isClosing = false;
  #unreadCheck: NodeJS.Timeout | null = null;

  constructor(options: ConnectionGateOptions) {
    this.#options = options;
  }

  /** Looks after all connections of the server from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.prependListener('request', (request, response) => this.#begin(request, response));
    this.#unreadCheck = setInterval(() => this.#cutUnread(), this.#options.unreadCheckMs).unref();
  }

  /** Requests that are being answered on the same connection. */
  underWayWith(request: IncomingMessage): number {
    return this.#known.get(request.socket)?.underWay.size ?? 0;
  }

  /** Whether the request came on a connection too many. */
  isSpare(request: IncomingMessage): boolean {
    const connection = this.#known.get(request.socket);
    if (connection?.isSpare !== true) return false;
    if (this.#isFull() || this.#isFullFor(connection.address)) return true;
    // Another has gone meanwhile.
    this.#spares.delete(connection);
    connection.isSpare = false;
    this.#countFor(connection.address, 1);
    return false;
  }

  /** Cuts at once what waits for nothing, and the rest when it has had its time. */
  close(): void {
    this.#isClosing = true;
    if (this.#unreadCheck !== null) clearInterval(this.#unreadCheck);
    for (const connection of [...this.#silent, ...this.#idle]) connection.socket.destroy();
    const { unfinishedMs, closingMs } = this.#options;
    setTimeout(() => this.#cutBusy((connection) => !isOurTurn(connection)), unfinishedMs).unref();
    setTimeout(() => this.#cutBusy(() => true), closingMs).unref();
  }

  #admit(socket: Socket): void {
    const address = addressGroup(socket.remoteAddress ?? '');
    const connection: Connection = { socket, address, underWay: new Map(), isSpare: false };
    this.#known.set(socket, connection);
    socket.once('close', () => this.#forget(connection));
    if (this.#isClosing) {
      socket.destroy();
      return;
    }
    connection.isSpare = !this.#makeRoomFor(address);
    if (connection.isSpare) this.#admitSpare(connection);
    else this.#countFor(address, 1);
    if (!socket.destroyed) this.#silent.add(connection);
  }

  /** Returns whether there is room for one more, if need be by cutting another. */
  #makeRoomFor(address: string): boolean {
    const isAtHome = (other: Connection) => other.address === address;
    if (this.#isFullFor(address)) return this.#cutOne(isAtHome);
    return !this.#isFull() || this.#cutOne(() => true);
  }

  #isFull(): boolean {
    const all = this.#silent.size + this.#idle.size + this.#busy.size;
    return all - this.#spares.size >= this.#options.limit;
  }

  #isFullFor(address: string): boolean {
    const { limitPerAddress } = this.#options;
    return limitPerAddress !== null && (this.#counts.get(address) ?? 0) >= limitPerAddress;
  }

  #countFor(address: string, change: number): void {
    const count = (this.#counts.get(address) ?? 0) + change;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }

  #admitSpare(connection: Connection): void {
    const { socket, address } = connection;
    const ofAddress = [...this.#spares].filter((other) => other.address === address);
    if (ofAddress.length >= SPARES_PER_ADDRESS) {
      this.#cut(socket);
      return;
    }
    const [oldest] = this.#spares;
    if (this.#spares.size >= SPARES_MAX) this.#cut(oldest!.socket);
    this.#spares.add(connection);
  }

  /** Cuts the one of them that is missed least; false if every one waits for its answer. */
  #cutOne(isMeant: (connection: Connection) => boolean): boolean {
    const regular = (connection: Connection) => !connection.isSpare && isMeant(connection);
    const least =
      first(this.#silent, regular) ??
      first(this.#idle, regular) ??
      first(this.#busy, (connection) => regular(connection) && !isOurTurn(connection));
    if (least === null) return false;
    this.#cut(least.socket);
    return true;
  }

  #cut(socket: Socket): void {
    const connection = this.#known.get(socket);
    if (connection !== undefined) this.#forget(connection);
    socket.destroy();
    this.#options.onCut();
  }

  #cutUnread(): void {
    const { unreadMax, onUnread } = this.#options;
    const unread = [...this.#busy].map((connection) => ({
      connection,
      bytes: unreadOf(connection),
    }));
    let all = unread.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { connection, bytes } of unread) {
      if (all <= unreadMax) return;
      if (bytes === 0) continue;
      all -= bytes;
      this.#forget(connection);
      hangUp(connection);
      onUnread();
    }
  }

  #cutBusy(isMeant: (connection: Connection) => boolean): void {
    for (const connection of [...this.#busy].filter(isMeant)) hangUp(connection);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#known.get(request.socket);
    if (connection === undefined) return;
    connection.underWay.set(response, request);
    this.#put(connection, this.#busy);
    response.once('close', () => {
      connection.underWay.delete(response);
      if (connection.underWay.size === 0) this.#rest(connection);
    });
  }

  #rest(connection: Connection): void {
    if (connection.socket.destroyed) return;
    this.#put(connection, this.#idle);
    if (this.#isClosing) connection.socket.destroySoon();
  }

  #put(connection: Connection, place: Set<Connection>): void {
    if (!this.#leave(connection)) return;
    place.add(connection);
  }

  /** Its close is told later; what counts is that it is on its way out. */
  #forget(connection: Connection): void {
    if (!this.#leave(connection)) return;
    if (!this.#spares.delete(connection)) this.#countFor(connection.address, -1);
  }

  /** Returns whether it was anywhere. */
  #leave(connection: Connection): boolean {
    return [this.#silent, this.#idle, this.#busy].some((place) => place.delete(connection));
  }
}

/** In the middle of whatever it is told. */
function hangUp({ socket, underWay }: Connection): void {
  for (const response of underWay.keys()) breakOff(response);
  socket.destroy();
}

/** Whether a request of it has come whole and is not answered yet: then it is for us to act. */
function isOurTurn({ underWay }: Connection): boolean {
  return [...underWay].some(([response, request]) => request.complete && !response.writableEnded);
}

/** Bytes of its answers that its reader has not taken. */
function unreadOf({ underWay }: Connection): number {
  let bytes = 0;
  for (const response of underWay.keys()) bytes += response.writableLength;
  return bytes;
}

function first(
  connections: Iterable<Connection>,
  isMeant: (connection: Connection) => boolean,
): Connection | null {
  for (const connection of connections) if (isMeant(connection)) return connection;
  return null;
}
