/**
 * Ours: how many rounds the baseline can get behind a gate whose certificate is true.
 *
 * The certificate bounds the learner's total by its observed rewards less a boundary B that their
 * noise stays within. If the noise does so on both sides, a refusal after m rounds of the learner,
 * with regret R(m), and n of the baseline implies
 *
 *     α r_ℓ n  ≤  (1 − α) r_h + R(m) + 2 B(m) − m (Δ_ℓ + α r_ℓ)
 *
 * and therefore, for any proposer whatsoever,
 *
 *     n  ≤  1 + ( (1 − α) r_h + max_{m ≤ horizon} [ R(m) + 2 B(m) − m (Δ_ℓ + α r_ℓ) ] ) / (α r_ℓ)
 *
 * The maximum is taken by trying every m. It stops growing with the horizon as soon as R + 2B grows
 * more slowly than m: that is what makes the price of safety a constant.
 */
import type { ProblemConstants } from './problem-constants.ts';

export type GateConstants = Pick<
  ProblemConstants,
  'allowedShortfall' | 'baselineRewardMin' | 'baselineRewardMax' | 'baselineGapMin'
>;

export interface ProvedBoundInput {
  readonly constants: GateConstants;
  readonly horizon: number;
  /** R(m): most regret of the learner's first m rounds, in reward units. */
  readonly regretOf: (learnerRounds: number) => number;
  /** B(m): what the noise of the first m rewards stays within, in reward units. */
  readonly boundaryOf: (learnerRounds: number) => number;
}

/** Returns the most rounds that the baseline can get. */
export function provedBaselineRounds(input: ProvedBoundInput): number {
  const { constants, horizon, regretOf, boundaryOf } = input;
  let debtMax = Number.NEGATIVE_INFINITY;
  for (let rounds = 0; rounds <= horizon; rounds++) {
    const debt = gateDebt(constants, {
      learnerRounds: rounds,
      regret: regretOf(rounds),
      boundary: boundaryOf(rounds),
    });
    debtMax = Math.max(debtMax, debt);
  }
  return baselineRoundsForDebt(constants, debtMax);
}

export interface LearnerState {
  readonly learnerRounds: number;
  readonly regret: number;
  readonly boundary: number;
}

/** Returns R + 2B − m (Δ_ℓ + α r_ℓ): what the baseline may have to earn back, in reward units. */
export function gateDebt(constants: GateConstants, state: LearnerState): number {
  const { allowedShortfall, baselineRewardMin, baselineGapMin } = constants;
  const earned = state.learnerRounds * (baselineGapMin + allowedShortfall * baselineRewardMin);
  return state.regret + 2 * state.boundary - earned;
}

/** Returns the most rounds of the baseline, given the largest debt of a run. */
export function baselineRoundsForDebt(constants: GateConstants, debtMax: number): number {
  const { allowedShortfall, baselineRewardMin, baselineRewardMax } = constants;
  const owed = (1 - allowedShortfall) * baselineRewardMax + debtMax;
  return 1 + owed / (allowedShortfall * baselineRewardMin);
}
