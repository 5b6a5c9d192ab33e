/**
 * Every default of a policy in one place; docs/concepts/choosing-parameters.md explains them.
 */
export const POLICY_DEFAULTS = {
  failureProbability: 0.01,
  reserve: 0,
  window: 1,
  promise: 'expected',
  coin: 'policy',
  execution: 'assume',
  ridgePenalty: 1,
  proposer: 'optimistic',
  /** How much uncertainty is worth to the proposer where the baseline's reward is declared. */
  boldness: 1,
  /** The same where it is not: the coin needs good predictions of more actions. */
  boldnessWithCoin: 2,
  /** A declared baseline reward is read by the proposer as if it were off by this share. */
  hintDoubt: 0.2,
  /** Decisions whose reward is known that are kept for corrections. */
  settledDecisionsKept: 10_000,
} as const;
