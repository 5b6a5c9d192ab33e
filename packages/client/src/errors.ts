/**
 * How a call can fail: the service said no, or there was no answer one could read.
 */

export interface ServiceErrorInput {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly field?: string | undefined;
  readonly retryAfterMs?: number;
}

/** The service, or something in front of it, answered with an error. */
export class ServiceError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Stable code of the service such as `HR_INVALID_INPUT`; `HTTP_502` if it was not the service. */
  readonly code: string;
  readonly detail: string;
  /** Where in the input the fault is, if it is in the input. */
  readonly field: string | undefined;
  /** How long the service asks to be left alone; 0 if it did not say. */
  readonly retryAfterMs: number;

  constructor({ status, code, detail, field, retryAfterMs = 0 }: ServiceErrorInput) {
    super(`${detail} [${code}]`);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.field = field;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * No readable answer came: no connection, a connection that broke, or not in time. Nobody knows
 * whether the service did what it was asked.
 */
export class ConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionError';
  }
}

/** Too many fall-backs wait to be reported. */
export class QueueFullError extends Error {
  constructor(limit: number) {
    super(
      `At most ${limit} fall-backs may wait to be reported, and so many do. This one is not ` +
        'remembered. Bring the service back and call flush(), or allow more with queueLimit.',
    );
    this.name = 'QueueFullError';
  }
}
