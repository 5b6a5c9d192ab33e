/**
 * What went wrong with a call, as far as the reader can do something about it.
 */
import { ConnectionError, ServiceError } from '@hedgerow/client';

export interface Failure {
  /**
   * `away`: no answer, try again. `key`: a key is needed, or this one is refused. `forbidden`: the key
   * may not do this. `missing`: there is no such thing. `refused`: the request itself was wrong.
   */
  readonly kind: 'away' | 'key' | 'forbidden' | 'missing' | 'refused';
  /** What the service said, or what happened on the way. */
  readonly detail: string;
}

/** Returns what kind of failure an error is. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionError) return { kind: 'away', detail: error.message };
  if (error instanceof ServiceError) return { kind: kindOf(error.status), detail: error.detail };
  return { kind: 'refused', detail: error instanceof Error ? error.message : String(error) };
}

function kindOf(status: number): Failure['kind'] {
  if (status === 401) return 'key';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  return status === 429 || status >= 500 ? 'away' : 'refused';
}
