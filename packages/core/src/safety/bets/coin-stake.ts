/**
 * One round of the hold-out coin, as plain data.
 *
 * When the baseline's reward is unknown, a proposal is not simply played: a coin with probability
 * `playProbability` gives the round to the proposal, and otherwise the baseline is held out, so
 * that what it earns can be compared. Everything in a stake but the coin is fixed before the coin
 * is thrown, and the coin before the reward. A round that may not be risked is `forced`: the
 * baseline plays for certain.
 *
 * Letters: q = playProbability, p = 1 − q, Z = 0 for 'proposal' and 1 for the others.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireNotNegative } from '../../base/require.ts';

/** Who plays: the proposal, the held-out baseline, or the baseline because nothing else may. */
export type CoinSide = 'proposal' | 'baseline' | 'forced';

export interface CoinStake {
  /** q: probability of the proposal before the coin; 0 exactly when the round is forced. */
  readonly playProbability: number;
  readonly coin: CoinSide;
  /** Predicted reward of the proposal; any number, a bad one costs only sharpness. */
  readonly proposalPrediction: number;
  /** Predicted reward of the baseline; likewise. */
  readonly baselinePrediction: number;
  /** Predicted deviation of rewards around both; likewise. Nothing is known of it if absent. */
  readonly rewardDeviation?: number;
}

/** Returns a checked copy of a stake. */
export function coinStake(stake: CoinStake): CoinStake {
  const { playProbability, coin, proposalPrediction, baselinePrediction } = stake;
  requireFinite('proposalPrediction', proposalPrediction);
  requireFinite('baselinePrediction', baselinePrediction);
  requirePossible(coin, playProbability);
  const checked = { playProbability, coin, proposalPrediction, baselinePrediction };
  if (stake.rewardDeviation === undefined) return checked;
  requireNotNegative('rewardDeviation', stake.rewardDeviation);
  return { ...checked, rewardDeviation: stake.rewardDeviation };
}

function requirePossible(coin: CoinSide, playProbability: number): void {
  const mayHappen = {
    proposal: playProbability > 0 && playProbability <= 1,
    baseline: playProbability > 0 && playProbability < 1,
    forced: playProbability === 0,
  };
  if (mayHappen[coin]) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'playProbability must be 0 for a forced round and give the coin a chance to fall as it did',
    received: `${playProbability} for '${coin}'`,
  });
}
