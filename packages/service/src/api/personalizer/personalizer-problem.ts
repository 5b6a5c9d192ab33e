/**
 * Refusals in the form of Azure Personalizer, whose codes are a closed list.
 *
 * Both official clients try again what is answered with 5xx, and 429 after as long as it says.
 */
import type { ProblemCode, ServiceProblem } from '../../problems/problem.ts';

/** What was asked: it names the refusals of what is wrong with a request. */
export type Asked = 'rank' | 'reward' | 'activate' | 'other';

const OF_REQUEST: Readonly<Record<Asked, string>> = {
  rank: 'InvalidRankRequest',
  reward: 'InvalidRewardRequest',
  activate: 'InvalidEventIdToActivate',
  other: 'BadRequest',
};

const CODES: { readonly [Code in ProblemCode]?: string } = {
  HR_UNAUTHENTICATED: 'Unauthorized',
  HR_FORBIDDEN: 'OperationNotAllowed',
  HR_HOST: 'OperationNotAllowed',
  HR_POLICY_UNKNOWN: 'ResourceNotFound',
  HR_DECISION_UNKNOWN: 'ResourceNotFound',
  HR_BODY_TOO_LARGE: 'PayloadSizeExceeded',
  HR_RATE_LIMIT: 'TooManyRequests',
};

/** Statuses that clients know; whatever else is wrong with a request is a 400. */
const KEPT: ReadonlySet<number> = new Set([401, 403, 404, 413, 429]);

export interface PersonalizerProblem {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly target?: string;
    readonly details: readonly never[];
    /** The code of the service. */
    readonly innerError: { readonly code: ProblemCode };
  };
}

export function personalizerStatus({ status }: ServiceProblem): number {
  return status >= 500 || KEPT.has(status) ? status : 400;
}

export function personalizerProblem(problem: ServiceProblem, asked: Asked): PersonalizerProblem {
  const { code, status, message, field } = problem;
  const name = CODES[code] ?? (status >= 500 ? 'InternalServerError' : OF_REQUEST[asked]);
  return {
    error: {
      code: name,
      message,
      ...(field !== undefined && { target: field }),
      details: [],
      innerError: { code },
    },
  };
}
