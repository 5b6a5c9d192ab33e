/**
 * Keeps the promise in every single round, not only in total, by tossing a coin.
 *
 *     play the candidate with probability p, else the baseline
 *     p = min( 1, allowedShortfall · baseline / (baseline − least reward of the candidate) )
 *
 * Then p · (least reward) + (1 − p) · baseline ≥ (1 − allowedShortfall) · baseline, with equality
 * wherever p < 1. With a convex set of actions one would play the mixture itself (Moradipari 2020);
 * actions from a list have no mixture, so the coin takes its place.
 *
 * What surprises: the promise is about the expectation over the coin as well. A round in which the
 * candidate is really played may earn less.
 */
import type { RandomSource } from '../../base/random-source.ts';
import { requireFinite } from '../../base/require.ts';
import { relativePromise, requireRepairing } from '../promise-terms.ts';

export interface StagewiseRound {
  /** Least expected reward of the candidate, in reward units. */
  readonly candidateLowerBound: number;
  /** Expected reward of the baseline, at least 0, in reward units. */
  readonly baselineExpectedReward: number;
}

export interface StagewiseGate {
  /** α: largest share of the baseline's reward that may be lost in a round. */
  readonly allowedShortfall: number;
  /** Returns p: how often the candidate may be played, from 0 to 1. */
  playProbability(round: StagewiseRound): number;
}

/** Returns the gate for one α, greater than 0 and less than 1. */
export function stagewiseGate(allowedShortfall: number): StagewiseGate {
  const terms = relativePromise({ allowedShortfall });
  return {
    allowedShortfall,
    playProbability({ candidateLowerBound, baselineExpectedReward }) {
      requireFinite('baseline.expectedReward', baselineExpectedReward);
      requireRepairing(terms, baselineExpectedReward);
      // Written so that a bound of −∞ or NaN gives 0.
      if (candidateLowerBound >= baselineExpectedReward) return 1;
      const possibleLoss = baselineExpectedReward - candidateLowerBound;
      const share = (allowedShortfall * baselineExpectedReward) / possibleLoss;
      return share > 0 ? Math.min(1, share) : 0;
    },
  };
}

/** Tosses the coin: true with probability `probability`. Takes one number from the source, always. */
export function tossCoin(random: RandomSource, probability: number): boolean {
  return random() < probability;
}
