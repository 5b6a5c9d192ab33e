/**
 * Decides whether a candidate may be played by THIS round alone: nothing is saved up, nothing lent.
 *
 *     margin = worst case of the candidate in this round − (1 − allowedShortfall) · baseline reward
 *
 * The stricter promise of Khezeli & Bitar (2020) and Moradipari and others (2020), with the paper's own
 * confidence set: every round by itself keeps its share, and so the total does. Far fewer rounds are
 * played than behind a cumulative gate; it is here to compare.
 */
import { requireBetween } from '../../base/require.ts';

export interface StageWiseGate {
  readonly scope: 'round';
  /** Returns the room left if the candidate is played, in reward units; negative means no. */
  margin(round: RoundAtStake): number;
}

export interface RoundAtStake {
  readonly baselineReward: number;
  /** Least that the candidate earns in this round. */
  readonly lowerBound: number;
}

/** Returns a gate for one α, greater than 0 and less than 1. */
export function stageWiseGate(allowedShortfall: number): StageWiseGate {
  requireBetween('allowedShortfall', allowedShortfall, 0, 1);
  return {
    scope: 'round',
    margin: ({ baselineReward, lowerBound }) =>
      lowerBound - (1 - allowedShortfall) * baselineReward,
  };
}
