/**
 * The book of the promise about observed rewards, with a declared baseline reward.
 *
 *     slack = reserve + Σ proposal rounds ( reward − shareKept · baseline max + allowance )
 *                     + Σ baseline rounds ( α · reward + allowance )
 *
 * All of it is seen, or counts as the floor until it is. So this is plain accounting: the promise
 * holds for certain and spends no failure probability. Where the baseline plays, its own outcome is
 * the yardstick; where it does not, its declared reward.
 */
import { type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import { confirmEntry, entryOf, requireIssued } from './book-entry.ts';
import {
  proposalIncrement,
  requireAboveFloor,
  requireDeclared,
  requireNoNoise,
} from './declared-baseline.ts';
import type { BookEntry, Offer, Player, Quote, RewardInterval, SafetyBook } from './safety-book.ts';
import { SlackAccount, type SlackAccountState } from './slack-account.ts';

export interface ObservedBookOptions {
  readonly terms: PromiseTerms;
  /** Lowest reward that can be observed, in reward units. */
  readonly rewardFloor: number;
  /** Must be 0: the floor is that of observed rewards. */
  readonly rewardNoiseScale: number;
}

export class ObservedBook implements SafetyBook {
  readonly #options: ObservedBookOptions;
  readonly #account: SlackAccount;

  constructor(options: ObservedBookOptions) {
    requireNoNoise(options.rewardNoiseScale);
    requireRepairing(options.terms, options.rewardFloor);
    this.#options = options;
    this.#account = new SlackAccount(options.terms.reserve);
  }

  checkBaseline(baselineReward: RewardInterval | null): void {
    requireDeclared(this.#options.terms, baselineReward);
  }

  quote(offer: Offer): Quote {
    const slack = this.slack();
    const increment = this.#proposalIncrement(offer);
    const margin = slack + increment - this.#account.roundingAllowance;
    return { slack, margin, increment, mayPlay: margin >= 0, playProbability: 1 };
  }

  issue(offer: Offer, player: Player): BookEntry {
    const fallbackIncrement = this.#baselineWorth(this.#options.rewardFloor);
    if (player !== 'proposal') {
      return entryOf({ player, increment: fallbackIncrement, fallbackIncrement, stake: null });
    }
    const increment = this.#proposalIncrement(offer);
    this.#account.add(Math.min(0, increment));
    return entryOf({ player, increment, fallbackIncrement, stake: null });
  }

  checkReward(reward: number): void {
    requireAboveFloor(reward, this.#options);
  }

  confirm(entry: BookEntry): void {
    confirmEntry(entry, this.#account);
  }

  fallBack(entry: BookEntry): void {
    this.cancel(entry);
    this.#account.add(entry.fallbackIncrement);
    entry.execution = 'fell-back';
  }

  cancel(entry: BookEntry): void {
    requireIssued(entry);
    if (entry.player === 'proposal') this.#account.add(-Math.min(0, entry.increment));
    entry.execution = 'void';
  }

  settle(entry: BookEntry, reward: number): void {
    this.confirm(entry);
    this.#count(entry, this.#options.rewardFloor, reward);
  }

  revise(entry: BookEntry, reward: number): void {
    this.#count(entry, entry.reward!, reward);
  }

  slack(): number {
    return this.#account.certain;
  }

  refresh(): void {}

  exportState(): SlackAccountState {
    return this.#account.exportState();
  }

  importState(state: SlackAccountState): void {
    this.#account.importState(state);
  }

  /** Replaces what a round was counted with by what it really earned. */
  #count(entry: BookEntry, counted: number, reward: number): void {
    const share = entry.player === 'proposal' ? 1 : this.#options.terms.allowedShortfall;
    this.#account.add(share * reward);
    this.#account.add(-share * counted);
    entry.reward = reward;
  }

  #proposalIncrement(offer: Offer): number {
    const { terms, rewardFloor } = this.#options;
    const baselineReward = requireDeclared(terms, offer.baselineReward);
    return proposalIncrement({ terms, rewardFloor, baselineReward });
  }

  #baselineWorth(reward: number): number {
    const { terms } = this.#options;
    return terms.allowedShortfall * reward + terms.allowancePerRound;
  }
}
