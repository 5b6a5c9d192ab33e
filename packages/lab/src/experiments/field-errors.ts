/**
 * Turns what a schema complains about into one sentence that names the field: `strategies[2].radius`.
 *
 * Only the first fault is told. A file with one fault is mended at once; a list of twenty, most of
 * which follow from the first, is read by nobody.
 */
import { HedgerowError } from '@hedgerow/core';
import type { z } from 'zod';

/** Returns the error for the first of a schema's complaints about a file of `format`. */
export function faultyField(issue: z.core.$ZodIssue, format: string): HedgerowError {
  if (issue.code === 'unrecognized_keys') return unknownField(issue.path, issue.keys[0]!, format);
  return fieldError({
    path: issue.path,
    rule: `must follow the format ${format}`,
    received: `not: ${issue.message}`,
  });
}

export interface FieldFault {
  readonly path: readonly PropertyKey[];
  /** What must be, without the path in front: "must be one of the ids above". */
  readonly rule: string;
  readonly received: string;
  readonly remedy?: string;
}

/** Returns an error about one field. */
export function fieldError({ path, rule, received, remedy }: FieldFault): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${formatPath(path) || 'the file'} ${rule}`,
    received,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** Writes a path as one would in a program: `rounds[3].baseline.action`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

function unknownField(path: readonly PropertyKey[], key: string, format: string): HedgerowError {
  return fieldError({
    path: [...path, key],
    rule: `must be a field that the format ${format} knows here`,
    received: 'unknown',
    remedy: 'Mind the spelling; some fields belong to other kinds.',
  });
}
