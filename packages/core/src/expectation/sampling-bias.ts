/**
 * How far a reward predicted from sampled features may be off, because of the sampling.
 *
 * SPEC 2.3 of the design notes, ē_t:
 *
 *     bias = (max − min) · √( ln( 2·actionCount·π²·round² / (6·failureProbability) ) / (2·sampleCount) )
 *
 * Hoeffding's bound for one average, made to hold for all actions (the played one depends on the
 * draws) and all rounds at once (Σ 1/round² = π²/6). Lemma 2 turns it into a wider radius,
 * + √Σ weight·bias². With a fixed sample count that grows like √rounds; with one that grows in
 * proportion to the round, only logarithmically.
 */
import { requireBetween, requireFinite, requireWhole } from '../base/require.ts';

export interface SamplingBiasInput {
  /** Limits of the expected reward of any action in any context. */
  readonly rewardRange: { readonly min: number; readonly max: number };
  readonly actionCount: number;
  /** t: the present round, counted from 1. */
  readonly round: number;
  /** l: number of draws in this round. */
  readonly sampleCount: number;
  /** δ′: probability with which the bound may fail, over the whole run. */
  readonly failureProbability: number;
}

/** Returns the largest error of an expected reward in this round, in units of the reward. */
export function samplingBias(input: SamplingBiasInput): number {
  const { rewardRange, actionCount, round, sampleCount, failureProbability } = input;
  requireFinite('rewardRange.min', rewardRange.min);
  requireBetween('rewardRange.max', rewardRange.max, rewardRange.min, Number.POSITIVE_INFINITY);
  requireWhole('actionCount', actionCount, 1, Number.POSITIVE_INFINITY);
  requireWhole('round', round, 1, Number.POSITIVE_INFINITY);
  requireWhole('sampleCount', sampleCount, 1, Number.POSITIVE_INFINITY);
  requireBetween('failureProbability', failureProbability, 0, 1);
  const events = (2 * actionCount * Math.PI ** 2 * round ** 2) / 6;
  const width = rewardRange.max - rewardRange.min;
  return width * Math.sqrt(Math.log(events / failureProbability) / (2 * sampleCount));
}
