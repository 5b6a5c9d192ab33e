/**
 * Everything the service can refuse, by a stable code; docs/reference/http-api.md lists them.
 */
export const PROBLEM_STATUS = {
  HR_INVALID_JSON: 400,
  HR_UNAUTHENTICATED: 401,
  HR_FORBIDDEN: 403,
  HR_HOST: 403,
  HR_POLICY_QUOTA: 403,
  HR_ROUTE_UNKNOWN: 404,
  HR_POLICY_UNKNOWN: 404,
  HR_DECISION_UNKNOWN: 404,
  HR_SUBJECT_UNKNOWN: 404,
  HR_REPORT_UNKNOWN: 404,
  HR_METHOD: 405,
  HR_KEY_IN_PROGRESS: 409,
  HR_REWARD_CONTRADICTS: 409,
  HR_NOT_PLAYED: 409,
  HR_ALREADY_PLAYED: 409,
  HR_NO_REWARD_YET: 409,
  HR_DEFINITION_DIFFERS: 409,
  HR_GROUP_NOT_OPEN: 409,
  HR_GROUP_FULL: 409,
  HR_SITES_FULL: 409,
  HR_SUBJECT_TAKEN: 409,
  HR_SUBJECTS_CHANGED: 409,
  HR_ARCHIVED: 409,
  HR_MODE_CHANGED: 409,
  HR_NOT_ERASABLE: 409,
  HR_POLICY_REMOVED: 409,
  HR_FORECAST_ALARM: 409,
  HR_TOO_LATE: 410,
  HR_REWARD_EXPIRED: 410,
  HR_DECISION_FORGOTTEN: 410,
  HR_BODY_TOO_LARGE: 413,
  HR_MEDIA_TYPE: 415,
  HR_INVALID_INPUT: 422,
  HR_KEY_REUSED: 422,
  HR_RATE_LIMIT: 429,
  HR_TOO_MANY_STREAMS: 429,
  HR_HEAD_TOO_LARGE: 431,
  HR_INTERNAL: 500,
  HR_JOURNAL_UNAVAILABLE: 503,
  HR_DECIDER_AWAY: 503,
  HR_OVERLOADED: 503,
  HR_OWNER_AWAY: 503,
  HR_CLOSING: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

export interface ProblemText {
  readonly code: ProblemCode;
  /** What the rule is, what was received, what to do: whole sentences. */
  readonly detail: string;
  /** Where in the input the fault is: `context.rain`. */
  readonly field?: string;
}

export class ServiceProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly field: string | undefined;
  /** All that it was made of, to be made again elsewhere. */
  readonly text: ProblemText;

  constructor(text: ProblemText, options?: ErrorOptions) {
    const { code, detail, field } = text;
    super(detail, options);
    this.text = text;
    this.name = 'ServiceProblem';
    this.code = code;
    this.status = PROBLEM_STATUS[code];
    this.field = field;
  }
}
