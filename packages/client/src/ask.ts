/**
 * One try of a request: asks the replica that is likeliest to answer, and remembers what its answer tells, or that there was none.
 *
 * Where there are others, a replica that says nothing is given up after half the time, and the next try asks another. The first request may
 * then still be carried out, much later, when whatever held it up is over. So this is done only with what can do no harm then: questions,
 * what has an Idempotency-Key, and what the service knows when it comes again.
 */
import { ConnectionError, ServiceError } from './errors.ts';
import { policyOf } from './replicas.ts';
import { requireGood, type ServiceAddress, type ServiceRequest, send, toldBy } from './send.ts';

export interface TryLimits {
  readonly signal: AbortSignal;
  /** For the whole call, of which this is one try. */
  readonly timeoutMs: number;
}

/** How much of a call's time a silent replica gets. */
const SILENCE_SHARE = 0.5;

/** Returns what is read from a good answer; throws a ServiceError, a ConnectionError, or why the signal was given. */
export async function ask<T>(
  address: ServiceAddress,
  request: ServiceRequest,
  { signal, timeoutMs }: TryLimits,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { replicas } = address;
  const policy = policyOf(request.path);
  const replica = replicas.choose(policy);
  const isGivenUp = isHarmlessLater(request) && replicas.hasOtherThan(replica);
  const silenceMs = isGivenUp ? SILENCE_SHARE * timeoutMs : null;
  try {
    const response = await beginWithin(silenceMs, signal, (ending) =>
      send(address, replica.url, request, ending),
    );
    replicas.hear(replica, policy, toldBy(response));
    await requireGood(response, signal);
    return await read(response);
  } catch (error) {
    if (isOfReplica(error)) replicas.fail(replica);
    throw error;
  }
}

/** Whether a failure is the replica's own, so that another may do better at once. */
export function isOfReplica(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  // What has no code of the service came from something in front of it.
  return error instanceof ServiceError && /^(HR_CLOSING|HTTP_50[234])$/.test(error.code);
}

function isHarmlessLater({ method, key, isKnownAgain = false }: ServiceRequest): boolean {
  return method === 'GET' || key !== undefined || isKnownAgain;
}

/** Waits so long for an answer to begin; its rest may take longer. */
async function beginWithin(
  silenceMs: number | null,
  signal: AbortSignal,
  begin: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  if (silenceMs === null) return begin(signal);
  const silence = new AbortController();
  const giveUp = () =>
    silence.abort(new ConnectionError(`The replica said nothing for ${silenceMs} ms.`));
  const timer = setTimeout(giveUp, silenceMs);
  try {
    return await begin(AbortSignal.any([signal, silence.signal]));
  } finally {
    clearTimeout(timer);
  }
}
