/**
 * Decides for every request whether it may go on, before its body is read.
 *
 * In this order: the name the service was addressed by, the key, the key's scope, whether the key may
 * touch this policy, and how much the key has asked for lately. A policy that a key may not touch is
 * answered exactly as one that does not exist.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../instruments/clock.ts';
import type { KeyRecord, KeyStore } from '../../journal/journal.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { unknownDecision, unknownPolicy } from '../../problems/refusals.ts';
import type { HttpOptions } from '../http-options.ts';
import { type Access, type Caller, LOCAL_CALLER } from './access.ts';
import { hostFault } from './host-check.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { sitesOf } from './scopes.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

export interface Guard {
  /** A hook: throws a ServiceProblem if the request may not go on. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whether a caller that was let in may still go on; for answers that take long. */
  isStillWelcome(caller: Caller): Promise<boolean>;
}

export interface GuardOptions {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly options: HttpOptions;
}

const PUBLIC: Access = { kind: 'public' };

/** Returns the guard of one server. */
export function createGuard({ keys, clock, options }: GuardOptions): Guard {
  const ring = createKeyRing({ keys, clock, ageMsMax: options.keyAgeMsMax });
  const now = () => Date.parse(clock.now());
  const failures = createTokenBuckets({
    rate: options.failedAttemptsPerMinute / 60,
    burst: options.failedAttemptsPerMinute,
    now,
  });
  const requests = createTokenBuckets({ rate: options.rateLimit, burst: options.rateBurst, now });
  const isLimited = options.rateLimit > 0;
  return {
    check: async (request, reply) => {
      const access = request.routeOptions.config.access ?? PUBLIC;
      const isOpen = await isOpenFor(ring, access);
      requireHost(request, options.allowedHosts, isOpen);
      if (access.kind === 'public') return;
      const given = headerText(request, access);
      const caller = isOpen
        ? LOCAL_CALLER
        : await authenticate({ request, reply, ring, failures, given });
      request.caller = caller;
      if (access.subject === 'own') nameOwnPolicy(request, isOpen ? given : null);
      authorise(request, caller, access);
      if (!isOpen && isLimited) limit(reply, requests, `${caller.id} ${access.bucket}`);
    },
    isStillWelcome: async ({ id }) =>
      id === LOCAL_CALLER.id ? await ring.isOpen() : await ring.isStillUsable(id),
  };
}

/** Probes wait for no store, and are answered also when keys were never read; then the strict rules for names hold. */
async function isOpenFor(ring: KeyRing, access: Access): Promise<boolean> {
  const known = access.kind === 'public' ? ring.isOpenSoFar() : null;
  if (known !== null) return known;
  try {
    return await ring.isOpen();
  } catch (error) {
    if (access.kind === 'public') return true;
    throw error;
  }
}

function requireHost(
  request: FastifyRequest,
  allowedHosts: readonly string[],
  isOpen: boolean,
): void {
  const { host, origin } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  const fault = hostFault(
    {
      host,
      origin,
      // A link to the page from elsewhere is harmless; what counts is what the page then asks for.
      fetchSite: isNavigation(request) ? undefined : textOf(fetchSite),
      remoteAddress: request.socket.remoteAddress,
    },
    { allowedHosts, isOpen },
  );
  if (fault !== null) throw new ServiceProblem({ code: 'HR_HOST', detail: fault });
}

function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(', ');
}

interface Attempt {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly ring: KeyRing;
  readonly failures: TokenBuckets;
  /** What came in the header that this route takes keys in, beside the usual one. */
  readonly given: string | null;
}

function headerText({ headers }: FastifyRequest, access: Access): string | null {
  const name = access.kind === 'key' ? access.keyHeader : undefined;
  return name === undefined ? null : (textOf(headers[name]) ?? null);
}

/** Puts the policy into the path that the key stands for; while none is needed, its text is the name. */
function nameOwnPolicy(request: FastifyRequest, openName: string | null): void {
  const { policies } = request.caller!;
  const id = policies?.length === 1 ? policies[0]! : openName;
  if (id === null) {
    throw new ServiceProblem({
      code: 'HR_FORBIDDEN',
      detail:
        'Here the key must be kept to one policy, which it then stands for. Create such a key, or name the policy in the address.',
    });
  }
  request.params = { ...(request.params as object), id };
}

/**
 * Valid keys are never held up by the failures of others behind the same address; failures are
 * counted only to refuse more of them.
 */
async function authenticate(attempt: Attempt): Promise<Caller> {
  const { request, reply, ring, failures, given } = attempt;
  const { authorization } = request.headers;
  const secret = /^Bearer +([!-~]{1,200})$/i.exec(authorization ?? '')?.[1] ?? given;
  const record = secret === null ? null : await ring.verify(secret);
  if (record !== null) return callerOf(record);
  if (authorization !== undefined || given !== null) limit(reply, failures, request.ip);
  reply.header('www-authenticate', 'Bearer');
  throw new ServiceProblem({
    code: 'HR_UNAUTHENTICATED',
    detail:
      'A valid API key is needed. Send it as "Authorization: Bearer hk_…"; it may be missing, wrong, expired or revoked.',
  });
}

function callerOf({ id, scopes, policies }: KeyRecord): Caller {
  return {
    id,
    hasScope: (scope) => scopes.includes(scope),
    policies: policies.includes('*') ? null : policies,
    mayTouch: (policy) => policies.includes('*') || policies.includes(policy),
    // With more than one the key would see what no single site may: the first counts.
    site: sitesOf(scopes)[0] ?? null,
  };
}

function authorise(
  request: FastifyRequest,
  caller: Caller,
  { scope, subject, isForSites }: Extract<Access, { kind: 'key' }>,
): void {
  if (scope !== null && !caller.hasScope(scope)) {
    throw new ServiceProblem({
      code: 'HR_FORBIDDEN',
      detail: `This request needs a key with the scope ${scope}.`,
    });
  }
  if (caller.site !== null && isForSites !== true) throw notForSites();
  const { id = '' } = request.params as { id?: string };
  if ((subject === 'policy' || subject === 'own') && !caller.mayTouch(id)) throw unknownPolicy(id);
  if (subject === 'decision' && !caller.mayTouch(id.split('.')[0]!)) throw unknownDecision();
  if (subject === 'all' && !caller.mayTouch('*')) {
    throw new ServiceProblem({
      code: 'HR_FORBIDDEN',
      detail: 'This request shows all policies and needs a key for all of them.',
    });
  }
}

function notForSites(): ServiceProblem {
  return new ServiceProblem({
    code: 'HR_FORBIDDEN',
    detail: 'This request is about more than one site and needs a key that is not kept to a site.',
  });
}

function limit(reply: FastifyReply, buckets: TokenBuckets, name: string): void {
  const waitSeconds = buckets.take(name);
  if (waitSeconds === 0) return;
  reply.header('retry-after', Math.max(1, Math.ceil(waitSeconds)));
  throw new ServiceProblem({
    code: 'HR_RATE_LIMIT',
    detail: 'Too many requests. Wait as long as the Retry-After header says, then try again.',
  });
}
