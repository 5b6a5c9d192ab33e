/**
 * Answers for policies whose one writer is another member: the request goes there as it came, once, and
 * what the other member says is the answer.
 *
 *     caller ──▶ this member: name, key, rate ──▶ the member that holds the policy: all of it again ──▶ journal
 *            ◀── status, headers and body as they come ──┘
 *
 * Only addresses of members are ever called, and those come from the table of members, never from a
 * request. A request that has been sent on already and finds the policy elsewhere again is refused: the
 * policy has moved. It says so, and as nothing was done, the first member looks again and sends it to where
 * the policy is now, which may be here; once more, and never a third time. It does the same where nobody listens, because
 * that member has just ended: nothing was sent then. A member that stays silent is given up in time for
 * the caller to play its baseline, and at once when its lease has ended. From then on what nobody holds is not left to it
 * until it answers again (doubts.ts).
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { ForwardOutcome } from '../../instruments/metrics.ts';
import { parseDecisionId } from '../../journal/decision-id.ts';
import type { Place } from '../../placement/placement.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { journalUnavailable } from '../../problems/refusals.ts';
import { whenClosed } from '../connections/when-closed.ts';
import type { HttpOptions } from '../http-options.ts';
import { EVENTS } from '../long-routes.ts';
import { POLICY_ID } from '../schemas/text-schemas.ts';
import { askTheDoubted, trustOwn } from './doubts.ts';
import { HOP_HEADER, MOVED_HEADER } from './hop-headers.ts';
import { KnownPlaces, type PolicyFinder } from './known-places.ts';
import { isNoAnswer, type MemberAnswer, Sender, type Sending } from './sender.ts';
import { createTelling } from './told-holder.ts';

export interface Forwarding {
  /** A hook after the guard: answers what another member must answer; all else goes on here. */
  pass(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** A hook before bodies are read: what was read to be sent on, and is answered here after all, is read again. */
  readAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
    done: (error: null, payload: RequestPayload) => void,
  ): void;
  /** Ends answers that would go on for ever. */
  endStreams(): void;
  /** Lets go of all connections. */
  close(): void;
}

export interface ForwardingOptions {
  readonly placement: PolicyFinder;
  readonly options: HttpOptions;
  /** By which this process knows itself (who-answers.ts). */
  readonly ownName: string;
  /** Told what became of a request that was sent on. */
  readonly onSent?: (outcome: ForwardOutcome) => void;
}

export function createForwarding({
  placement,
  options,
  ownName,
  onSent = () => {},
}: ForwardingOptions): Forwarding {
  const sender = new Sender();
  const places = new KnownPlaces(placement);
  const streams = new Set<ServerResponse>();
  const telling = createTelling();
  placement.watch((addresses) => sender.giveUpAllBut(addresses));
  askTheDoubted(placement, ownName);

  /** Returns null if nothing was sent, because nobody listens there. */
  const sendOnce = async (policy: string, sending: Sending): Promise<MemberAnswer | null> => {
    try {
      const answer = await sender.send(sending);
      if (answer.statusCode === 503) places.forget(policy);
      onSent(answer.hasMoved ? 'moved' : 'answered');
      return answer;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      places.forget(policy);
      onSent('away');
      placement.doubt(sending.address);
      if (sending.isAgain || !sender.isUnsent(sending.request, error)) throw error;
      return null;
    }
  };

  /** Sends it to where the policy is; again, if nothing was done. Returns null if it is here by now. */
  const send = async (policy: string, sending: Sending): Promise<MemberAnswer | null> => {
    const answer = await sendOnce(policy, sending);
    if (answer !== null && (!answer.hasMoved || sending.isAgain)) return answer;
    answer?.discard();
    // If nobody holds it, it is taken here: whose share it is may be told by members who are gone.
    const place = await places.find(policy, true).catch(unreadable);
    if (place.kind === 'here') return null;
    const { address, member } = place;
    // At the own address the other was not found just now.
    if (address === null || 'isNamesake' in place) throw notReached(policy, place);
    return await send(policy, { ...sending, address, member, isAgain: true });
  };

  return {
    pass: async (request, reply) => {
      const policy = policyOf(request);
      reply.headers(telling.asked(request));
      if (policy === null) return;
      if (placement.holds(policy)) return void reply.headers(telling.holds(request));
      const untilMs = performance.now() + options.forwardSilenceMs;
      const isForwarded = request.headers[HOP_HEADER] !== undefined;
      if (isForwarded) trustOwn(placement);
      const place = await places.find(policy, isForwarded).catch(unreadable);
      if (place.kind === 'here') return void reply.headers(telling.holds(request));
      if (isForwarded) reply.header(MOVED_HEADER, '1');
      if (isForwarded || place.address === null) throw notReached(policy, place);
      const isStream = request.routeOptions.url === EVENTS;
      if (isStream && streams.size >= options.eventStreamLimit) throw tooManyStreams();
      const { address, member } = place;
      const sending = { request, reply, address, member, untilMs, isAgain: false };
      const answer = await send(policy, sending);
      if (answer === null) return void reply.headers(telling.holds(request));
      if (reply.sent) return answer.discard();
      if (isStream) keepUntilClosed(streams, reply.raw);
      reply.hijack();
      answer.giveTo(reply.raw, telling.asked(request));
    },
    readAgain: (request, _reply, payload, done) => {
      const body = sender.bodyOf(request);
      done(null, body === undefined ? payload : Readable.from([body]));
    },
    endStreams: () => {
      for (const stream of streams) stream.end();
    },
    close: () => sender.close(),
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

function keepUntilClosed(streams: Set<ServerResponse>, response: ServerResponse): void {
  streams.add(response);
  whenClosed(response, () => streams.delete(response));
}

function unreadable(cause: unknown): never {
  throw cause instanceof ServiceProblem ? cause : journalUnavailable(cause);
}

/** Whoever holds it is not reached from here, or not any more. */
function notReached(policy: string, place: Place): ServiceProblem {
  return 'isNamesake' in place ? sharedAddress(policy) : isMoving(policy);
}

/** Without the address: callers need not know it, and the log tells it. */
function sharedAddress(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OWNER_AWAY',
    detail: `Each replica must have an address of its own, but the one that holds "${policy}" says to be where this one is. Nothing was decided. If a replica was just started again, try again in some seconds; if there are two, give each its own memberAddress.`,
  });
}

function isMoving(policy: string): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OWNER_AWAY',
    detail: `A policy is written by one replica, but "${policy}" is just moving from one to another. Nothing was decided; try again in a second.`,
  });
}

function tooManyStreams(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_OVERLOADED',
    detail: 'Too many watchers are connected. Close one, or ask for the policy from time to time.',
  });
}
