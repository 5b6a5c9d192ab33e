/**
 * The book for a baseline whose reward is unknown: a coin now and then gives a round to the baseline
 * although the proposal was allowed, and what it earns then measures what it would have earned
 * elsewhere.
 *
 *     certain increment   what the round adds in the worst case   (bets/coin-rule.ts)
 *     gain                what the coin certificate proves beyond that
 *
 * Three promises can be kept this way (docs/concepts/certificate.md): about the mean before the coin
 * (`policy`), about the mean of what is played (`played`), about what is observed (`observed`).
 *
 * Whoever receives an action also learns how the coin fell, so a round that was not executed must
 * not be dropped: it stays a lost reward for ever.
 */
import { requireFinite } from '../../base/require.ts';
import {
  type CoinCertificate,
  type CoinCertificateState,
  observedCertificate,
  playedCertificate,
  policyCertificate,
} from '../bets/coin-certificate.ts';
import { type CoinRange, coinRange } from '../bets/coin-range.ts';
import {
  holdOutProbability,
  type IncrementInput,
  mixedIncrement,
  observedIncrement,
  playedIncrement,
  policyIncrement,
} from '../bets/coin-rule.ts';
import type { CoinSide, CoinStake } from '../bets/coin-stake.ts';
import { policyPlayProbability } from '../bets/policy-coin-rule.ts';
import { baselineIncrement, type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import { entryOf, requireIssued } from './book-entry.ts';
import { requireAboveFloor, requireNoNoise } from './declared-baseline.ts';
import type { BookEntry, Offer, Player, Quote, SafetyBook } from './safety-book.ts';
import { SlackAccount, type SlackAccountState } from './slack-account.ts';

/** What the promise is about when a coin is flipped. */
export type CoinSubject = 'policy' | 'played' | 'observed';

export interface CoinBookOptions {
  readonly terms: PromiseTerms;
  readonly subject: CoinSubject;
  /** Lowest noiseless reward in any context, in reward units. */
  readonly rewardFloor: number;
  /** Highest reward that is counted, in reward units. The lower it truly is, the better. */
  readonly rewardCeiling: number;
  /** Sub-Gaussian scale of the reward noise; 0 if observed rewards keep to the range. */
  readonly rewardNoiseScale: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
}

interface CoinBookState {
  readonly account: SlackAccountState;
  readonly certificate: CoinCertificateState;
  readonly executedCount: number;
}

const SIDES: Readonly<Record<Player, CoinSide>> = {
  proposal: 'proposal',
  'held-out': 'baseline',
  baseline: 'forced',
};

export class CoinBook implements SafetyBook {
  readonly #options: CoinBookOptions;
  readonly #allowedShortfall: number;
  readonly #range: CoinRange;
  readonly #account: SlackAccount;
  readonly #certificate: CoinCertificate;
  /** Rounds that took place, each of which adds the allowance. */
  #executedCount = 0;

  constructor(options: CoinBookOptions) {
    const { terms } = options;
    requireRepairing(terms, options.rewardFloor);
    if (options.subject === 'observed') requireNoNoise(options.rewardNoiseScale);
    this.#options = options;
    this.#allowedShortfall = terms.allowedShortfall;
    const declared = {
      floor: options.rewardFloor,
      ceiling: options.rewardCeiling,
      noiseScale: options.rewardNoiseScale,
      allowedShortfall: this.#allowedShortfall,
      failureProbability: options.failureProbability,
    };
    this.#range = coinRange(declared);
    this.#account = new SlackAccount(terms.reserve);
    this.#certificate = CERTIFICATES[options.subject](declared);
  }

  quote(offer: Offer): Quote {
    const slack = this.slack();
    const playProbability = this.#playProbability(offer, slack);
    // Where it is too early for a coin, what is told is the worst of playing the proposal outright.
    const increment = this.#worstIncrement(offer, playProbability === 0 ? 1 : playProbability);
    // Nothing that adds for certain can be too much.
    const rounding = increment < 0 ? this.#account.roundingAllowance : 0;
    const margin = slack + increment - rounding;
    const mayPlay = margin >= 0 && playProbability > 0;
    return { slack, margin, increment, mayPlay, playProbability };
  }

  issue(offer: Offer, player: Player, quote: Quote): BookEntry {
    const coin = SIDES[player];
    const playProbability = coin === 'forced' ? 0 : quote.playProbability;
    const stake: CoinStake = {
      playProbability,
      coin,
      proposalPrediction: offer.proposalPrediction,
      baselinePrediction: offer.baselinePrediction,
      ...deviationOf(offer),
    };
    const increment = this.#increment(offer, stake, null);
    const fallbackIncrement = baselineIncrement(this.#options.terms, this.#options.rewardFloor);
    // A round with a coin counts at once, however it fell: if held-out rounds waited until they are
    // confirmed, losing them would hide what they cost. Debits are taken now, credits later.
    if (coin !== 'forced') this.#certificate.openRound(stake);
    this.#account.add(Math.min(0, increment));
    return entryOf({ player, increment, fallbackIncrement, stake });
  }

  checkReward(reward: number): void {
    requireAboveFloor(reward, this.#options);
  }

  confirm(entry: BookEntry): void {
    if (entry.execution !== 'issued') return;
    const stake = entry.stake as CoinStake;
    if (stake.coin === 'forced') this.#certificate.openRound(stake);
    this.#account.add(Math.max(0, entry.increment));
    this.#executedCount += 1;
    entry.execution = 'executed';
  }

  fallBack(entry: BookEntry): void {
    requireIssued(entry);
    entry.execution = 'fell-back';
  }

  cancel(entry: BookEntry): void {
    requireIssued(entry);
    entry.execution = 'void';
  }

  settle(entry: BookEntry, reward: number): void {
    requireFinite('reward', reward);
    this.confirm(entry);
    this.#certificate.settleRound(entry.stake as CoinStake, reward);
    this.#countObserved(entry, null, reward);
    entry.reward = reward;
  }

  revise(entry: BookEntry, reward: number): void {
    requireFinite('reward', reward);
    this.#certificate.reviseRound(entry.stake as CoinStake, entry.reward!, reward);
    this.#countObserved(entry, entry.reward, reward);
    entry.reward = reward;
    // A baseline found lower than reported may raise the bound, a proposal found lower may not:
    // both are certified anew.
    this.#account.replaceGain(this.#gain());
  }

  slack(): number {
    return this.#account.slackWith(this.#gain());
  }

  refresh(): void {
    this.#account.keepGain(this.#gain());
  }

  exportState(): CoinBookState {
    return {
      account: this.#account.exportState(),
      certificate: this.#certificate.exportState(),
      executedCount: this.#executedCount,
    };
  }

  importState(state: CoinBookState): void {
    this.#account.importState(state.account);
    this.#certificate.importState(state.certificate);
    this.#executedCount = state.executedCount;
  }

  /** What the certificate proves beyond the certain part of the account. */
  #gain(): number {
    const { reserve, allowancePerRound } = this.#options.terms;
    const certified =
      this.#certificate.lowerBound() + reserve + allowancePerRound * this.#executedCount;
    return certified - this.#account.certain;
  }

  #playProbability(offer: Offer, slack: number): number {
    const { allowancePerRound, reserve } = this.#options.terms;
    const input = {
      ...this.#incrementInput(offer),
      ...deviationOf(offer),
      slack: slack - this.#account.roundingAllowance,
      proposalPrediction: offer.proposalPrediction,
      baselinePrediction: offer.baselinePrediction,
      range: this.#range,
      allowancePerRound,
      reserve,
      roundCount: this.#certificate.roundCount,
    };
    if (this.#options.subject === 'policy') return policyPlayProbability(input);
    return 1 - holdOutProbability(input);
  }

  /** The least the round can add however the coin falls. */
  #worstIncrement(offer: Offer, playProbability: number): number {
    const input = this.#incrementInput(offer);
    const { allowancePerRound } = this.#options.terms;
    return this.#options.subject === 'policy'
      ? policyIncrement({ ...input, playProbability }) + allowancePerRound
      : mixedIncrement(input) + allowancePerRound;
  }

  #increment(offer: Offer, stake: CoinStake, reward: number | null): number {
    const input = this.#incrementInput(offer);
    const { allowancePerRound } = this.#options.terms;
    const { coin, playProbability } = stake;
    switch (this.#options.subject) {
      case 'policy':
        return policyIncrement({ ...input, playProbability }) + allowancePerRound;
      case 'played':
        return playedIncrement({ ...input, coin }) + allowancePerRound;
      case 'observed':
        return observedIncrement({ ...input, coin, reward }) + allowancePerRound;
    }
  }

  #incrementInput(offer: Offer): IncrementInput {
    const { ceiling, ceilingExcess } = this.#range;
    return {
      allowedShortfall: this.#allowedShortfall,
      floor: this.#options.rewardFloor,
      baselineRewardMax: offer.baselineReward?.max ?? ceiling + ceilingExcess,
    };
  }

  /** For the promise about observed rewards, what is earned above the floor is certain. */
  #countObserved(entry: BookEntry, counted: number | null, reward: number): void {
    if (this.#options.subject !== 'observed') return;
    const { rewardFloor } = this.#options;
    const share = entry.player === 'proposal' ? 1 : this.#allowedShortfall;
    this.#account.add(share * (reward - (counted ?? rewardFloor)));
  }
}

function deviationOf({ rewardDeviation }: Offer): { rewardDeviation?: number } {
  return rewardDeviation === undefined ? {} : { rewardDeviation };
}

const CERTIFICATES = {
  policy: policyCertificate,
  played: playedCertificate,
  observed: observedCertificate,
} as const;
