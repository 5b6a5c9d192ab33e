/**
 * What `price -- rare` measures: yes/no rewards from common to rare, and what is told of the baseline.
 *
 *   number     the baseline's expected reward is declared
 *   interval   declared within ±10 %
 *   unknown    not declared: a hold-out coin keeps the policy promise
 *
 * One situation, two actions, the policy as it ships. The longer a row takes to be decided, the more
 * rounds it gets.
 */
export type Knowledge = 'number' | 'interval' | 'unknown';

export interface RareCell {
  /** Chance of a yes with the baseline. */
  readonly baselineReward: number;
  /** Chance of a yes with the other action. */
  readonly proposalReward: number;
  readonly knowledge: Knowledge;
  readonly roundCount: number;
}

export const RARE_SHORTFALL = 0.1;
export const RARE_FAILURE_PROBABILITY = 0.01;
/** Half-width of the declared interval, as a share. */
export const INTERVAL_SHARE = 0.1;

const REWARDS: readonly (readonly [baseline: number, proposal: number, rounds: number])[] = [
  [0.5, 0.6, 5_000],
  [0.2, 0.3, 5_000],
  [0.05, 0.1, 10_000],
  [0.01, 0.04, 20_000],
  [0.01, 0.02, 40_000],
];

const KNOWLEDGE: readonly Knowledge[] = ['number', 'interval', 'unknown'];

/** Every cell, in the order of the report. */
export const RARE_CELLS: readonly RareCell[] = KNOWLEDGE.flatMap((knowledge) =>
  REWARDS.map(([baselineReward, proposalReward, roundCount]) => ({
    baselineReward,
    proposalReward,
    knowledge,
    roundCount,
  })),
);
