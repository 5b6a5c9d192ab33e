/**
 * Short calls to another member, many on one connection: those that are sent in one round of the loop are
 * written at once, and the next go out before the first are answered.
 *
 *     callers ──▶ lane ══ request request request ══▶ member
 *                      ◀═ answer answer answer ═════
 *
 * Answers come in the order of the requests. So that a slow one holds up few, nothing is sent after a request
 * that has waited for a while; the next lane is taken, or opened. When a lane breaks, nobody knows which of its
 * requests were carried out; none is sent again from here.
 */
import { connect, type Socket } from 'node:net';
import { LANES_MAX } from './connection-counts.ts';
import { placeOf } from './member-address.ts';
import { AnswerReader, type WholeAnswer } from './whole-answers.ts';

/** More than so many requests that are not answered are refused on one lane. */
const WAITING_MAX = 60;
/** After a request that has waited for so long, nothing is sent on its lane. */
const SLOW_MS = 50;
/** Before the other member thinks of closing a lane: it takes 10,000 requests, and is idle for five seconds. */
const REQUESTS_MAX = 5000;
const IDLE_MS = 3000;

interface Waiting extends PromiseWithResolvers<WholeAnswer> {
  readonly sentMs: number;
  readonly untilMs: number;
}

export interface LaneRequest {
  /** `http://10.0.0.2:8080` */
  readonly address: string;
  /** The first line and the headers, as they are sent. */
  readonly head: string;
  readonly body: Buffer;
  /** How long the answer may take, in milliseconds. */
  readonly patienceMs: number;
}

/** The lanes to all members. */
export class MemberLanes {
  readonly #lanes = new Map<string, Lane[]>();

  /** Resolves with the whole answer; rejects if it does not come, or not in time. */
  async send({ address, head, body, patienceMs }: LaneRequest): Promise<WholeAnswer> {
    return this.#laneTo(address).send(head, body, patienceMs);
  }

  giveUpAllBut(addresses: ReadonlySet<string>): void {
    for (const [address, lanes] of [...this.#lanes]) {
      if (!addresses.has(address)) for (const lane of [...lanes]) lane.destroy(new Error('gone'));
    }
  }

  close(): void {
    this.giveUpAllBut(new Set());
  }

  #laneTo(address: string): Lane {
    const lanes = this.#lanes.get(address) ?? [];
    this.#lanes.set(address, lanes);
    const quick = lanes.find((lane) => lane.isQuick);
    if (quick !== undefined) return quick;
    if (lanes.length < LANES_MAX) return this.#open(address, lanes);
    const emptiest = lanes.reduce((a, b) => (a.waitingCount <= b.waitingCount ? a : b));
    if (emptiest.waitingCount >= WAITING_MAX) throw new Error('Too many requests wait.');
    return emptiest;
  }

  #open(address: string, lanes: Lane[]): Lane {
    const lane: Lane = new Lane(address, () => {
      lanes.splice(lanes.indexOf(lane), 1);
      if (lanes.length === 0 && this.#lanes.get(address) === lanes) this.#lanes.delete(address);
    });
    lanes.push(lane);
    return lane;
  }
}

class Lane {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  readonly #onOver: () => void;
  readonly #waiting: Waiting[] = [];
  #requestCount = 0;
  #isOver = false;
  #isCorked = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(address: string, onOver: () => void) {
    this.#onOver = onOver;
    this.#socket = connect({ ...placeOf(address), noDelay: true });
    this.#socket.on('data', (piece: Buffer) => this.#receive(piece));
    this.#socket.on('error', (error) => this.destroy(error));
    this.#socket.on('close', () => this.destroy(new Error('The member hung up.')));
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Whether what is sent now will be answered soon, as far as can be seen. */
  get isQuick(): boolean {
    const first = this.#waiting[0];
    if (first === undefined) return true;
    return this.#waiting.length < WAITING_MAX && performance.now() - first.sentMs < SLOW_MS;
  }

  send(head: string, body: Buffer, patienceMs: number): Promise<WholeAnswer> {
    const sentMs = performance.now();
    const waiting = {
      ...Promise.withResolvers<WholeAnswer>(),
      sentMs,
      untilMs: sentMs + patienceMs,
    };
    this.#waiting.push(waiting);
    if (this.#waiting.length === 1) this.#watchFor(patienceMs);
    this.#corkForRound();
    this.#socket.write(head, 'latin1');
    if (body.length > 0) this.#socket.write(body);
    this.#requestCount += 1;
    if (this.#requestCount >= REQUESTS_MAX) this.#retire();
    return waiting.promise;
  }

  destroy(reason: Error): void {
    this.#retire();
    clearTimeout(this.#watch);
    this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  #corkForRound(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#isCorked = false;
      this.#socket.uncork();
    });
  }

  #receive(piece: Buffer): void {
    try {
      for (const answer of this.#reader.read(piece)) {
        const waiting = this.#waiting.shift();
        if (waiting === undefined) throw new Error('Nobody asked for this answer.');
        if (answer.isLast) this.#retire();
        waiting.resolve(answer);
      }
    } catch (error) {
      this.destroy(error as Error);
    }
    if (this.#waiting.length > 0) return;
    if (this.#isOver) this.destroy(new Error('over'));
    else this.#watchFor(IDLE_MS);
  }

  /** Takes no more requests; those that wait are still answered. */
  #retire(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
  }

  #watchFor(milliseconds: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lookAtTime(), milliseconds).unref();
  }

  /** The first has waited in vain; or nobody has used the lane for a while. */
  #lookAtTime(): void {
    const first = this.#waiting[0];
    const leftMs = first === undefined ? 0 : first.untilMs - performance.now();
    if (leftMs > 0) this.#watchFor(leftMs);
    else this.destroy(new Error(first === undefined ? 'idle' : 'silence'));
  }
}
