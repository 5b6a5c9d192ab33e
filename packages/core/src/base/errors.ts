/**
 * Every error hedgerow can raise, by its stable code.
 *
 * Wrong input throws. A situation that is normal in the domain (an unsafe candidate, a reward sent
 * twice) is a returned value, never an exception. A broken invariant is the third kind,
 * `HR_INVARIANT`: the state can no longer be trusted, and the caller must go on with the baseline.
 *
 * Codes are never renamed or reused. Each one is explained in docs/reference/errors.md; a test ties
 * the two together in both directions.
 */
export const ERROR_CODES = [
  'HR_INPUT_RANGE',
  'HR_INPUT_NOT_FINITE',
  'HR_INPUT_DIMENSION',
  'HR_INPUT_KIND',
  'HR_CONTEXT_ASYMMETRIC',
  'HR_CONTEXT_INDEFINITE',
  'HR_CONTEXT_WEIGHTS',
  'HR_CONTEXT_QUANTILES',
  'HR_CONTEXT_NOT_EXACT',
  'HR_CALL_ORDER',
  'HR_GROWTH',
  'HR_ENGINE_UNAVAILABLE',
  'HR_FILE',
  'HR_INVARIANT',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What an error says, in this order: the rule, what came instead, what to do about it. */
export interface ErrorText {
  readonly code: ErrorCode;
  /** The rule as a sentence without its full stop: "failureProbability must be less than 1". */
  readonly rule: string;
  /** What was received instead: "1.5", "an array of 3 numbers". */
  readonly received: string;
  /** The remedy as a whole sentence, where the rule alone does not suggest it. */
  readonly remedy?: string;
}

/** The one error class of hedgerow; tell errors apart by `code`, not by text. */
export class HedgerowError extends Error {
  readonly code: ErrorCode;

  constructor(text: ErrorText) {
    const remedy = text.remedy === undefined ? '' : ` ${text.remedy}`;
    super(`${text.rule}, but it is ${text.received}.${remedy} [${text.code}]`);
    this.name = 'HedgerowError';
    this.code = text.code;
  }
}

/** Stops everything when `isTrue` is false: the state can no longer be trusted. */
export function assertInvariant(isTrue: boolean, rule: string, received: number): void {
  if (isTrue) return;
  throw new HedgerowError({
    code: 'HR_INVARIANT',
    rule,
    received: String(received),
    remedy: 'This is a fault in hedgerow or damaged state: follow the baseline and report it.',
  });
}

/**
 * Returns what `act` returns, which changes something from its first line on: whatever is refused in it comes too late to leave
 * everything as it was, and so stops everything.
 */
export function afterChecks<Answer>(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof HedgerowError) || error.code === 'HR_INVARIANT') throw error;
    throw new HedgerowError({
      code: 'HR_INVARIANT',
      rule: 'what was checked must not be refused later',
      received: `refused: ${error.message}`,
      remedy: 'This is a fault in hedgerow or damaged state: follow the baseline and report it.',
    });
  }
}
