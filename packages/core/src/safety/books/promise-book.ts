/**
 * The books, the same for every promise: quote, issue, and whatever is heard later.
 *
 * A line of the book is worth what is known of it (worth.ts), and the ledger adds up what lines are
 * worth (slack-ledger.ts). Whatever is heard, the line's old worth is replaced by its new one; nothing
 * else ever happens. A proposal is played only if the slack stays at 0 or above when it pays as little
 * as it can, so the slack is never negative after it. If it is negative all the same (a corrected
 * reward), the book is overdrawn, and only what cannot lose is played.
 *
 * A book may keep several accounts of the same rounds, one for each degree of trust in what was
 * declared: the last one that is still trusted counts.
 */

import { HedgerowError } from '../../base/errors.ts';
import { requireBetween } from '../../base/require.ts';
import { sumDown } from '../../base/sum-down.ts';
import type { EquationBound, EquationBoundState } from '../bets/equation-bound.ts';
import { baselineIncrement, handedOn } from '../promise-terms.ts';
import { requireIssued } from './book-entry.ts';
import type { BettingTable, BookPromise, PlayMeans } from './book-promise.ts';
import { GroupLedger, type GroupLedgerState } from './group-ledger.ts';
import type {
  BookEntry,
  Offer,
  Player,
  Quote,
  RewardInterval,
  RoundStart,
  SafetyBook,
  Stake,
  TakeBackKnowledge,
} from './safety-book.ts';
import { Savings, type SavingsState } from './savings.ts';
import { type PlayedRound, sized, type Worth, worthOf } from './worth.ts';

export interface BookState {
  /** The period it keeps, counted from 1. */
  readonly period: number;
  /** What may be lost once in it, in reward units; below 0: what earlier periods have overdrawn. */
  readonly reserve: number;
  readonly roundCount: number;
  /** Mean of the declared baseline rewards so far. */
  readonly baselineMean: number;
  /** The size that fixed the rates of the bettors; null before the first bet. */
  readonly scale: number | null;
  /** Size of the first decision that was bet on; absent before it, and if no size is declared. */
  readonly firstSize?: number;
  /** What was given up beyond the most that may be saved up; absent without a limit. */
  readonly savings?: SavingsState;
  /** Sum of the sizes of all rounds; absent if each has a size of 1. */
  readonly sizeTotal?: number;
  readonly ledgers: readonly GroupLedgerState[];
  readonly equations: EquationBoundState | null;
}

export interface PromiseBookOptions {
  /** What is promised, least trusting first; all with the same terms and the same bets. */
  readonly promises: readonly [BookPromise, ...BookPromise[]];
  /** What may be lost once, in reward units. */
  readonly reserve: number;
  /** The period it keeps, counted from 1. Default 1. */
  readonly period?: number;
  /** The most that may be saved up, in reward units. Default: no limit. */
  readonly budgetMax?: number;
  /** Least baseline reward of rounds to come; lets a window be repaired before it ends. */
  readonly baselineRewardMin?: number;
  /** What declared baseline rewards say of the weights of a linear model that is trusted. */
  readonly equations?: EquationBound;
  /**
   * Size of a usual decision, fixed in advance, with which the bettors fix their rates. If it is
   * declared, more bettors join in, for sizes a million times apart. Default: 1, and all alike.
   */
  readonly typicalSize?: number;
}

/** A promise with its own account of the rounds. */
interface Account {
  readonly promise: BookPromise;
  readonly ledger: GroupLedger;
  /** Null before the first bet. */
  table: BettingTable | null;
}

/** Room for the rounding of a handful of additions, as a share of what is added. */
const ROUNDING_SHARE = 64 * Number.EPSILON;

export class PromiseBook implements SafetyBook {
  readonly tellsActionsApart: boolean;
  readonly #options: PromiseBookOptions;
  readonly #accounts: readonly Account[];
  readonly #period: number;
  #reserve: number;
  /** Null without a limit on what may be saved up. */
  readonly #savings: Savings | null;
  #roundCount = 0;
  #sizeTotal = 0;
  #baselineMean = 0;
  #scale: number | null = null;
  #firstSize: number | null = null;

  constructor(options: PromiseBookOptions) {
    this.#options = options;
    const { typicalSize = 1 } = options;
    requireBetween('typicalSize', typicalSize, 0, Number.POSITIVE_INFINITY);
    this.#period = options.period ?? 1;
    this.#reserve = options.reserve;
    this.#savings = options.budgetMax === undefined ? null : new Savings(options.budgetMax);
    this.#accounts = options.promises.map((promise) => ({
      promise,
      // Rounds of a group share what forecasts leave open: their rewards may move together.
      ledger: new GroupLedger({
        bettorCount: promise.bettorCount,
        reserve: options.reserve,
        dependence: 'any',
      }),
      table: null,
    }));
    this.tellsActionsApart = options.promises.some((promise) => promise.tellsActionsApart);
  }

  /** Number of rounds issued in its period. */
  get roundCount(): number {
    return this.#roundCount;
  }

  /** The group that decisions may join; null if none is open. */
  get openGroup(): string | null {
    return this.#accounts[0]!.ledger.openGroup;
  }

  /** Names of all groups, which are used once. */
  get groupNames(): readonly string[] {
    return this.#accounts[0]!.ledger.groupNames;
  }

  /** Takes note of groups that were closed before this book began. */
  barGroups(names: readonly string[]): void {
    for (const { ledger } of this.#accounts) ledger.barGroups(names);
  }

  checkBaseline(baselineReward: RewardInterval | null): void {
    this.#options.promises[0].checkBaseline(baselineReward);
  }

  checkReward(reward: number): void {
    this.#options.promises[0].checkReward(reward);
  }

  checkSize(size: number): void {
    if (size === 1) return;
    requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
    const [promise] = this.#options.promises;
    if (promise.terms.window !== 1) throw sizeInWindow(size);
    promise.checkSize();
  }

  checkGroup(group: string): void {
    this.#options.promises[0].checkGroup();
    this.#accounts[0]!.ledger.requireJoinable(group);
  }

  beginRound({ group }: RoundStart = {}): void {
    if (group === undefined) return;
    this.checkGroup(group);
    if (group !== this.openGroup) this.closeGroup();
  }

  declareBaseline(features: Float64Array, baselineReward: RewardInterval): void {
    // A contradiction takes back what rested on all declarations, from the first.
    this.#correct(0, () =>
      this.#options.equations?.declare({
        expectedFeatures: features,
        rewardMin: baselineReward.min,
        rewardMax: baselineReward.max,
      }),
    );
  }

  quote(asked: Offer): Quote {
    const offer = this.#counted(asked);
    const { promise } = this.#trusted();
    const slack = this.slack();
    const size = this.#sizeOf(offer);
    const playProbability = promise.playProbability(offer, this.#meansOf(size ?? 1, slack));
    // Where it is too early for a coin, what is told is the worst of playing the proposal outright.
    const perUnit = promise.increment(offer, playProbability === 0 ? 1 : playProbability);
    const increment = sized(size, perUnit);
    const repairable = this.#repairable(offer.baselineReward);
    // More than the ledger itself rounds away, so that the slack is not negative afterwards. What adds
    // for certain can do no harm.
    const magnitude = Math.abs(slack) + Math.abs(increment) + repairable;
    const rounding = increment < 0 ? ROUNDING_SHARE * magnitude : 0;
    const margin = sumDown([slack, increment, repairable, -rounding]);
    // In an overdrawn book only what cannot lose is played. The slack alone does not tell: inside a
    // window it may be negative as long as following the baseline repairs it.
    const mayPlay = playProbability > 0 && (margin >= 0 || increment >= 0);
    return { slack, margin, increment, mayPlay, playProbability };
  }

  issue(asked: Offer, player: Player, quote: Quote): BookEntry {
    this.checkBaseline(asked.baselineReward);
    const offer = this.#counted(asked);
    const { group } = offer;
    const stake = this.#stakeOf(offer, player, quote);
    if (group !== undefined) this.#enterGroup(group);
    this.#savings?.limit(this.#proved());
    this.#countRound(offer.baselineReward, stake.size ?? 1);
    const isBet = isBetOn(this.#options.promises[0], { player, stake });
    if (isBet) this.#placeBettors(stake);
    const issued: BookEntry = {
      period: this.#period,
      position: null,
      ...(group === undefined ? {} : { group }),
      player,
      stake,
      execution: 'issued',
      reward: null,
      counted: null,
      ...this.#moment(),
    };
    if (!isBet) {
      for (const account of this.#accounts) {
        const added = worth(account, issued);
        const groupName = this.#betOf(group);
        account.ledger.replace({ position: null, removed: null, added, groupName });
      }
      return issued;
    }
    const positions = this.#accounts.map((account) =>
      account.ledger.openBet(worth(account, issued), this.#betOf(group)),
    );
    return { ...issued, position: positions[0]! };
  }

  confirm(entry: BookEntry): void {
    if (entry.execution === 'issued') this.#change(entry, { execution: 'executed' });
  }

  fallBack(entry: BookEntry, knowledge: TakeBackKnowledge): void {
    this.#takeBack(entry, 'fell-back', knowledge);
  }

  cancel(entry: BookEntry, knowledge: TakeBackKnowledge): void {
    this.#takeBack(entry, 'void', knowledge);
  }

  settle(entry: BookEntry, reward: number): void {
    this.checkReward(reward);
    this.#see(entry);
    this.#change(entry, { execution: 'executed', reward, counted: reward, ...this.#moment() });
  }

  revise(entry: BookEntry, reward: number): void {
    this.checkReward(reward);
    this.#correct(entry.toldAt ?? 0, () => this.#change(entry, { reward, counted: reward }));
  }

  closeGroup(): void {
    for (const { ledger } of this.#accounts) ledger.closeGroup();
  }

  slack(): number {
    const proved = this.#proved();
    return this.#savings?.leftOf(proved) ?? proved;
  }

  reserveLeft(): number {
    return handedOn(this.#reserve, this.slack());
  }

  /** Replaces what it inherited from the periods before it. */
  inherit(reserve: number): void {
    if (reserve === this.#reserve) return;
    const [removed, added] = [ofReserve(this.#reserve), ofReserve(reserve)];
    const change = { position: null, removed, added, groupName: undefined };
    this.#correct(0, () => {
      for (const { ledger } of this.#accounts) ledger.replace(change);
    });
    this.#reserve = reserve;
  }

  remember(): () => void {
    const restored = this.#accounts.map(({ ledger }) => ledger.remember());
    const reserve = this.#reserve;
    const savings = this.#savings?.exportState();
    return () => {
      this.#reserve = reserve;
      for (const restore of restored) restore();
      if (savings !== undefined) this.#savings!.importState(savings);
    };
  }

  exportState(): BookState {
    return {
      period: this.#period,
      reserve: this.#reserve,
      roundCount: this.#roundCount,
      baselineMean: this.#baselineMean,
      scale: this.#scale,
      ...(this.#firstSize === null ? {} : { firstSize: this.#firstSize }),
      ...(this.#savings === null ? {} : { savings: this.#savings.exportState() }),
      ...(this.#sizeTotal === this.#roundCount ? {} : { sizeTotal: this.#sizeTotal }),
      ledgers: this.#accounts.map(({ ledger }) => ledger.exportState()),
      equations: this.#options.equations?.exportState() ?? null,
    };
  }

  importState(state: BookState): void {
    this.#reserve = state.reserve;
    this.#roundCount = state.roundCount;
    this.#baselineMean = state.baselineMean;
    if (state.savings !== undefined) this.#savings?.importState(state.savings);
    this.#sizeTotal = state.sizeTotal ?? state.roundCount;
    this.#scale = state.scale;
    for (const account of this.#accounts) account.table = null;
    this.#firstSize = state.firstSize ?? null;
    // Before first sizes were noted, all money stood where that of a usual one does.
    const size = this.#options.typicalSize ?? 1;
    if (state.scale !== null) this.#placeBettors({ rewardDeviation: 0, size });
    this.#accounts.forEach(({ ledger }, i) => {
      ledger.importState(state.ledgers[i]!);
    });
    if (state.equations !== null) this.#options.equations!.importState(state.equations);
  }

  #takeBack(
    entry: BookEntry,
    execution: 'fell-back' | 'void',
    { reason, isGroupSeen = false }: TakeBackKnowledge,
  ): void {
    requireIssued(entry);
    const isBound = isGroupSeen || this.#accounts[0]!.ledger.isSeen(entry.group);
    this.#change(entry, isBound ? { execution, reason, isBound } : { execution, reason });
  }

  /** Replaces what a line is worth by what it is worth now; of another period it is only noted. */
  #change(
    entry: BookEntry,
    change: Partial<
      Pick<BookEntry, 'execution' | 'reward' | 'counted' | 'reason' | 'isBound' | 'toldAt'>
    >,
  ): void {
    const before = { ...entry };
    Object.assign(entry, change);
    if (entry.period !== this.#period) return;
    const isBetTheSame = isPlayed(before) && isPlayed(entry) && before.counted === entry.counted;
    for (const account of this.#accounts) {
      const [old, now] = [worth(account, before), worth(account, entry)];
      const [removed, added] = isBetTheSame ? [unbet(old), unbet(now)] : [old, now];
      const { position, group } = entry;
      account.ledger.replace({ position, removed, added, groupName: this.#betOf(group) });
    }
  }

  /** The group whose bet a decision is part of; undefined if it is a bet of its own. */
  #betOf(group: string | undefined): string | undefined {
    return this.#options.promises[0].betsOnGroups ? group : undefined;
  }

  /** What of an offer counts: in a group that is no bet, nothing that is declared over the forecast. */
  #counted(offer: Offer): Offer {
    if (offer.group === undefined || this.#options.promises[0].betsOnGroups) return offer;
    const { proposalFloor: _overTheForecast, ...rest } = offer;
    return { ...rest, baselineReward: null };
  }

  /** Takes note that a reward of its group has come. */
  #see({ period, group }: BookEntry): void {
    if (period !== this.#period) return;
    for (const { ledger } of this.#accounts) ledger.see(group);
  }

  #enterGroup(name: string): void {
    this.checkGroup(name);
    for (const { ledger } of this.#accounts) ledger.enterGroup(name);
  }

  /** The size of what is offered, undefined for 1; or refuses it. */
  #sizeOf({ size = 1 }: Offer): number | undefined {
    this.checkSize(size);
    return size === 1 ? undefined : size;
  }

  #meansOf(size: number, slack: number): PlayMeans {
    return {
      slack: slack / size,
      reserve: this.#reserve / size,
      roundCount: this.#sizeTotal / size,
    };
  }

  #trusted(): Account {
    return this.#accounts.findLast(({ promise }) => promise.isTrusted())!;
  }

  #stakeOf(offer: Offer, player: Player, quote: Quote): Stake {
    const isAsked = player !== 'baseline';
    const size = this.#sizeOf(offer);
    const joinedLater = offer.joinsLater === true && this.#betOf(offer.group) !== undefined;
    return {
      ...(size === undefined ? {} : { size }),
      ...(joinedLater ? { joinedLater } : {}),
      playProbability: isAsked ? quote.playProbability : 0,
      proposalPrediction: offer.proposalPrediction,
      baselinePrediction: offer.baselinePrediction,
      rewardDeviation: offer.rewardDeviation ?? 0,
      baselineReward: offer.baselineReward,
      proposalFloor: offer.proposalFloor ?? null,
      variance: offer.variance ?? null,
      trustedIncrement:
        player === 'proposal' ? this.#trusted().promise.trustedIncrement(offer) : null,
    };
  }

  /** What the trusted account proves. */
  #proved(): number {
    return this.#trusted().ledger.slack();
  }

  /** When something is told, for whoever may have to take it back. */
  #moment(): Pick<BookEntry, 'toldAt'> {
    return this.#savings === null ? {} : { toldAt: this.#savings.now };
  }

  /** Takes in what shows that something was wrong that was told at that moment, or later. */
  #correct(since: number, change: () => void): void {
    if (this.#savings === null) {
      change();
      return;
    }
    const before = this.#proved();
    change();
    this.#savings.takeBack(before - this.#proved(), since);
  }

  #countRound(baselineReward: RewardInterval | null, size: number): void {
    this.#roundCount += 1;
    this.#sizeTotal += size;
    if (baselineReward === null) return;
    const middle = (baselineReward.min + baselineReward.max) / 2;
    this.#baselineMean += (middle - this.#baselineMean) / this.#roundCount;
  }

  /** Fixes rates and money of the bettors when the first bet is placed, or as they were fixed then. */
  #placeBettors({ rewardDeviation, size = 1 }: Pick<Stake, 'rewardDeviation' | 'size'>): void {
    const { typicalSize } = this.#options;
    if (typicalSize !== undefined) this.#firstSize ??= size;
    for (const account of this.#accounts) {
      if (account.table !== null) continue;
      const { promise, ledger } = account;
      this.#scale ??= promise.scaleOf(this.#baselineMean, rewardDeviation);
      const table = promise.createTable(this.#scale, (this.#firstSize ?? 1) / (typicalSize ?? 1));
      account.table = table;
      const growthOfBet = table.sums?.growthOfBet ?? (() => () => 0);
      ledger.setBettors(table.grid, promise.failureProbability, growthOfBet);
    }
  }

  /** What following the baseline until the end of the window adds for sure. */
  #repairable(baselineReward: RewardInterval | null): number {
    const { baselineRewardMin, promises } = this.#options;
    const { terms } = promises[0];
    if (terms.window === 1 || baselineRewardMin === undefined) return 0;
    const roundsLeft = terms.window - 1 - (this.#roundCount % terms.window);
    const least = Math.min(baselineRewardMin, baselineReward?.min ?? baselineRewardMin);
    return roundsLeft * baselineIncrement(terms, least);
  }
}

/** Whether the bet on a line stands, as far as is known. */
function isPlayed({ execution }: BookEntry): boolean {
  return execution === 'issued' || execution === 'executed';
}

/** The reserve as a line of the ledger. */
function ofReserve(reserve: number): Worth {
  return { growth: null, base: 0, certain: reserve };
}

/** The same without the growth, where it would only cancel out. */
function unbet({ base, certain }: Worth): Worth {
  return { growth: null, base, certain };
}

function sizeInWindow(size: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'size must be 1 where the promise is kept at the end of windows',
    received: String(size),
    remedy: 'A window is repaired by rounds to come, whose sizes nobody knows: use a window of 1.',
  });
}

/** Whether anybody bets on a round: what joined its group later says nothing of what was known at its start. */
function isBetOn(promise: BookPromise, round: Omit<PlayedRound, 'reward'>): boolean {
  return round.stake.joinedLater !== true && promise.isBetOn(round);
}

/** What a line is worth to one account, as it stands. */
function worth(account: Account, entry: BookEntry): Worth {
  const isGrouped = entry.group !== undefined;
  return worthOf(entry, (round) => worthOfRound(account, round, isGrouped));
}

function worthOfRound({ promise, table }: Account, round: PlayedRound, isGrouped: boolean): Worth {
  const { size } = round.stake;
  const added = {
    base: sized(size, promise.base(round)),
    certain: sized(size, promise.certain(round)),
    ...(promise.debit === undefined ? {} : { debit: -sized(size, -promise.debit(round)) }),
  };
  if (table === null || !isBetOn(promise, round)) return { growth: null, ...added };
  if (!isGrouped || table.sums === null) return { growth: table.growthOf(round), ...added };
  return { growth: null, ...added, part: { bet: table.sums.betOf(round), isLive: true } };
}
