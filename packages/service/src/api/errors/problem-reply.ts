/**
 * Turns whatever went wrong into problem details (RFC 9457), and tells nothing of the inside.
 */
import { JournalFailure } from '../../journal/journal.ts';
import { type ProblemCode, ServiceProblem } from '../../problems/problem.ts';
import { journalUnavailable } from '../../problems/refusals.ts';
import type { Problem } from '../../wire.ts';

export const PROBLEM_TYPE = 'application/problem+json';

const TITLES: { readonly [Code in ProblemCode]: string } = {
  HR_INVALID_JSON: 'The body is not valid JSON',
  HR_UNAUTHENTICATED: 'A valid API key is needed',
  HR_FORBIDDEN: 'The key does not allow this',
  HR_HOST: 'The service may not be addressed like this',
  HR_POLICY_QUOTA: 'The key has created too many policies',
  HR_ROUTE_UNKNOWN: 'There is nothing at this address',
  HR_POLICY_UNKNOWN: 'There is no such policy',
  HR_DECISION_UNKNOWN: 'There is no such decision',
  HR_SUBJECT_UNKNOWN: 'There is no such subject',
  HR_REPORT_UNKNOWN: 'There is no such report',
  HR_METHOD: 'The method does not fit the address',
  HR_KEY_IN_PROGRESS: 'The same request is under way',
  HR_REWARD_CONTRADICTS: 'Another reward is known',
  HR_NOT_PLAYED: 'The action was not played',
  HR_ALREADY_PLAYED: 'The action has been played',
  HR_NO_REWARD_YET: 'There is no reward yet',
  HR_DEFINITION_DIFFERS: 'The policy has another definition',
  HR_GROUP_NOT_OPEN: 'The group is not open',
  HR_SUBJECT_TAKEN: 'The name is not free',
  HR_SUBJECTS_CHANGED: 'The register has changed since',
  HR_ARCHIVED: 'The policy is archived',
  HR_MODE_CHANGED: 'The policy has changed its mode',
  HR_NOT_ERASABLE: 'The policy cannot be erased',
  HR_POLICY_REMOVED: 'The name belonged to an erased policy',
  HR_FORECAST_ALARM: 'The forecasts are called wrong',
  HR_TOO_LATE: 'It is too late for this',
  HR_REWARD_EXPIRED: 'The reward did not come in time',
  HR_GROUP_FULL: 'Too much waits for groups',
  HR_SITES_FULL: 'The policy has as many sites as it may',
  HR_DECISION_FORGOTTEN: 'The receipt was deleted on request',
  HR_BODY_TOO_LARGE: 'The body is too large',
  HR_MEDIA_TYPE: 'The body must be JSON',
  HR_INVALID_INPUT: 'The input does not fit',
  HR_KEY_REUSED: 'The idempotency key belongs to another request',
  HR_RATE_LIMIT: 'Too many requests',
  HR_TOO_MANY_STREAMS: 'Too many watchers of yours',
  HR_HEAD_TOO_LARGE: 'The headers are too large',
  HR_INTERNAL: 'Something went wrong inside',
  HR_JOURNAL_UNAVAILABLE: 'Nothing can be stored now',
  HR_DECIDER_AWAY: 'The policy is being started again',
  HR_OVERLOADED: 'Too much to do',
  HR_OWNER_AWAY: 'The replica that writes this policy is away',
  HR_CLOSING: 'The service is closing',
};

/** What the framework refuses on its own, by its codes. */
const FRAMEWORK: Readonly<Record<string, { code: ProblemCode; detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'HR_BODY_TOO_LARGE',
    detail:
      'A body may have 256 KiB where a context is sent, 4 MiB where a definition is put or many decisions or subjects are sent, and 64 KiB elsewhere. Send less.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'HR_MEDIA_TYPE',
    detail: 'Send the body as "Content-Type: application/json", in UTF-8.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'HR_INVALID_JSON',
    detail: 'The body was not as long as its Content-Length said. Send it again.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'HR_ROUTE_UNKNOWN',
    detail: 'Nothing has an id as long as the one in this address.',
  },
  FST_ERR_BAD_URL: {
    code: 'HR_ROUTE_UNKNOWN',
    detail: 'The address is not a valid path. Check its percent signs.',
  },
};

/** What else can fail while a body is received, such as a connection that breaks. */
const UNREADABLE = {
  code: 'HR_INVALID_JSON',
  detail: 'The request could not be read to its end. Send it again.',
} as const;

/** Returns the refusal that an error stands for; everything unexpected is the same 500. */
export function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof JournalFailure) return journalUnavailable(error);
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known =
    (typeof code === 'string' ? FRAMEWORK[code] : undefined) ??
    (statusCode === 400 ? UNREADABLE : undefined);
  return new ServiceProblem(
    known ?? {
      code: 'HR_INTERNAL',
      detail: 'The request could not be answered. It is in the log of the service.',
    },
    { cause: error },
  );
}

/** Returns the body of the answer. */
export function problemBody({ code, status, message, field }: ServiceProblem): Problem {
  return {
    type: `urn:hedgerow:problem:${code}`,
    title: TITLES[code],
    status,
    code,
    detail: message,
    ...(field !== undefined && { field }),
  };
}
