/**
 * The parts of a route's schema that repeat: its answers, its refusals, the id in its path.
 */
import { z } from 'zod';
import { PROBLEM_STATUS, type ProblemCode } from '../../problems/problem.ts';
import { PROBLEM_TYPE } from '../errors/problem-reply.ts';
import { problem } from '../schemas/policy-schemas.ts';
import { decisionId, policyId } from '../schemas/text-schemas.ts';

export interface IdInPath {
  readonly id: string;
}

export const policyInPath: z.ZodType<IdInPath> = z.strictObject({ id: policyId });
export const decisionInPath: z.ZodType<IdInPath> = z.strictObject({ id: decisionId });

export const KEY_SECURITY: readonly Record<string, readonly string[]>[] = [{ apiKey: [] }];

/** Refusals that every route with a key can give. */
const USUAL: readonly ProblemCode[] = [
  'HR_UNAUTHENTICATED',
  'HR_FORBIDDEN',
  'HR_HOST',
  'HR_INVALID_INPUT',
  'HR_RATE_LIMIT',
  'HR_HEAD_TOO_LARGE',
  'HR_INTERNAL',
  'HR_JOURNAL_UNAVAILABLE',
  'HR_DECIDER_AWAY',
  'HR_OVERLOADED',
  'HR_OWNER_AWAY',
  'HR_CLOSING',
];

/** Refusals of every route that takes a body. */
export const OF_BODY: readonly ProblemCode[] = [
  'HR_INVALID_JSON',
  'HR_BODY_TOO_LARGE',
  'HR_MEDIA_TYPE',
];

export interface Answer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

export interface AnswersInput {
  readonly description: string;
  readonly schema: z.ZodType;
  /** `application/json` if absent. */
  readonly contentType?: string;
  /** Beside those that every route with a key can give. */
  readonly problems?: readonly ProblemCode[];
}

/** Returns all answers of a route that needs a key. */
export function answers(input: AnswersInput): Record<number, Answer> {
  return { ...plainAnswer(input), ...refusals([...USUAL, ...(input.problems ?? [])]) };
}

/** Returns the good answer alone. */
export function plainAnswer(input: AnswersInput): Record<number, Answer> {
  const { description, schema, contentType = 'application/json' } = input;
  return { 200: { description, content: { [contentType]: { schema } } } };
}

/** Returns the answers of these refusals, by status; the description names the codes. */
export function refusals(codes: readonly ProblemCode[]): Record<number, Answer> {
  const byStatus = Object.groupBy(codes, (code) => PROBLEM_STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      { description: same.join(', '), content: { [PROBLEM_TYPE]: { schema: problem } } },
    ]),
  );
}
