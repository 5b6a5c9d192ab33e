/**
 * Whether input fits its schema, as far as the first fault.
 *
 * A refusal tells of one fault, and a body of a megabyte can have a million. Looking for all of them held up the thread for
 * seconds, so a list ends with its first fault; and of input that may be one of several kinds of lists, those that it is not end there,
 * too, so that input that fits is read sooner.
 *
 * The library stops so when it only has to say yes or no (`validate`); the option is the same, but is not in its types. Faults
 * of a check, such as a length, stop it where the check says `abort`; and records are looked at as a whole
 * (`byName` is none).
 */
import type { z } from 'zod';

const FIRST_FAULT = { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>;

/** For checks of what stands in lists: nothing is looked at after a fault. */
export const STOP = { abort: true } as const;

/** Returns what the input says, or its faults up to the first list that has one. */
export function fit<Value>(schema: z.ZodType<Value>, input: unknown): z.ZodSafeParseResult<Value> {
  return schema.safeParse(input, FIRST_FAULT);
}
