/**
 * The book for a baseline whose expected reward is declared, as a number or an interval.
 *
 *     proposal round   certain increment   floor − shareKept · baseline max + allowance
 *     baseline round   certain increment   α · baseline min + allowance
 *     gain             betting certificate: Σ over proposal rounds (expected reward − floor) ≥ gain
 *
 * A proposal is played only if slack + its increment ≥ 0, so the slack is never negative after it;
 * baseline rounds only add. Hence P(promise ever broken) ≤ δ, for every proposer
 * (docs/concepts/certificate.md).
 */
import type { VarianceProxy } from '../bets/bet-components.ts';
import {
  type Bet,
  BettingCertificate,
  type BettingCertificateState,
} from '../bets/betting-certificate.ts';
import { baselineIncrement, type PromiseTerms } from '../promise-terms.ts';
import { confirmEntry, entryOf, requireIssued } from './book-entry.ts';
import { proposalIncrement, requireAboveFloor, requireDeclared } from './declared-baseline.ts';
import type { BookEntry, Offer, Player, Quote, RewardInterval, SafetyBook } from './safety-book.ts';
import { SlackAccount, type SlackAccountState } from './slack-account.ts';

export interface KnownBaselineBookOptions {
  readonly terms: PromiseTerms;
  /** Lowest noiseless reward in any context, in reward units. The higher it truly is, the better. */
  readonly rewardFloor: number;
  /** Sub-Gaussian scale of the reward noise; 0 if observed rewards never fall below the floor. */
  readonly rewardNoiseScale: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
  /**
   * Declared bound on how far rewards stray from their expectation under the forecast: sub-Gaussian
   * bettors then join in, which helps much where rewards are large against their spread.
   */
  readonly varianceProxy?: VarianceProxy;
  /** Least baseline reward of rounds to come; lets a window be repaired before it ends. */
  readonly baselineRewardMin?: number;
}

interface KnownBaselineState {
  readonly account: SlackAccountState;
  readonly certificate: BettingCertificateState;
  readonly baselineMean: number;
  readonly roundCount: number;
}

export class KnownBaselineBook implements SafetyBook {
  readonly #options: KnownBaselineBookOptions;
  readonly #account: SlackAccount;
  readonly #certificate: BettingCertificate;
  /** Mean of the declared baseline rewards so far: the scale of the bets. */
  #baselineMean = 0;
  #roundCount = 0;

  constructor(options: KnownBaselineBookOptions) {
    this.#options = options;
    this.#account = new SlackAccount(options.terms.reserve);
    this.#certificate = new BettingCertificate({
      floor: options.rewardFloor,
      noiseScale: options.rewardNoiseScale,
      failureProbability: options.failureProbability,
      ...(options.varianceProxy === undefined ? {} : { varianceProxy: options.varianceProxy }),
    });
  }

  checkBaseline(baselineReward: RewardInterval | null): void {
    requireDeclared(this.#options.terms, baselineReward);
  }

  quote(offer: Offer): Quote {
    const baselineReward = requireDeclared(this.#options.terms, offer.baselineReward);
    const slack = this.slack();
    const increment = this.#increment(baselineReward);
    const worst = slack + increment + this.#repairable(baselineReward);
    const margin = worst - this.#account.roundingAllowance;
    return { slack, margin, increment, mayPlay: margin >= 0, playProbability: 1 };
  }

  issue(offer: Offer, player: Player): BookEntry {
    const { terms } = this.#options;
    const baselineReward = requireDeclared(terms, offer.baselineReward);
    this.#countRound(baselineReward);
    const fallbackIncrement = baselineIncrement(terms, baselineReward.min);
    if (player !== 'proposal') {
      return entryOf({ player, increment: fallbackIncrement, fallbackIncrement, stake: null });
    }
    const increment = this.#increment(baselineReward);
    const stake = this.#certificate.openBet({
      prediction: offer.proposalPrediction,
      scale: this.#betScale(),
      ...(offer.rewardDeviation === undefined ? {} : { deviation: offer.rewardDeviation }),
      ...(offer.variance === undefined ? {} : { variance: offer.variance }),
    });
    // A debit is taken at once; a credit waits until the round is confirmed.
    this.#account.add(Math.min(0, increment));
    return entryOf({ player, increment, fallbackIncrement, stake });
  }

  checkReward(reward: number): void {
    requireAboveFloor(reward, this.#options);
  }

  confirm(entry: BookEntry): void {
    confirmEntry(entry, this.#account);
  }

  fallBack(entry: BookEntry): void {
    requireIssued(entry);
    this.#undoIssue(entry);
    this.#account.add(entry.fallbackIncrement);
    entry.execution = 'fell-back';
  }

  cancel(entry: BookEntry): void {
    requireIssued(entry);
    this.#undoIssue(entry);
    entry.execution = 'void';
  }

  settle(entry: BookEntry, reward: number): void {
    this.confirm(entry);
    if (entry.stake !== null) this.#certificate.settleBet(entry.stake as Bet, reward);
    entry.reward = reward;
  }

  revise(entry: BookEntry, reward: number): void {
    if (entry.stake !== null) {
      this.#certificate.reviseBet(entry.stake as Bet, entry.reward!, reward);
      if (reward < entry.reward!) this.#account.replaceGain(this.#gain());
    }
    entry.reward = reward;
  }

  slack(): number {
    return this.#account.slackWith(this.#gain());
  }

  /** The part of the slack that rests on no reward at all. */
  get certainSlack(): number {
    return this.#account.certain;
  }

  refresh(): void {
    this.#account.keepGain(this.#gain());
  }

  exportState(): KnownBaselineState {
    return {
      account: this.#account.exportState(),
      certificate: this.#certificate.exportState(),
      baselineMean: this.#baselineMean,
      roundCount: this.#roundCount,
    };
  }

  importState(state: KnownBaselineState): void {
    this.#account.importState(state.account);
    this.#certificate.importState(state.certificate);
    this.#baselineMean = state.baselineMean;
    this.#roundCount = state.roundCount;
  }

  /** What the certificate proves beyond the floor of every proposal round. */
  #gain(): number {
    return this.#certificate.lowerBound() - this.#certificate.betCount * this.#options.rewardFloor;
  }

  #increment(baselineReward: RewardInterval): number {
    const { terms, rewardFloor } = this.#options;
    return proposalIncrement({ terms, rewardFloor, baselineReward });
  }

  /** What following the baseline until the end of the window adds for sure. */
  #repairable(baselineReward: RewardInterval): number {
    const { terms, baselineRewardMin } = this.#options;
    if (terms.window === 1 || baselineRewardMin === undefined) return 0;
    const roundsLeft = terms.window - 1 - (this.#roundCount % terms.window);
    return roundsLeft * baselineIncrement(terms, Math.min(baselineRewardMin, baselineReward.min));
  }

  #countRound(baselineReward: RewardInterval): void {
    this.#roundCount += 1;
    const middle = (baselineReward.min + baselineReward.max) / 2;
    this.#baselineMean += (middle - this.#baselineMean) / this.#roundCount;
  }

  /** The size that rewards above the floor typically have: fixes the bets when the first opens. */
  #betScale(): number {
    const aboveFloor = this.#baselineMean - this.#options.rewardFloor;
    if (aboveFloor > 0) return aboveFloor;
    return this.#options.rewardNoiseScale > 0 ? this.#options.rewardNoiseScale : 1;
  }

  #undoIssue(entry: BookEntry): void {
    if (entry.stake === null) return;
    this.#certificate.withdrawBet(entry.stake as Bet);
    this.#account.add(-Math.min(0, entry.increment));
  }
}
