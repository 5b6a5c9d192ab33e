/**
 * The played promise: the mean reward of what was really played keeps up with the baseline.
 *
 *     Σ [ mean of the action played − (1 − α) · baseline ] ≥ 0        (at every moment)
 *
 * It is stronger than the policy promise: the luck of the coin counts. In a mixed round a bettor
 * makes two bets at once, on the played reward and on the held-out baseline's depth below the
 * ceiling, which has the right mean when divided by the chance p of being seen:
 *
 *     log growth = log(1 + rate · (height − prediction)) + rate · prediction
 *                + log(1 + (rate · (1 − α) / p) · (depth − prediction')) if held out
 *                + rate · (1 − α) · prediction'
 *     base = lowest − (1 − α) · ceiling
 *
 * Held out, one reward moves both factors, one up and one down; the mean of their product is then
 * at most the product of the means (Chebyshev's association inequality), so no failure probability
 * has to be split (the played theorem, docs/concepts/certificate.md). A forced round bets on
 * α · height, with base α · lowest.
 *
 * While its reward is missing, a held-out round counts the worse of the two ends of the range: the
 * log growth is concave in the reward, so no reward in between is worse.
 */
import {
  betPrediction,
  type CoinPromise,
  type CoinPromiseOptions,
  type CoinRound,
  coinTerms,
  roundedDown,
} from './coin-promise.ts';
import { type CoinRange, depthBelow, heightAbove } from './coin-range.ts';
import type { CoinStake } from './coin-stake.ts';
import { addedBack, logFactor } from './log-factor.ts';

/** Returns the promise about the means of the actions played. */
export function playedPromise(options: CoinPromiseOptions): CoinPromise {
  const { allowedShortfall, range } = coinTerms(options);
  const shareKept = 1 - allowedShortfall;
  return {
    gainShare: 1,
    width: range.width,
    logGrowth(round, rate) {
      if (round.stake.coin === 'forced') return forcedGrowth(range, round, rate, allowedShortfall);
      return mixedGrowth(range, round, rate, shareKept);
    },
    base({ stake }) {
      if (stake.coin === 'forced') {
        return roundedDown(allowedShortfall * range.lowest, allowedShortfall * range.clipBias);
      }
      const charge = shareKept * (range.ceiling + range.ceilingExcess) + range.clipBias;
      return roundedDown(range.lowest, charge);
    },
  };
}

function forcedGrowth(range: CoinRange, round: CoinRound, rate: number, share: number): number {
  const sharedRate = rate * share;
  const { stake } = round;
  const prediction = betPrediction(sharedRate, {
    mean: stake.baselinePrediction - range.lowest,
    width: range.width,
    deviation: stake.rewardDeviation,
  });
  const gain = round.reward === null ? 0 : heightAbove(range, round.reward);
  return logFactor({ rate: sharedRate, gain, prediction }) + addedBack(sharedRate, prediction);
}

function mixedGrowth(range: CoinRange, round: CoinRound, rate: number, shareKept: number): number {
  const { stake, reward } = round;
  const { width } = range;
  const deviation = stake.rewardDeviation;
  const mean = playedPrediction(stake) - range.lowest;
  const prediction = betPrediction(rate, { mean, width, deviation });
  const enlarged = (rate * shareKept) / (1 - stake.playProbability);
  const depth = range.ceiling - stake.baselinePrediction;
  const depthPrediction = betPrediction(enlarged, { mean: depth, width, deviation });
  const onHeight = (gain: number) => logFactor({ rate, gain, prediction });
  const onDepth = (gain: number) =>
    stake.coin === 'baseline'
      ? logFactor({ rate: enlarged, gain, prediction: depthPrediction })
      : 0;
  const back = addedBack(rate, prediction) + addedBack(rate * shareKept, depthPrediction);
  if (reward !== null) {
    return onHeight(heightAbove(range, reward)) + onDepth(depthBelow(range, reward)) + back;
  }
  const atLowest = onHeight(0) + onDepth(range.width);
  if (stake.coin === 'proposal') return atLowest + back;
  return Math.min(atLowest, onHeight(range.width) + onDepth(0)) + back;
}

/** The predicted reward of whoever plays: the coin is known when this bet is placed. */
function playedPrediction(stake: CoinStake): number {
  return stake.coin === 'proposal' ? stake.proposalPrediction : stake.baselinePrediction;
}
