/**
 * The coin of the policy promise: how often a proposal is played, and from when on.
 *
 *     hold-out probability   p = (1 − α) · reach / (reach + slack)
 *     reach = max( variance · 2 / gain, variance · 4 / height, depth / 2 )
 *
 *     gain       what the proposal is expected to add to the slack in a round
 *     height     of the expected baseline reward above the lowest, depth: below the ceiling
 *     variance   of the baseline's reward: predicted, but at most height · depth
 *
 * A held-out reward counts (q − α) / p times, so it shakes what is proved. The first part keeps the
 * noise of all held-out rewards small against the gain; the second keeps one surprise small against
 * the slack, and matters when the baseline's reward is rare; the third keeps measuring it where it is
 * steady. And the slack must cover the worst case,
 *
 *     q ≤ max( α, (slack + α · u + allowance) / (u − lo) )
 *
 * where a q of α costs nothing: what it can lose, the baseline earns in the rest of the mean. Every
 * q that is fixed before the coin is sound.
 */
import { clampPrediction } from './coin-promise.ts';
import { type HoldOutInput, holdOutProbability, mixedIncrement } from './coin-rule.ts';

/** Found on yes/no rewards of .5 to .01; baseline rounds are flat around them. */
const NOISE_REACH = 2;
const SURPRISE_REACH = 4;
const DEPTH_REACH = 0.5;
/** A gain below this share of the baseline's height is taken for it. */
const GAIN_SHARE_MIN = 0.05;
/** A predicted baseline is taken to lie this share of the width inside the range. */
const EDGE_SHARE = 1e-3;
/** How many rounds at the floor must be earned before the first coin is thrown. */
const ROUNDS_EARNED_FIRST = 6;

/** Room for the rounding of those who check the worst case of the round. */
const ROUNDING_SHARE = 512 * Number.EPSILON;

export interface PolicyCoinInput extends HoldOutInput {
  /** How far rewards stray from predictions; as far as the range allows if absent. */
  readonly rewardDeviation?: number;
  /** lo: lowest mean reward of any action. */
  readonly floor: number;
  /** u: the most the baseline can earn in this round. */
  readonly baselineRewardMax: number;
  /** What the promise adds to the slack in every round. */
  readonly allowancePerRound: number;
  /** Reserve of the promise: what may be lost once. */
  readonly reserve: number;
  /** Rounds that took place before this one. */
  readonly roundCount: number;
}

/**
 * Returns q, 0 if the round must be forced.
 *
 * The mean before the coin is not what is played. At the start nothing is there that could make up
 * for an unlucky coin, so the first rounds are forced, until they have earned what some proposals at
 * the floor would cost, or the slack covers a proposal that is played outright.
 */
export function policyPlayProbability(input: PolicyCoinInput): number {
  const cannotLose = mixedIncrement(input) + input.allowancePerRound >= 0;
  if (cannotLose) return 1 - holdOutProbability(input);
  if (isTooEarly(input)) return 0;
  return Math.min(1 - policyHoldOutProbability(input), affordablePlayProbability(input));
}

/** Returns p, from 0 to 1 − α. */
export function policyHoldOutProbability(input: PolicyCoinInput): number {
  const { allowedShortfall, slack, proposalPrediction, baselinePrediction } = input;
  const { width } = input.range;
  const height = heightOf(baselinePrediction, input);
  const depth = width - height;
  const expectedGain = proposalPrediction - (1 - allowedShortfall) * baselinePrediction;
  const gain = Math.max(expectedGain, GAIN_SHARE_MIN * height);
  const variance = Math.min((input.rewardDeviation ?? width) ** 2, height * depth);
  const reach = Math.max(
    (NOISE_REACH * variance) / gain,
    (SURPRISE_REACH * variance) / height,
    DEPTH_REACH * depth,
  );
  return ((1 - allowedShortfall) * reach) / (reach + Math.max(slack, 0));
}

/** Returns whether an unlucky coin could not be made up for yet. */
export function isTooEarly(input: PolicyCoinInput): boolean {
  const { allowedShortfall, baselinePrediction, allowancePerRound, slack } = input;
  if (slack + mixedIncrement(input) + allowancePerRound >= 0) return false;
  const { lowest, width } = input.range;
  const predicted = lowest + heightOf(baselinePrediction, input);
  // Noise lets predictions fall below the floor; means are above it.
  const baseline = Math.max(predicted, input.floor + EDGE_SHARE * width);
  const earnedPerRound = allowedShortfall * baseline + allowancePerRound;
  const lostPerProposal = (1 - allowedShortfall) * baseline - input.floor;
  const earned = input.reserve + input.roundCount * earnedPerRound;
  return earned < ROUNDS_EARNED_FIRST * lostPerProposal;
}

/** A prediction at the edge of the range, or outside, says nothing: it would stop all measuring. */
function heightOf(prediction: number, { range: { lowest, width } }: PolicyCoinInput): number {
  const edge = EDGE_SHARE * width;
  return Math.max(clampPrediction(prediction - lowest, width - edge), edge);
}

function affordablePlayProbability(input: PolicyCoinInput): number {
  const { allowedShortfall, slack, floor, baselineRewardMax, allowancePerRound } = input;
  const costAtMost = baselineRewardMax - floor;
  if (costAtMost <= 0) return 1;
  const free = slack + allowedShortfall * floor + allowancePerRound >= 0 ? allowedShortfall : 0;
  const room = slack + allowedShortfall * baselineRewardMax + allowancePerRound;
  const rounding = ROUNDING_SHARE * (Math.abs(slack) + baselineRewardMax + allowancePerRound);
  return Math.min(Math.max(free, (room - rounding) / costAtMost), 1);
}
