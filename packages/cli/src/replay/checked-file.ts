/**
 * Reads a file that must follow a format, and names the field at fault if it does not.
 */
import { HedgerowError } from '@hedgerow/core';
import type { z } from 'zod';

/** Returns what the text says. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: 'a replay file must be JSON',
      received: `not: ${(error as Error).message}`,
    });
  }
}

/** Returns the contents as the schema has them. */
export function checkedFile<File>(
  schema: z.ZodType<File>,
  contents: unknown,
  format: string,
): File {
  const parsed = schema.safeParse(contents);
  if (!parsed.success) throw faultyField(parsed.error.issues[0]!, format);
  return parsed.data;
}

function faultyField(issue: z.core.$ZodIssue, format: string): HedgerowError {
  const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = formatPath(issue.path) || 'the file';
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${path} must follow the format ${format}`,
    received:
      unknownKeys.length > 0
        ? `an object with the unknown field "${unknownKeys[0]}"`
        : `not: ${issue.message}`,
  });
}

function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}
