/**
 * Texts with rules: ids, names, reasons, times.
 */
import { z } from 'zod';
import { STOP } from './fit.ts';
import { described } from './schema-registry.ts';

export const POLICY_ID: RegExp = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const DECISION_ID: RegExp =
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.[1-9][0-9]{0,14}\.[1-9][0-9]{0,14}$/;

export const policyId: z.ZodType<string> = described(
  z.string().regex(POLICY_ID, {
    ...STOP,
    error: 'expected 1 to 64 letters, digits, _ and -, a letter or digit first',
  }),
  {
    description: 'Id of a policy: letters, digits, _ and -, at most 64.',
    examples: ['maize'],
  },
);

export const decisionId: z.ZodType<string> = described(
  z.string().regex(DECISION_ID, {
    ...STOP,
    error: 'expected the id that came with the decision, like maize.1.17',
  }),
  {
    description: 'Id of a decision: policy, generation and sequence.',
    examples: ['maize.1.17'],
  },
);

const NAME_MAX = 200;

/** Names of actions, variables, categories and attributes. */
export const name: z.ZodType<string> = z.string().min(1, STOP).max(NAME_MAX, STOP);

/**
 * Values by such names, as a record of the library, which would tell of every value that does not fit and not of the first.
 * The OpenAPI document shows it as one.
 */
export function byName<Value>(value: z.ZodType<Value>): z.ZodType<Record<string, Value>> {
  const values = z
    .object({})
    .catchall(value)
    .refine((given) => Object.keys(given).every(isName), {
      ...STOP,
      error: `expected names of 1 to ${NAME_MAX} characters`,
    });
  const propertyNames = { type: 'string', minLength: 1, maxLength: NAME_MAX };
  return described(values, { properties: undefined, propertyNames });
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= NAME_MAX;
}

/** Names of groups and sites. */
export const termName: z.ZodType<string> = z.string().min(1, STOP).max(64, STOP);

/**
 * Names of subjects. They stand in addresses, where "." and ".." mean something else, and are typed by
 * people: blanks around them, and two spellings of the same accents, would make two subjects of one.
 */
export const subjectName: z.ZodType<string> = described(
  z
    .string()
    .normalize('NFC')
    .min(1)
    .max(64)
    .refine((text) => text === text.trim() && text !== '', 'expected no blanks around the name')
    .refine((text) => text !== '.' && text !== '..', 'expected a name other than "." and ".."'),
  { description: 'Name of a subject: at most 64 characters, none of them around it blank.' },
);

/** Why somebody did something; kept in the journal. */
export const reason: z.ZodType<string> = z.string().max(1000);

/** A time as the service writes it. */
export const time: z.ZodType<string> = described(z.string(), {
  description: 'ISO 8601 in UTC.',
  format: 'date-time',
  examples: ['2026-05-04T09:30:00.000Z'],
});
