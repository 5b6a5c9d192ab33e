/**
 * The load of the benchmark, in a process of its own: connections to all replicas in turn, as a load balancer
 * would spread them, each of which asks for decisions about all policies in turn and waits for every answer. Where callers know the
 * holders, each connection is to the holder of some policy, and asks about all policies of that one in turn.
 * It speaks HTTP by hand, because a client that does more would take the time that the replicas need. It
 * prints what it saw as a line of JSON.
 */
import { connect, type Socket } from 'node:net';
import { loadRequest } from '../service/load-policy.ts';

export interface SendOptions {
  readonly ports: readonly number[];
  readonly policies: readonly string[];
  /** The port of the holder of each policy; null if callers do not know. */
  readonly homes: readonly number[] | null;
  readonly connections: number;
  /** Decisions to ask for in all. */
  readonly decisions: number;
  /** Decisions in one request; 1 for requests that ask for one. */
  readonly batchSize: number;
}

export interface SendResult {
  readonly seconds: number;
  /** Decisions that were answered. */
  readonly decisions: number;
  /** Requests with another status than 200, by status, and those without an answer. */
  readonly refused: Readonly<Record<string, number>>;
  readonly unanswered: number;
  /** Time from request to answer, in milliseconds. */
  readonly medianMs: number;
  readonly p99Ms: number;
}

const options = JSON.parse(process.argv[2]!) as SendOptions;
const { ports, policies, homes, connections, batchSize } = options;
const requestCount = Math.ceil(options.decisions / batchSize);
const HEAD = 'HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
const run = `${process.pid}-${performance.timeOrigin}`;
const bodies = Array.from({ length: 97 }, (_, index) => bodyOf(index));
const route = batchSize === 1 ? 'decisions' : 'decisions/batch';
const refused: Record<string, number> = {};
const answeredMs: number[] = [];
let sent = 0;
let unanswered = 0;
const start = performance.now();

await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
answeredMs.sort((a, b) => a - b);
const result: SendResult = {
  seconds: (performance.now() - start) / 1000,
  decisions: batchSize * answeredMs.length,
  refused,
  unanswered,
  medianMs: answeredMs[Math.floor(0.5 * answeredMs.length)] ?? 0,
  p99Ms: answeredMs[Math.floor(0.99 * answeredMs.length)] ?? 0,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

function bodyOf(index: number): string {
  if (batchSize === 1) return JSON.stringify(loadRequest(index));
  const decisions = Array.from({ length: batchSize }, (_, place) => loadRequest(index + place));
  return JSON.stringify({ decisions });
}

function work(index: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const port = homes?.[index % homes.length] ?? ports[index % ports.length]!;
  const asked = policies.filter((_, place) => homes === null || homes[place] === port);
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let sentAt: number | null = null;
  let received: Buffer[] = [];
  const next = () => {
    sentAt = sent < requestCount ? performance.now() : null;
    if (sentAt === null) socket.end();
    else writeRequest(socket, asked);
  };
  socket.on('connect', next);
  socket.on('data', (piece) => {
    received.push(piece);
    const whole = received.length === 1 ? piece : Buffer.concat(received);
    const status = statusOfWhole(whole);
    if (status === null) {
      received = [whole];
      return;
    }
    received = [];
    if (status === '200') answeredMs.push(performance.now() - sentAt!);
    else refused[status] = (refused[status] ?? 0) + 1;
    next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (sentAt !== null) unanswered += 1;
    resolve();
  });
  return promise;
}

function writeRequest(socket: Socket, asked: readonly string[]): void {
  sent += 1;
  const policy = asked[sent % asked.length]!;
  const body = bodies[sent % bodies.length]!;
  const key = `idempotency-key: ${run}-${sent}\r\n`;
  const length = `content-length: ${body.length}\r\n\r\n`;
  socket.write(`POST /v1/policies/${policy}/${route} ${HEAD}${key}${length}${body}`);
}

/** Returns the status once the whole answer is there. */
function statusOfWhole(received: Buffer): string | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  return received.length - headEnd - 4 < length ? null : head.slice(9, 12);
}
