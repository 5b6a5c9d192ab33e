/**
 * The load of the benchmark, in a process of its own: connections that each send a request, wait for
 * the answer, and send the next, for a given time. Each decision is rewarded a little later, unless
 * decisions alone are asked for; only decisions are counted. It speaks HTTP by hand, because a client
 * that does more would take the time that the service needs. It prints what it saw as a line of JSON.
 */
import { connect, type Socket } from 'node:net';
import { loadRequest, loadReward, POLICY_NAME } from './load-policy.ts';

export interface SendOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Decisions a second of all connections together; as many as possible if absent. */
  readonly rate?: number;
  /** Whether every decision is rewarded a little later; true if absent. */
  readonly isRewarded?: boolean;
}

export interface SendResult {
  readonly seconds: number;
  /** Answers to decisions by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that got no answer. */
  readonly unanswered: number;
  /** Rewards that were taken in, and those that were refused. */
  readonly rewardCount: number;
  readonly refusedRewardCount: number;
  /** Time from request to answer of those with status 200, and of all others, in milliseconds. */
  readonly goodMs: readonly number[];
  readonly otherMs: readonly number[];
}

const options = JSON.parse(process.argv[2]!) as SendOptions;
const { port, connections, seconds, rate, isRewarded = true } = options;
/** Decisions that wait for their reward: so many others are made between a decision and its reward. */
const UNREWARDED_COUNT = 200;
const HEAD = 'HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';
const run = `${process.pid}-${performance.timeOrigin}`;
const bodies = Array.from({ length: 97 }, (_, index) => JSON.stringify(loadRequest(index)));
const statuses: Record<string, number> = {};
const goodMs: number[] = [];
const otherMs: number[] = [];
const unrewarded: string[] = [];
let sent = 0;
let unanswered = 0;
let rewardCount = 0;
let refusedRewardCount = 0;
const start = performance.now();
const end = start + 1000 * seconds;

await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
const result: SendResult = {
  seconds: (performance.now() - start) / 1000,
  statuses,
  unanswered,
  rewardCount,
  refusedRewardCount,
  goodMs,
  otherMs,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

/** One connection; with a rate, its decisions are spread evenly over time. */
function work(index: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const intervalMs = rate === undefined ? 0 : (1000 * connections) / rate;
  let due = start + (index * intervalMs) / connections;
  let asked: 'decision' | 'reward' | null = null;
  let sentAt = 0;
  let received = Buffer.alloc(0);
  const next = () => {
    due += intervalMs;
    const now = performance.now();
    // Whoever connects after the end, on a busy machine, still asks once: rates are compared, and none may be 0.
    if (now >= end && sent > 0) socket.end();
    else if (due > now) setTimeout(decide, due - now);
    else decide();
  };
  const decide = () => {
    asked = 'decision';
    sentAt = performance.now();
    sent += 1;
    writeDecision(socket, sent);
  };
  const reward = () => {
    asked = 'reward';
    writeReward(socket, unrewarded.shift()!);
  };
  socket.on('connect', next);
  socket.on('data', (piece) => {
    received = received.length === 0 ? piece : Buffer.concat([received, piece]);
    const answer = readAnswer(received);
    if (answer === null) return;
    received = Buffer.alloc(0);
    if (asked === 'decision') noteDecision(answer, performance.now() - sentAt);
    else noteReward(answer);
    const isRewardDue = asked === 'decision' && unrewarded.length > UNREWARDED_COUNT;
    asked = null;
    if (isRewardDue) reward();
    else next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (asked !== null) unanswered += 1;
    resolve();
  });
  return promise;
}

interface Answer {
  readonly status: string;
  readonly body: Buffer;
}

function noteDecision({ status, body }: Answer, durationMs: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  (status === '200' ? goodMs : otherMs).push(durationMs);
  if (status === '200' && isRewarded) unrewarded.push(idIn(body));
}

function noteReward({ status }: Answer): void {
  if (status === '200') rewardCount += 1;
  else refusedRewardCount += 1;
}

/** Returns the decision's id, which stands near the beginning of the receipt. */
function idIn(body: Buffer): string {
  const beginning = body.toString('latin1', 0, 100);
  const id = /^\{"id":"([^"]+)"/.exec(beginning)?.[1];
  if (id === undefined) throw new Error(`A receipt begins with its id, but not ${beginning}.`);
  return id;
}

function writeDecision(socket: Socket, number: number): void {
  const key = `idempotency-key: ${run}-${number}\r\n`;
  const body = bodies[number % bodies.length]!;
  socket.write(`POST /v1/policies/${POLICY_NAME}/decisions ${HEAD}${key}${withLength(body)}`);
}

function writeReward(socket: Socket, decision: string): void {
  const body = JSON.stringify({ value: loadReward(rewardCount) });
  socket.write(`POST /v1/decisions/${decision}/reward ${HEAD}${withLength(body)}`);
}

function withLength(body: string): string {
  return `content-length: ${body.length}\r\n\r\n${body}`;
}

/** Returns status and body once the whole answer is there. */
function readAnswer(received: Buffer): Answer | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  const body = received.subarray(headEnd + 4);
  return body.length < length ? null : { status: head.slice(9, 12), body };
}
