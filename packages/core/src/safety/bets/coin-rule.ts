/**
 * The rules of the hold-out coin: how often the baseline is held out, what a round can cost, and
 * whether it may be risked. Pure functions; none of them affects the truth of a certificate.
 *
 * For the promises about what is played and observed:
 *
 *     expected depth of the baseline    c_b = ceiling − baselinePrediction
 *     expected height of the proposal   c_x = proposalPrediction − lowest
 *     shock τ = max(c_x / 2, slack / 2, c_b / 4)
 *     hold-out probability p = (1 − α) · c_b / (c_b + τ)
 *
 * This is the p with which one held-out reward can shake the certificate by exactly τ: rare enough
 * not to cost much, common enough not to lose half the slack to one bad draw. It falls as slack
 * builds up, so hold-outs become logarithmically rare. For the policy promise, whose rounds may cost
 * little, `policy-coin-rule.ts` has a finer rule.
 */
import { clampPrediction, roundedDown } from './coin-promise.ts';
import type { CoinRange } from './coin-range.ts';
import type { CoinSide } from './coin-stake.ts';

export interface HoldOutInput {
  /** α: share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Slack proven before the round, in reward units. */
  readonly slack: number;
  readonly proposalPrediction: number;
  readonly baselinePrediction: number;
  readonly range: CoinRange;
}

/** Returns p, from 0 to 1 − α; 0 if the baseline is predicted at its ceiling. */
export function holdOutProbability(input: HoldOutInput): number {
  const { lowest, ceiling, width } = input.range;
  const depth = clampPrediction(ceiling - input.baselinePrediction, width);
  const height = clampPrediction(input.proposalPrediction - lowest, width);
  if (!(depth > 0)) return 0;
  const shock = Math.max(height / 2, input.slack / 2, depth / 4);
  return ((1 - input.allowedShortfall) * depth) / (depth + shock);
}

export interface IncrementInput {
  readonly allowedShortfall: number;
  /** lo: lowest mean reward of any action (lowest outcome, for the observed promise). */
  readonly floor: number;
  /** u: the most the baseline can earn in this round: ceiling plus excess, or a declared maximum. */
  readonly baselineRewardMax: number;
  /** The least the baseline can earn in this round; the floor if absent. */
  readonly baselineRewardMin?: number;
}

/** Returns the least that a round with this q adds to the slack of the policy promise. */
export function policyIncrement(
  input: IncrementInput & { readonly playProbability: number },
): number {
  const { playProbability, allowedShortfall, floor, baselineRewardMax } = input;
  const debited = playProbability - allowedShortfall;
  if (debited > 0) return roundedDown(playProbability * floor, debited * baselineRewardMax);
  return roundedDown(playProbability * floor, debited * (input.baselineRewardMin ?? floor));
}

/** Returns the least that a round adds to the slack of the played promise, by who plays. */
export function playedIncrement(input: IncrementInput & { readonly coin: CoinSide }): number {
  if (input.coin === 'proposal') return mixedIncrement(input);
  return roundedDown(input.allowedShortfall * (input.baselineRewardMin ?? input.floor), 0);
}

/**
 * Returns what a round adds to the slack of the observed-outcome promise at least; with its reward
 * once that has arrived, with null until then.
 */
export function observedIncrement(
  input: IncrementInput & { readonly coin: CoinSide; readonly reward: number | null },
): number {
  const earned = input.reward ?? input.floor;
  if (input.coin !== 'proposal') return roundedDown(input.allowedShortfall * earned, 0);
  return roundedDown(earned, (1 - input.allowedShortfall) * input.baselineRewardMax);
}

/** Returns the worst that a mixed round can add, before the coin: played and observed promise. */
export function mixedIncrement(
  input: Pick<IncrementInput, 'floor' | 'allowedShortfall' | 'baselineRewardMax'>,
): number {
  return roundedDown(input.floor, (1 - input.allowedShortfall) * input.baselineRewardMax);
}

/** What a debit depends on: the ends of what is known of means, and how the coin fell. */
export interface DebitInput {
  readonly allowedShortfall: number;
  readonly allowancePerRound: number;
  readonly coin: CoinSide;
  /** The lowest reward that is counted. */
  readonly lowest: number;
  /** The highest mean of any action. */
  readonly highest: number;
  /** The least the baseline can earn in this round. */
  readonly baselineRewardMin: number;
  /** The most. */
  readonly baselineRewardMax: number;
}

/**
 * Returns what is to be charged while a round may still be given up: the most that it could add to the
 * slack of the policy promise if who was drawn earned the worst for the bet, at least 0, rounded up.
 */
export function policyDebit(input: DebitInput & { readonly playProbability: number }): number {
  const { playProbability, allowedShortfall, coin } = input;
  if (coin === 'forced') return 0;
  const debited = playProbability - allowedShortfall;
  const isProposal = coin === 'proposal';
  const proposal = playProbability * (isProposal ? input.lowest : input.highest);
  // Beside a lost proposal the baseline is what adds most; a held-out one is itself the worst for the bet.
  const isLow = isProposal === debited > 0;
  const baseline = isLow ? input.baselineRewardMin : input.baselineRewardMax;
  return chargedUp(proposal + input.allowancePerRound, debited * baseline);
}

/** Returns the same for the played promise. */
export function playedDebit(input: DebitInput): number {
  const { allowedShortfall, allowancePerRound, coin } = input;
  if (coin === 'forced') return 0;
  return coin === 'proposal'
    ? chargedUp(input.lowest + allowancePerRound, (1 - allowedShortfall) * input.baselineRewardMin)
    : chargedUp(allowedShortfall * input.baselineRewardMax + allowancePerRound, 0);
}

/** Returns the same for the observed-outcome promise; a held-out round charges its worst already. */
export function observedDebit(input: DebitInput): number {
  return input.coin === 'proposal' ? playedDebit(input) : 0;
}

function chargedUp(credit: number, debit: number): number {
  return Math.max(-roundedDown(debit, credit), 0);
}
