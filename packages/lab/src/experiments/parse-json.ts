/**
 * Reads JSON, or says what should have been JSON and why it is not.
 */
import { HedgerowError } from '@hedgerow/core';

/** Returns the data; `what` names the text for people, such as "a summary". */
export function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${what} must be JSON`,
      received: `not: ${(error as Error).message}`,
    });
  }
}
