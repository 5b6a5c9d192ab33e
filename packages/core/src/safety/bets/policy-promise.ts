/**
 * The policy promise: the mean reward BEFORE the coin keeps up with the baseline.
 *
 *     Σ [ q · proposal + p · baseline − (1 − α) · baseline ] ≥ 0        (means, at every moment)
 *
 * where q = playProbability, p = 1 − q, α = allowedShortfall. Each term is gain + base, with
 *
 *     gain = q · (proposal − lowest) + |q − α| · (distance of the baseline) ≥ 0
 *     base = q · lowest − (q − α) · ceiling   if q > α, the distance is ceiling − baseline
 *     base = α · lowest                       if q ≤ α, the distance is baseline − lowest
 *
 * and the coin shows one half of the gain at a time: the height of a played proposal, or
 * |q − α| / p times the distance of a held-out baseline. Its mean is the gain, so bettors can bet on
 * it (the policy theorem, docs/concepts/certificate.md). A forced round is q = 0. With q = 1
 * nothing is held out and the baseline is charged its ceiling.
 *
 * Noise: clipping at the lowest reward adds at most max(q, α) · clipBias to the mean gain of a
 * round, and cutting at the ceiling at most (q − α)₊ · ceilingExcess; both are charged in the base.
 */
import {
  betPrediction,
  type CoinPromise,
  type CoinPromiseOptions,
  coinTerms,
  roundedDown,
} from './coin-promise.ts';
import { type CoinRange, depthBelow, heightAbove } from './coin-range.ts';
import type { CoinStake } from './coin-stake.ts';
import { addedBack, logFactor } from './log-factor.ts';

/** Returns the promise about means before the coin. */
export function policyPromise(options: CoinPromiseOptions): CoinPromise {
  const { allowedShortfall, range } = coinTerms(options);
  return {
    gainShare: 1,
    width: range.width,
    logGrowth({ stake, reward }, rate) {
      const { playProbability } = stake;
      const heldOutShare = Math.abs(playProbability - allowedShortfall);
      const isDebit = playProbability > allowedShortfall;
      const enlarged = rate * (heldOutShare / (1 - playProbability));
      const predicted = predictions(range, stake, { isDebit, rate, enlarged });
      const growth =
        stake.coin === 'proposal'
          ? logFactor({
              rate,
              gain: reward === null ? 0 : heightAbove(range, reward),
              prediction: predicted.proposal,
            })
          : logFactor({
              rate: enlarged,
              gain: reward === null ? 0 : distance(range, reward, isDebit),
              prediction: predicted.baseline,
            });
      return (
        growth +
        addedBack(rate, playProbability * predicted.proposal + heldOutShare * predicted.baseline)
      );
    },
    base({ stake: { playProbability } }) {
      const share = Math.max(playProbability, allowedShortfall);
      const debited = Math.max(playProbability - allowedShortfall, 0);
      const charge = share * range.clipBias + debited * (range.ceiling + range.ceilingExcess);
      return roundedDown(share * range.lowest, charge);
    },
  };
}

interface PredictionInput {
  readonly isDebit: boolean;
  readonly rate: number;
  /** The rate of the held-out branch; infinite when nothing is held out. */
  readonly enlarged: number;
}

/** What the bettor subtracts in each branch: the predictions, cut so that it is never ruined. */
function predictions(
  range: CoinRange,
  stake: CoinStake,
  { isDebit, rate, enlarged }: PredictionInput,
): { readonly proposal: number; readonly baseline: number } {
  const { width } = range;
  const deviation = stake.rewardDeviation;
  const distanceOfBaseline = isDebit
    ? range.ceiling - stake.baselinePrediction
    : stake.baselinePrediction - range.lowest;
  return {
    proposal: betPrediction(rate, {
      mean: stake.proposalPrediction - range.lowest,
      width,
      deviation,
    }),
    baseline: betPrediction(enlarged, { mean: distanceOfBaseline, width, deviation }),
  };
}

function distance(range: CoinRange, reward: number, isDebit: boolean): number {
  const height = heightAbove(range, reward);
  return isDebit ? depthBelow(range, reward) : height;
}
