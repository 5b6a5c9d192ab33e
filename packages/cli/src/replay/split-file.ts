/**
 * The format `hedgerow-split/1`: books of divided decisions, and of groups, as explicit steps.
 *
 * A file holds cases; each has what is declared, who bets, and steps by the names of decisions, with all
 * numbers as texts of digits. What an independent program expects after each step may stand beside them.
 */
import type { TracedBook, TracedCase, TracedDecision, TracedStep } from '@hedgerow/core/research';
import { z } from 'zod';
import { checkedFile } from './checked-file.ts';

export const SPLIT_FORMAT = 'hedgerow-split/1';

export interface SplitCase extends TracedCase {
  /** The state after each step, if the file carries it. */
  readonly expected?: readonly ExpectedState[] | undefined;
}

export interface ExpectedState {
  readonly logWealth: readonly string[];
  readonly gaussian: readonly string[];
  readonly sStar: string;
  readonly F: string;
  readonly W: string;
}

export interface SplitFile {
  readonly format: typeof SPLIT_FORMAT;
  readonly cases: readonly SplitCase[];
}

const digits = z
  .string()
  .regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/, 'it must be a text of digits, such as "0.25"');

const book: z.ZodType<TracedBook> = z.strictObject({
  alpha: digits,
  delta: digits,
  lo: digits,
  hi: digits,
  baseline: z.tuple([digits, digits]).nullable(),
  drop: digits.nullable(),
  ratio: digits.nullable(),
  beside: digits.nullable(),
  sigma: digits.nullable(),
  strips: z.enum(['independent', 'any']),
  surelyInRange: z.boolean(),
  // The most of its wealth that a bettor stakes is not ours to choose.
  cap: z.literal('0.9'),
  rates: z.array(digits).min(1),
  weights: z.array(digits).min(1),
  gaussianRates: z.array(digits),
  gaussianWeights: z.array(digits),
});

const decisionFields = {
  id: z.string(),
  size: digits,
  shares: z.array(digits),
  prediction: z.array(digits).min(1),
  number: digits.optional(),
  learner: z.boolean().optional(),
};

const decision: z.ZodType<TracedDecision> = z.strictObject(decisionFields);

const step: z.ZodType<TracedStep> = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('decide'), ...decisionFields }),
  z.strictObject({ do: z.literal('group'), id: z.string(), decisions: z.array(decision).min(1) }),
  z.strictObject({ do: z.literal('executed'), id: z.string(), shares: z.array(digits).optional() }),
  z.strictObject({ do: z.literal('void'), id: z.string() }),
  z.strictObject({
    do: z.literal('measured'),
    id: z.string(),
    x: z.array(digits.nullable()),
    b: digits.nullable().optional(),
  }),
]);

const state: z.ZodType<ExpectedState> = z.strictObject({
  logWealth: z.array(digits),
  gaussian: z.array(digits),
  sStar: digits,
  F: digits,
  W: digits,
});

const file: z.ZodType<SplitFile> = z.looseObject({
  format: z.literal(SPLIT_FORMAT),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      book,
      steps: z.array(step),
      expected: z.array(state).optional(),
    }),
  ),
});

/** Returns the checked contents, or throws naming the field at fault. */
export function checkSplitFile(contents: unknown): SplitFile {
  return checkedFile(file, contents, SPLIT_FORMAT);
}
