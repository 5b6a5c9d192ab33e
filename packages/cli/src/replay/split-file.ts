/**
 * The format `hedgerow-split/1`: books of divided decisions, and of groups, as explicit steps.
 *
 * A file holds cases; each has what is declared, who bets, and steps by the names of decisions, with all
 * numbers as texts of digits. What an independent program expects after each step may stand beside them.
 */
import type {
  TracedBook,
  TracedCase,
  TracedDecision,
  TracedState,
  TracedStep,
} from '@hedgerow/core/research';
import { z } from 'zod';
import { checkedFile } from './checked-file.ts';

export const SPLIT_FORMAT = 'hedgerow-split/1';

export interface SplitCase extends TracedCase {
  readonly name: string;
  /** The state after each step, if the file carries it. */
  readonly expected?: readonly TracedState[] | undefined;
}

export interface SplitFile {
  readonly format: typeof SPLIT_FORMAT;
  readonly cases: readonly SplitCase[];
}

/** The letters that the format uses for what we have words for. */
const SHORTFALL = 'alpha';
const FAILURE = 'delta';
const NOISE = 'sigma';

const digits = z
  .string()
  .regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/, 'it must be a text of digits, such as "0.25"')
  .transform(Number);

const bookSchema = z.strictObject({
  [SHORTFALL]: digits,
  [FAILURE]: digits,
  lo: digits,
  hi: digits,
  baseline: z.tuple([digits, digits]).nullable(),
  drop: digits.nullable(),
  ratio: digits.nullable(),
  beside: digits.nullable(),
  [NOISE]: digits.nullable(),
  strips: z.enum(['independent', 'any']),
  surelyInRange: z.boolean(),
  // The most of its wealth that a bettor stakes is not ours to choose.
  cap: z.literal('0.9'),
  rates: z.array(digits).min(1),
  weights: z.array(digits).min(1),
  gaussianRates: z.array(digits),
  gaussianWeights: z.array(digits),
});

function bookOf(book: z.infer<typeof bookSchema>): TracedBook {
  const { lo, hi, baseline, drop, ratio, beside, [NOISE]: scale, gaussianRates } = book;
  const isIndependent = book.strips === 'independent';
  return {
    allowedShortfall: book[SHORTFALL],
    failureProbability: book[FAILURE],
    declarations: {
      range: { min: lo, max: hi },
      mayLeaveRange: !book.surelyInRange,
      ...(baseline === null ? {} : { baseline: { min: baseline[0], max: baseline[1] } }),
      ...(drop === null ? {} : { drop }),
      ...(ratio === null ? {} : { ratio }),
      ...(beside === null ? {} : { beside }),
      ...(scale === null ? {} : { plotNoise: { scale, isIndependent } }),
    },
    bettors: {
      onGain: { rates: book.rates, weights: book.weights },
      onSpread:
        gaussianRates.length === 0 ? null : { rates: gaussianRates, weights: book.gaussianWeights },
    },
  };
}

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

const state: z.ZodType<TracedState> = z.strictObject({
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
      book: bookSchema.transform(bookOf),
      steps: z.array(step),
      expected: z.array(state).optional(),
    }),
  ),
});

/** Returns the checked contents, or throws naming the field at fault. */
export function checkSplitFile(contents: unknown): SplitFile {
  return checkedFile(file, contents, SPLIT_FORMAT);
}
