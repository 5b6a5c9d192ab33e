/**
 * The load of the benchmark, in a process of its own: connections that each send a decision, wait for
 * the answer, and send the next, for a given time. It speaks HTTP by hand, because a client that does
 * more would take the time that the service needs. It prints what it saw as one line of JSON.
 */
import { connect, type Socket } from 'node:net';
import { loadRequest, POLICY_NAME } from './load-policy.ts';

export interface SendOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of all connections together; as many as possible if absent. */
  readonly rate?: number;
}

export interface SendResult {
  readonly seconds: number;
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that got no answer. */
  readonly unanswered: number;
  /** Time from request to answer of those with status 200, and of all others, in milliseconds. */
  readonly goodMs: readonly number[];
  readonly otherMs: readonly number[];
}

const options = JSON.parse(process.argv[2]!) as SendOptions;
const { port, connections, seconds, rate } = options;
const run = `${process.pid}-${performance.timeOrigin}`;
const bodies = Array.from({ length: 97 }, (_, index) => JSON.stringify(loadRequest(index)));
const statuses: Record<string, number> = {};
const goodMs: number[] = [];
const otherMs: number[] = [];
let sent = 0;
let unanswered = 0;
const start = performance.now();
const end = start + 1000 * seconds;

await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
const result: SendResult = {
  seconds: (performance.now() - start) / 1000,
  statuses,
  unanswered,
  goodMs,
  otherMs,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

/** One connection; with a rate, its requests are spread evenly over time. */
function work(index: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const intervalMs = rate === undefined ? 0 : (1000 * connections) / rate;
  let due = start + (index * intervalMs) / connections;
  let sentAt = 0;
  let received = Buffer.alloc(0);
  const next = () => {
    due += intervalMs;
    const now = performance.now();
    if (now >= end) socket.end();
    else if (due > now) setTimeout(send, due - now);
    else send();
  };
  const send = () => {
    sentAt = performance.now();
    writeRequest(socket);
  };
  socket.on('connect', next);
  socket.on('data', (piece) => {
    received = received.length === 0 ? piece : Buffer.concat([received, piece]);
    const status = readAnswer(received);
    if (status === null) return;
    received = Buffer.alloc(0);
    statuses[status] = (statuses[status] ?? 0) + 1;
    (status === '200' ? goodMs : otherMs).push(performance.now() - sentAt);
    sentAt = 0;
    next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (sentAt !== 0) unanswered += 1;
    resolve();
  });
  return promise;
}

function writeRequest(socket: Socket): void {
  sent += 1;
  const body = bodies[sent % bodies.length]!;
  socket.write(
    `POST /v1/policies/${POLICY_NAME}/decisions HTTP/1.1\r\nhost: 127.0.0.1\r\n` +
      `content-type: application/json\r\nidempotency-key: ${run}-${sent}\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Returns the status once the whole answer is there. */
function readAnswer(received: Buffer): string | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  return received.length < headEnd + 4 + length ? null : head.slice(9, 12);
}
