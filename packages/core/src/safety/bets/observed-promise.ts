/**
 * The observed-outcome promise: what was really earned keeps up with what the baseline would really
 * have earned on the same rounds.
 *
 *     Σ [ observed reward − (1 − α) · the baseline's own outcome ] ≥ 0        (at every moment)
 *
 * Outcomes may be anything in the range, chosen by an adversary who sees the past; only the coin is
 * assumed to be honest. What was earned is seen, so bettors only bet on the baseline's depth below
 * the ceiling in mixed rounds, which the coin shows with chance p = 1 − playProbability:
 *
 *     log growth = log(1 + (rate / p) · (depth − prediction)) if held out, + rate · prediction
 *     slack ≥ Σ mixed reward + α · Σ forced reward − (1 − α) · (mixed rounds · ceiling − s*)
 *
 * (the observed-outcome theorem, docs/concepts/certificate.md). The floor must hold for every
 * observed reward, so there is no noise scale here; rewards above the ceiling are earned in full,
 * and the promise is about the baseline's outcomes cut at the ceiling.
 */
import {
  betPrediction,
  type CoinPromise,
  type CoinPromiseOptions,
  coinTerms,
  roundedDown,
} from './coin-promise.ts';
import { depthBelow, heightAbove } from './coin-range.ts';
import { addedBack, logFactor } from './log-factor.ts';

export type ObservedPromiseOptions = Omit<CoinPromiseOptions, 'noiseScale' | 'ceilingExcess'>;

/** Returns the promise about observed outcomes. */
export function observedPromise(options: ObservedPromiseOptions): CoinPromise {
  const { allowedShortfall, range } = coinTerms({ ...options, noiseScale: 0 });
  const shareKept = 1 - allowedShortfall;
  return {
    gainShare: shareKept,
    width: range.width,
    logGrowth({ stake, reward }, rate) {
      if (stake.coin === 'forced') return 0;
      const enlarged = rate / (1 - stake.playProbability);
      const prediction = betPrediction(enlarged, {
        mean: range.ceiling - stake.baselinePrediction,
        width: range.width,
        deviation: stake.rewardDeviation,
      });
      const back = addedBack(rate, prediction);
      if (stake.coin === 'proposal') return back;
      const gain = reward === null ? 0 : depthBelow(range, reward);
      return logFactor({ rate: enlarged, gain, prediction }) + back;
    },
    base({ stake, reward }) {
      // Refuses what lies below the floor.
      if (reward !== null) heightAbove(range, reward);
      const earned = reward ?? range.floor;
      if (stake.coin === 'forced') return roundedDown(allowedShortfall * earned, 0);
      return roundedDown(earned, shareKept * range.ceiling);
    },
  };
}
