/**
 * Sends a request to the member that writes its policy, on the way that fits it: short calls on lanes that
 * they share, the rest on a connection of their own for as long as the answer takes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceProblem } from '../../problems/problem.ts';
import { breakOff } from '../connections/break-off.ts';
import { BULK_BODY_BYTES, SMALL_BODY_BYTES } from '../http-options.ts';
import { LONG, UPLOAD } from '../long-routes.ts';
import {
  answerHeaders,
  MOVED_HEADER,
  readableHeaders,
  requestHead,
  requestHeaders,
} from './hop-headers.ts';
import { MemberLanes } from './member-lanes.ts';
import { answerOf, createMemberLine } from './member-line.ts';
import { passBody, readBody, requireLength } from './request-body.ts';
import type { ToldHeaders } from './told-holder.ts';
import type { WholeAnswer } from './whole-answers.ts';

export interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly address: string;
  /** The one that is meant to be there. */
  readonly member: string | undefined;
  /** Until when the member may be silent, on the clock that only goes forward. */
  readonly untilMs: number;
  /** Whether another member has refused it because the policy had moved. */
  readonly isAgain: boolean;
}

/** What another member says, or has begun to say. */
export interface MemberAnswer {
  readonly statusCode: number;
  /** Whether the policy was not there, so that nothing was done; only of what can be sent again. */
  readonly hasMoved: boolean;
  /** With headers of this member added. */
  giveTo(response: ServerResponse, added: ToldHeaders): void;
  discard(): void;
}

/** Characters of the longest head that shares a connection with others. */
const LANE_HEAD_MAX = 8192;

export class Sender {
  readonly #lanes = new MemberLanes();
  readonly #line = createMemberLine();
  /** Bodies of requests that may have to be sent again. */
  readonly #bodies = new WeakMap<FastifyRequest, Buffer>();

  /** Returns the answer once it begins. */
  async send(sending: Sending): Promise<MemberAnswer> {
    const { request, reply } = sending;
    const { raw, routeOptions } = request;
    if (routeOptions.url === UPLOAD) {
      requireLength(raw, BULK_BODY_BYTES);
      return this.#sendAlone(sending, null);
    }
    const body =
      this.#bodies.get(request) ??
      (await readBody(raw, routeOptions.bodyLimit ?? SMALL_BODY_BYTES));
    this.#bodies.set(request, body);
    if (reply.raw.destroyed) isAway(null);
    if (!isShort(request)) return this.#sendAlone(sending, body);
    const { member } = sending;
    const head = requestHead(raw, requestHeaders(raw, { member, bodyBytes: body.length }));
    // Whoever finds it too long hangs up, on all who share the connection.
    if (head.length > LANE_HEAD_MAX) return this.#sendAlone(sending, body);
    const [address, patienceMs] = [sending.address, patienceOf(sending)];
    const sent = { address, head, body, patienceMs };
    return fromLane(await this.#lanes.send(sent).catch(isAway));
  }

  /** Whether nothing was sent, because nobody listens there, and all of it is still known: then it may go elsewhere. */
  isUnsent(request: FastifyRequest, error: unknown): boolean {
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
    return this.#bodies.has(request) && cause?.code === 'ECONNREFUSED';
  }

  /** The body of a request as it was read to be sent on; undefined if it was not. */
  bodyOf(request: FastifyRequest): Buffer | undefined {
    return this.#bodies.get(request);
  }

  /** What was sent to others than these gets no answer any more. */
  giveUpAllBut(addresses: ReadonlySet<string>): void {
    this.#lanes.giveUpAllBut(addresses);
    this.#line.giveUpAllBut(addresses);
  }

  close(): void {
    this.#lanes.close();
    this.#line.close();
  }

  async #sendAlone(sending: Sending, body: Buffer | null): Promise<MemberAnswer> {
    const { request, reply, address, member } = sending;
    const { raw, routeOptions } = request;
    const isLong = LONG.has(routeOptions.url!);
    const headers = readableHeaders(raw, { member, bodyBytes: body?.length ?? null });
    const sent = this.#line.begin({
      address,
      isLong,
      method: raw.method!,
      path: raw.url!,
      headers,
    });
    reply.raw.once('close', () => sent.destroy());
    const patience = setTimeout(() => sent.destroy(new Error('silence')), patienceOf(sending));
    sent.once('close', () => clearTimeout(patience));
    if (body !== null) sent.end(body);
    else passBody(raw, { to: sent, bytesMax: BULK_BODY_BYTES, onBytes: () => patience.refresh() });
    const answer = await answerOf(sent).catch(isAway);
    // What lasts has its own ways to end: its reader leaves, or not even heartbeats come.
    if (isLong) clearTimeout(patience);
    return fromLine(answer, body !== null);
  }
}

/** Single decisions, and what is said of one: small, many, and soon answered. */
function isShort({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (method !== 'POST') return false;
  return url === '/v1/policies/:id/decisions' || url.startsWith('/v1/decisions/:id/');
}

function patienceOf({ untilMs }: Sending): number {
  return Math.max(1, untilMs - performance.now());
}

function fromLane({ statusCode, headers, body, hasMoved }: WholeAnswer): MemberAnswer {
  return {
    statusCode,
    hasMoved,
    giveTo: (response, added) =>
      void response.writeHead(statusCode, [...headers, ...Object.entries(added).flat()]).end(body),
    discard: () => {},
  };
}

function fromLine(answer: IncomingMessage, canBeAgain: boolean): MemberAnswer {
  return {
    statusCode: answer.statusCode!,
    hasMoved: canBeAgain && answer.headers[MOVED_HEADER] !== undefined,
    giveTo: (response, added) => giveBack(answer, response, added),
    discard: () => void answer.destroy(),
  };
}

/** A stream that breaks off must not look like one that ended. */
function giveBack(answer: IncomingMessage, response: ServerResponse, added: ToldHeaders): void {
  response.writeHead(answer.statusCode!, { ...answerHeaders(answer), ...added });
  answer.once('error', () => breakOff(response));
  answer.pipe(response);
}

/** Whether the member is at fault, and not whoever sent the request or left. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof ServiceProblem && error.cause instanceof Error;
}

/** Whether it was carried out is not known here: the caller's key finds it out. */
function isAway(cause: unknown): never {
  throw new ServiceProblem(
    {
      code: 'HR_OWNER_AWAY',
      detail:
        'The replica that writes this policy must answer in time, but it did not. Play your baseline, and repeat the request with the same Idempotency-Key: another replica takes over soon.',
    },
    { cause },
  );
}
