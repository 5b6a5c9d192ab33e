/**
 * The baseline rounds that no gate can do without, for rewards of yes or no.
 *
 *     rounds ≥ max over m of  log(1 / 2.4δ) · ((1 − α) · r_b − m) / ( kl(p_x, m) · α · r_b )
 *
 * r_b = `baselineReward`, p_x = `proposalReward`: the chances of a yes. Whoever plays the proposal n
 * times must be able to lose what it would cost if its chance were m, a share m of yes being as good
 * as impossible to tell from p_x in fewer than log(1 / 2.4δ) / kl(p_x, m) rounds (change of measure);
 * and each baseline round earns α · r_b towards that. The worst m solves
 *
 *     kl(p_x, m) = ((1 − α) · r_b − m) · (p_x − m) / (m · (1 − m))
 *
 * and is found by halving: the difference of both sides is negative for small m and grows to kl > 0.
 */
import { HedgerowError } from '@hedgerow/core';

export interface FewestRoundsInput {
  /** r_b: chance of a yes with the baseline, between 0 and 1. */
  readonly baselineReward: number;
  /** p_x: chance of a yes with the proposal, between 0 and 1. */
  readonly proposalReward: number;
  /** α: share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** δ: probability with which the promise may fail. */
  readonly failureProbability: number;
}

/** Returns the least mean number of baseline rounds; infinite if the proposal is not worth playing. */
export function fewestBaselineRounds(input: FewestRoundsInput): number {
  const { baselineReward, proposalReward, allowedShortfall, failureProbability } = input;
  for (const [name, value] of Object.entries(input)) requireShare(name, value);
  const kept = (1 - allowedShortfall) * baselineReward;
  if (proposalReward <= kept) return Number.POSITIVE_INFINITY;
  const worst = worstChance(proposalReward, kept);
  const divergence = yesNoDivergence(proposalReward, worst);
  const evidence = Math.max(-Math.log(2.4 * failureProbability), 0);
  return (evidence * (kept - worst)) / (divergence * allowedShortfall * baselineReward);
}

/** Returns kl(p, m): how fast rewards with the chance p tell that it is not m. */
function yesNoDivergence(p: number, m: number): number {
  return p * Math.log(p / m) + (1 - p) * Math.log((1 - p) / (1 - m));
}

function worstChance(proposalReward: number, kept: number): number {
  let [low, high] = [0, kept];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    const slope = (proposalReward - middle) / (middle * (1 - middle));
    const isTooLow = yesNoDivergence(proposalReward, middle) < slope * (kept - middle);
    if (isTooLow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function requireShare(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${name} must be greater than 0 and less than 1`,
    received: String(value),
  });
}
