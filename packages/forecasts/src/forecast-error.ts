/**
 * What is refused: the rule, what was found instead, and what to do about it.
 */

/** Stable for ever; docs/reference/errors.md explains each. */
export const FORECAST_ERROR_CODES = [
  /** The text is not of the format that it is said to be, or of none that is known. */
  'HF_FORMAT',
  /** Something that is needed is not there: a variable, a member, a day of the window. */
  'HF_MISSING',
  /** A unit that is not known, or not the one that was asked for. */
  'HF_UNIT',
  /** The forecast is older than what it is used for allows. */
  'HF_STALE',
  /** A number out of its range. */
  'HF_RANGE',
] as const;

export type ForecastErrorCode = (typeof FORECAST_ERROR_CODES)[number];

export interface ForecastFault {
  readonly code: ForecastErrorCode;
  readonly rule: string;
  readonly received: string;
  readonly remedy?: string;
}

export class ForecastError extends Error {
  readonly code: ForecastErrorCode;
  readonly rule: string;
  readonly received: string;
  readonly remedy: string | undefined;

  constructor({ code, rule, received, remedy }: ForecastFault) {
    super(`${rule}; received ${received}.${remedy === undefined ? '' : ` ${remedy}`} [${code}]`);
    this.name = 'ForecastError';
    this.code = code;
    this.rule = rule;
    this.received = received;
    this.remedy = remedy;
  }
}
