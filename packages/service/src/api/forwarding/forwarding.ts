/**
 * Answers for policies whose one writer is another member: the request goes there as it came, once, and
 * what the other member says is the answer.
 *
 *     caller ──▶ this member: name, key, rate ──▶ the member that holds the policy: all of it again ──▶ journal
 *            ◀── status, headers and body as they come ──┘
 *
 * Only addresses of members are ever called, and those come from the table of members, never from a
 * request. A request that has been sent on already and finds the policy elsewhere again is refused: the
 * policy is moving, and whoever asks again a second later finds it. A member that stays silent is given
 * up in time for the caller to play its baseline.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseDecisionId } from '../../journal/decision-id.ts';
import type { Placement } from '../../placement/placement.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { journalUnavailable } from '../../problems/refusals.ts';
import { BULK_BODY_BYTES, type HttpOptions, SMALL_BODY_BYTES } from '../http-options.ts';
import { EVENTS, LONG, UPLOAD } from '../long-routes.ts';
import { POLICY_ID } from '../schemas/text-schemas.ts';
import { answerHeaders, HOP_HEADER, requestHeaders } from './hop-headers.ts';
import { KnownPlaces } from './known-places.ts';
import { answerOf, createMemberLine, type MemberLine } from './member-line.ts';
import { passBody, readBody, requireLength } from './request-body.ts';

/** Who knows where a policy is. */
export type PolicyFinder = Pick<Placement, 'find'>;

export interface Forwarding {
  /** A hook after the guard: answers what another member must answer; all else goes on here. */
  pass(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends answers that would go on for ever. */
  endStreams(): void;
  /** Lets go of all connections. */
  close(): void;
}

export interface ForwardingOptions {
  readonly placement: PolicyFinder;
  readonly options: HttpOptions;
}

export function createForwarding({ placement, options }: ForwardingOptions): Forwarding {
  const line = createMemberLine();
  const places = new KnownPlaces(placement);
  const streams = new Set<ServerResponse>();
  return {
    pass: async (request, reply) => {
      const policy = policyOf(request);
      if (policy === null) return;
      const arrivedAt = performance.now();
      const isForwarded = request.headers[HOP_HEADER] !== undefined;
      const place = await places.find(policy, isForwarded).catch(unreadable);
      if (place.kind === 'here') return;
      if (isForwarded || place.address === null) throw isMoving(policy);
      const isStream = request.routeOptions.url === EVENTS;
      if (isStream && streams.size >= options.eventStreamLimit) throw tooManyStreams();
      const patienceMs = Math.max(1, options.forwardSilenceMs - (performance.now() - arrivedAt));
      const sending = { request, reply, address: place.address, patienceMs };
      const answer = await send(sending, line).catch((error: unknown) => {
        places.forget(policy);
        throw error;
      });
      if (answer.statusCode === 503) places.forget(policy);
      if (reply.sent) return void answer.destroy();
      if (isStream) keepUntilClosed(streams, reply.raw);
      reply.hijack();
      giveBack(answer, reply.raw);
    },
    endStreams: () => {
      for (const stream of streams) stream.end();
    },
    close: () => line.close(),
  };
}

/** The policy that a request is about; null if it is about none, several, or one that cannot be. */
function policyOf({ routeOptions, params }: FastifyRequest): string | null {
  const { access } = routeOptions.config;
  if (access?.kind !== 'key') return null;
  const { id = '' } = (params ?? {}) as { id?: string };
  if (access.subject === 'decision') return parseDecisionId(id)?.policy ?? null;
  const isNamed = access.subject === 'policy' || access.subject === 'own';
  return isNamed && POLICY_ID.test(id) ? id : null;
}

interface Sending {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly address: string;
  /** How long the member may be silent, in milliseconds. */
  readonly patienceMs: number;
}

/** Sends the request to its member; returns the answer once it begins. */
async function send(sending: Sending, line: MemberLine): Promise<IncomingMessage> {
  const { request, reply, address, patienceMs } = sending;
  const { raw, routeOptions } = request;
  const isUpload = routeOptions.url === UPLOAD;
  if (isUpload) requireLength(raw, BULK_BODY_BYTES);
  const body = isUpload ? null : await readBody(raw, routeOptions.bodyLimit ?? SMALL_BODY_BYTES);
  if (reply.raw.destroyed) throw isAway(null);
  const sent = line.begin({
    address,
    isLong: LONG.has(routeOptions.url!),
    method: raw.method!,
    path: raw.url!,
    headers: requestHeaders(raw, body?.length ?? null),
  });
  reply.raw.once('close', () => sent.destroy());
  const patience = setTimeout(() => sent.destroy(new Error('silence')), patienceMs);
  sent.once('close', () => clearTimeout(patience));
  if (body !== null) sent.end(body);
  else passBody(raw, { to: sent, bytesMax: BULK_BODY_BYTES, onBytes: () => patience.refresh() });
  const answer = await answerOf(sent).catch((error: unknown) => {
    throw isAway(error);
  });
  // What lasts has its own ways to end: its reader leaves, or not even heartbeats come.
  if (LONG.has(routeOptions.url!)) clearTimeout(patience);
  return answer;
}

/** A stream that breaks off must not look like one that ended. */
function giveBack(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode!, answerHeaders(answer));
  answer.once('error', () => response.destroy());
  answer.pipe(response);
}

function keepUntilClosed(streams: Set<ServerResponse>, response: ServerResponse): void {
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

function unreadable(cause: unknown): never {
  throw cause instanceof ServiceProblem ? cause : journalUnavailable(cause);
}

function isMoving(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OWNER_AWAY',
    detail: `A policy is written by one replica, but "${policy}" is just moving from one to another. Nothing was decided; try again in a second.`,
  });
}

/** Whether it was carried out is not known here: the caller's key finds it out. */
function isAway(cause: unknown): ServiceProblem {
  return new ServiceProblem(
    {
      code: 'HR_OWNER_AWAY',
      detail:
        'The replica that writes this policy must answer in time, but it did not. Play your baseline, and repeat the request with the same Idempotency-Key: another replica takes over soon.',
    },
    { cause },
  );
}

function tooManyStreams(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many watchers are connected. Close one, or ask for the policy from time to time.',
  });
}
