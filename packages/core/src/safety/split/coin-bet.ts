/**
 * The bet on a decision that cannot be divided, in the same book: a coin decides who gets all of it.
 *
 * With a share f of the size for the try, and with a coin that gives all of it to the try with
 * probability q, the same is promised: D = size · (q · r_x + (α − q) · r_b). So its certain part is
 * that of a share q, and what the coin shows of the rest is bet on as in the policy promise
 * (bets/policy-promise.ts), at rates of the same unit: one root serves both. Bettors who use the noise
 * of plots do not bet on it, which is sound because a gain is never negative.
 *
 * Whoever receives the action has seen the coin: such a decision is never void.
 */
import { roundedDown } from '../bets/coin-promise.ts';
import { coinRange, countedCeiling } from '../bets/coin-range.ts';
import { policyDebit } from '../bets/coin-rule.ts';
import type { CoinStake } from '../bets/coin-stake.ts';
import { policyPlayProbability } from '../bets/policy-coin-rule.ts';
import { policyPromise } from '../bets/policy-promise.ts';
import type { PromiseTerms } from '../promise-terms.ts';
import type { PartOutcome, SplitOutcome, SplitPlan } from './split-bet.ts';
import type { SplitDeclarations } from './split-declarations.ts';

/** A whole decision, before the coin. */
export interface CoinOffer {
  readonly size: number;
  readonly tryPrediction: number;
  readonly checkPrediction: number;
  /** How far rewards stray from predictions, as far as is known. A bad guess costs slack only. */
  readonly rewardDeviation?: number;
}

/** What there is to play with, in reward units. */
export interface CoinMeans {
  readonly slack: number;
  /** Sum of the sizes of all decisions before this one. */
  readonly sizeTotal: number;
}

export interface CoinBet {
  /** What the decision adds beside what the bettors prove. */
  readonly base: number;
  /** What its base loses while it may still be given up. */
  readonly debit: number;
  /** What it does to the log wealth of a bettor with this rate. */
  logGrowth(rate: number): number;
}

/** The fixed part of all coin bets of a book. */
export class CoinBets {
  readonly #terms: PromiseTerms;
  readonly #declared: SplitDeclarations;
  readonly #range: Parameters<typeof policyPromise>[0];

  constructor(terms: PromiseTerms, declared: SplitDeclarations) {
    const { range, mayLeaveRange = false, plotNoise } = declared;
    const { scale = 0, checkScale = scale } = plotNoise ?? {};
    const noiseScale = mayLeaveRange ? Math.max(scale, checkScale) : 0;
    this.#terms = terms;
    this.#declared = declared;
    this.#range = {
      floor: range.min,
      noiseScale,
      allowedShortfall: terms.allowedShortfall,
      ...countedCeiling({ ceiling: range.max, noiseScale }),
    };
  }

  /** Probability with which the try should get the decision; 0 if only the baseline may. */
  playProbability(offer: CoinOffer, { slack, sizeTotal }: CoinMeans): number {
    const { size, rewardDeviation } = offer;
    const { range, baseline = range } = this.#declared;
    const { allowedShortfall, allowancePerRound, reserve } = this.#terms;
    return policyPlayProbability({
      allowedShortfall,
      allowancePerRound,
      floor: range.min,
      baselineRewardMax: baseline.max,
      range: coinRange(this.#range),
      slack: slack / size,
      reserve: reserve / size,
      roundCount: sizeTotal / size,
      proposalPrediction: offer.tryPrediction,
      baselinePrediction: offer.checkPrediction,
      ...(rewardDeviation === undefined ? {} : { rewardDeviation }),
    });
  }

  /** The bet on a decision that the coin gave to one of the two. */
  bet(plan: SplitPlan, outcome: SplitOutcome | null): CoinBet {
    const { size, coin } = plan;
    const promise = policyPromise(this.#range);
    const stake = {
      playProbability: plan.shares[0]!,
      coin: coin === 'try' ? ('proposal' as const) : ('baseline' as const),
      proposalPrediction: plan.tryPredictions[0]!,
      baselinePrediction: plan.checkPrediction,
    };
    const round = { stake, reward: this.#rewardOf(plan, outcome) };
    const perUnit = promise.base(round) + this.#terms.allowancePerRound;
    return {
      base: roundedDown(size * perUnit, 0),
      debit: -roundedDown(0, size * this.#debit(stake)),
      logGrowth: (rate) => promise.logGrowth(round, rate * size),
    };
  }

  #debit({ coin, playProbability }: CoinStake): number {
    const { range, baseline = range } = this.#declared;
    const { allowedShortfall, allowancePerRound } = this.#terms;
    return policyDebit({
      playProbability,
      coin,
      allowedShortfall,
      allowancePerRound,
      lowest: coinRange(this.#range).lowest,
      highest: range.max,
      baselineRewardMin: baseline.min,
      baselineRewardMax: baseline.max,
    });
  }

  /** The reward of who played, with the worst for area that was not measured; null if it is lost. */
  #rewardOf({ shares, coin }: SplitPlan, outcome: SplitOutcome | null): number | null {
    const part: PartOutcome = (coin === 'try' ? outcome?.tries[0] : outcome?.check) ?? null;
    if (part === null) return null;
    const { range, mayLeaveRange = false } = this.#declared;
    const isCharged = coin === 'check' && shares[0]! > this.#terms.allowedShortfall;
    const lost = isCharged ? range.max : range.min;
    const { reward, measuredShare } =
      typeof part === 'number' ? { reward: part, measuredShare: 1 } : part;
    if (mayLeaveRange) return measuredShare === 1 ? reward : null;
    return Math.max(measuredShare * reward + (1 - measuredShare) * lost, range.min);
  }
}
