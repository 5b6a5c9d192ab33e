/**
 * Every default of a policy in one place; docs/concepts/choosing-parameters.md explains them.
 */
import { BOLDNESS, HINT_DOUBT, SPLIT_BOLDNESS } from '../learners/hedge/hedge-defaults.ts';

export const POLICY_DEFAULTS = {
  failureProbability: 0.01,
  reserve: 0,
  window: 1,
  promise: 'expected',
  coin: 'policy',
  execution: 'assume',
  ridgePenalty: 1,
  proposer: 'optimistic',
  /** The proposer looks at what an action may pay at best, this many deviations up. */
  boldness: BOLDNESS as number,
  /** The same for decisions that can be divided. */
  splitBoldness: SPLIT_BOLDNESS as number,
  /** A declared baseline reward is read by the proposer as if it were off by this share. */
  hintDoubt: HINT_DOUBT as number,
  /** Divided decisions: what stays with the baseline at least, and how fine they can be divided. */
  check: 0.1,
  strips: 20,
  /** Decisions whose reward is known that are kept for corrections. */
  settledDecisionsKept: 10_000,
} as const;
