/**
 * Errors on their way from one thread to another: a refusal arrives as the same refusal, and anything else
 * as an error with the same words, for the log.
 */
import { type ProblemText, ServiceProblem } from '../problems/problem.ts';

export type CarriedFault =
  | { readonly kind: 'problem'; readonly text: ProblemText; readonly cause?: string }
  | { readonly kind: 'error'; readonly message: string; readonly stack?: string };

export function packFault(error: unknown): CarriedFault {
  if (error instanceof ServiceProblem) {
    const { cause } = error;
    return {
      kind: 'problem',
      text: error.text,
      ...(cause === undefined ? {} : { cause: String(cause) }),
    };
  }
  if (!(error instanceof Error)) return { kind: 'error', message: String(error) };
  const { message, stack } = error;
  return { kind: 'error', message, ...(stack === undefined ? {} : { stack }) };
}

export function unpackFault(fault: CarriedFault): Error {
  if (fault.kind === 'problem') {
    const options = fault.cause === undefined ? {} : { cause: new Error(fault.cause) };
    return new ServiceProblem(fault.text, options);
  }
  const error = new Error(fault.message);
  if (fault.stack !== undefined) error.stack = fault.stack;
  return error;
}
