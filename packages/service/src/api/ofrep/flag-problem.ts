/**
 * Refusals as the OpenFeature remote evaluation protocol wants them: the caller then takes its default, which is
 * its baseline.
 *
 * The protocol reads bodies of 400, 404 and 500 only, and knows 401, 403 and 429 by their status; whatever is wrong
 * with a request is a 400 here. A service that is away stays a 503.
 */
import type { ProblemCode, ServiceProblem } from '../../problems/problem.ts';
import { TARGETING_KEY } from './evaluation-context.ts';

export type FlagErrorCode =
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING'
  | 'INVALID_CONTEXT'
  | 'FLAG_NOT_FOUND'
  | 'GENERAL';

export interface FlagProblem {
  /** Absent where the request was about all flags. */
  readonly key?: string;
  readonly errorCode: FlagErrorCode;
  /** The sentence of the service, with its own code. */
  readonly errorDetails: string;
}

const CODES: { readonly [Code in ProblemCode]?: FlagErrorCode } = {
  HR_POLICY_UNKNOWN: 'FLAG_NOT_FOUND',
  HR_INVALID_JSON: 'PARSE_ERROR',
  HR_MEDIA_TYPE: 'PARSE_ERROR',
  HR_BODY_TOO_LARGE: 'PARSE_ERROR',
  HR_INVALID_INPUT: 'INVALID_CONTEXT',
  HR_SUBJECT_UNKNOWN: 'INVALID_CONTEXT',
};

/** A flag that cannot be the name of a policy is no flag of ours. */
const IN_PATH = 'id';
/** A map, because a caller chooses the names of fields: an object has some of its own. */
const OF_FIELD: ReadonlyMap<string, FlagErrorCode> = new Map([
  [TARGETING_KEY, 'TARGETING_KEY_MISSING'],
  [IN_PATH, 'FLAG_NOT_FOUND'],
]);

/** Returns the body of the answer. */
export function flagProblem(problem: ServiceProblem, key: string | undefined): FlagProblem {
  const { code, message, field } = problem;
  const ofField = OF_FIELD.get(field ?? '');
  const errorCode = ofField ?? CODES[code] ?? 'GENERAL';
  return { ...(key !== undefined && { key }), errorCode, errorDetails: `${message} [${code}]` };
}

const KEPT: ReadonlySet<number> = new Set([401, 403, 429, 431]);

/** Returns its status. */
export function flagStatus({ code, status, field }: ServiceProblem): number {
  if (field === IN_PATH) return 404;
  if (code === 'HR_POLICY_UNKNOWN' || status >= 500 || KEPT.has(status)) {
    return status;
  }
  return 400;
}
