/**
 * The book for decisions that are divided: tried on a share, with a check beside them.
 *
 *     issued ──▶ draw shown ──▶ executed, as planned or otherwise ──▶ outcomes: late, in part, corrected
 *        └─────▶ void                └─────▶ lost
 *
 * What a decision is worth is calculated from what is known of it (../split/split-bet.ts), entered by
 * the table of all books (worth.ts), and added up by the same ledger (slack-ledger.ts). Nothing has to
 * be known of the baseline's reward, and no coin is thrown: each decision measures its own baseline.
 *
 * One check serves one decision. Several actions beside one check are one decision with several
 * shares; a field in blocks, each with its own draw and check, is as many decisions as it has blocks.
 * What cannot be divided is given by a coin to the try or the baseline as a whole, in the same book.
 *
 * Groups are possible but not needed: the draw is independent of what decisions share. Nobody joins one
 * after a draw of it was shown, since its shares must be fixed at its start.
 *
 * Void is honest only while nobody has seen the draw, or knows more. After that, a decision that does not take place
 * stays in the promise as it was issued, its outcomes are lost, and it earns nothing.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireBetween, requireFinite, requireLength } from '../../base/require.ts';
import { sumDown } from '../../base/sum-down.ts';
import { handedOn, type PromiseTerms, requireRepairing } from '../promise-terms.ts';
import { type CertainLine, freeShare } from '../split/certain-part.ts';
import { CoinBets, type CoinOffer } from '../split/coin-bet.ts';
import {
  type ExecutedShares,
  type PartOutcome,
  type SplitAlarm,
  SplitBets,
  type SplitOutcome,
  type SplitPlan,
} from '../split/split-bet.ts';
import {
  type SplitBettors,
  type SplitSizes,
  splitBettors,
  splitComponents,
} from '../split/split-bettors.ts';
import {
  requireShare,
  requireSplitDeclarations,
  type SplitDeclarations,
} from '../split/split-declarations.ts';
import { GroupLedger, type GroupLedgerState, type GrowthOfBet } from './group-ledger.ts';
import type { Execution, GiveUpReason } from './safety-book.ts';
import { Savings, type SavingsState } from './savings.ts';
import { type Worth, worthOfLine } from './worth.ts';

export interface SplitBookOptions extends SplitSizes {
  /** The window must be 1: a season is not repaired by the next. */
  readonly terms: PromiseTerms;
  readonly declarations: SplitDeclarations;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failureProbability: number;
  /** The most that may be saved up, in reward units. Default: no limit. */
  readonly budgetMax?: number;
  /** Who bets. Default: those for the declarations and the typical size. */
  readonly bettors?: SplitBettors;
}

export interface SplitQuote {
  /** What is proved of the slack before the decision, in reward units. Below 0: overdrawn. */
  readonly slack: number;
  /** What is left of it if the decision turns out as badly as it can. */
  readonly margin: number;
  /** The least that the decision adds to the slack. */
  readonly increment: number;
  /** Whether it may be issued. */
  readonly mayPlay: boolean;
}

/** A quote for a decision that cannot be divided. */
export interface CoinQuote extends SplitQuote {
  /** q: probability with which the coin may give it to the try; 0 if only the baseline may play. */
  readonly playProbability: number;
}

/** One line of the book: plain data, changed by the book alone. */
export interface SplitEntry {
  /** Its place among the bets, that of its group if it has one. */
  readonly position: number;
  /** The group it belongs to; absent for none. */
  readonly group?: string;
  readonly plan: SplitPlan;
  /** Whether somebody may know which strips were drawn. */
  isDrawShown: boolean;
  execution: Exclude<Execution, 'fell-back'>;
  /** Why it was given up; absent if it was not. */
  reason?: GiveUpReason;
  /** The shares that were executed; null if they are, or will be, the planned ones. */
  executed: ExecutedShares | null;
  /** What is known of the outcomes; null if nothing is. */
  outcome: SplitOutcome | null;
  /** How many decisions had been issued when the first of it was told; absent where nothing limits savings. */
  toldAt?: number;
}

export interface SplitBookState {
  /** What was given up beyond the most that may be saved up; absent without a limit. */
  readonly savings?: SavingsState;
  /** Number of decisions whose outcomes contradict what is declared, as far as is known. */
  readonly alarmCount: number;
  /** Sum of the sizes of all decisions. */
  readonly sizeTotal: number;
  /** Size of the first decision, by which the money of the bettors was placed; null before it. */
  readonly firstSize: number | null;
  readonly ledger: GroupLedgerState;
}

/** A season is issued before any of it is measured: then its prefixes come to count one by one. */
const PREFIX_COUNT_MAX = 64;

/** Room for the rounding of a handful of additions, as a share of what is added. */
const ROUNDING_SHARE = 64 * Number.EPSILON;

export class SplitBook {
  readonly #options: SplitBookOptions;
  readonly #bets: SplitBets;
  readonly #ledger: GroupLedger;
  readonly #growthOf: GrowthOfBet;
  readonly #coins: CoinBets;
  /** Null without a limit on what may be saved up. */
  readonly #savings: Savings | null;
  /** Rates of those who bet on the gain alone. */
  readonly #rates: readonly number[];
  #sizeTotal = 0;
  #firstSize: number | null = null;
  #alarmCount = 0;

  constructor(options: SplitBookOptions) {
    requireTerms(options);
    this.#options = options;
    this.#savings = options.budgetMax === undefined ? null : new Savings(options.budgetMax);
    this.#bets = new SplitBets(options.terms, options.declarations);
    const bettors = this.#bettors();
    const components = splitComponents(bettors);
    this.#coins = new CoinBets(options.terms, options.declarations);
    this.#rates = bettors.onGain.rates;
    // Each decision has a draw of its own, so what is left open is independent between them.
    this.#ledger = new GroupLedger({
      bettorCount: components.length,
      reserve: options.terms.reserve,
      dependence: 'independent',
      prefixCountMax: PREFIX_COUNT_MAX,
    });
    this.#growthOf = (bet) => (index) => components[index]!.logGrowth(bet);
    this.#placeMoney();
  }

  /** The lines whose lowest is the certain part of a unit of size, without the allowance. */
  get certainLines(): readonly CertainLine[] {
    return this.#bets.means;
  }

  /** The largest share that cannot lose, whatever becomes of other decisions. */
  get freeShare(): number {
    return freeShare(this.#bets.means, this.#options.terms.allowancePerRound);
  }

  /** Number of decisions whose outcomes contradict what is declared. */
  get alarmCount(): number {
    return this.#alarmCount;
  }

  /** The least that these shares of a size add to the slack. */
  certain(size: number, shares: readonly number[]): number {
    return this.#bets.certain(size, shares);
  }

  /** Refuses a plan that makes no sense, before anything of it is taken in. */
  checkPlan(plan: SplitPlan): void {
    requirePlan(plan);
  }

  /** Refuses a group that cannot be joined, likewise. */
  checkGroup(group: string): void {
    this.#ledger.requireJoinable(group);
  }

  /** Refuses news of an outcome that make no sense, likewise. */
  checkOutcome(entry: SplitEntry, outcome: SplitOutcome): void {
    requireOutcome(outcome, entry.plan);
    requireNotVoid(entry);
  }

  /** Says whether a decision may be issued. Pure. */
  quote(plan: SplitPlan): SplitQuote {
    this.checkPlan(plan);
    const slack = this.slack();
    const increment = this.#bets.certain(plan.size, plan.shares);
    const magnitude = Math.abs(slack) + Math.abs(increment);
    const rounding = increment < 0 ? ROUNDING_SHARE * magnitude : 0;
    const margin = sumDown([slack, increment, -rounding]);
    return { slack, margin, increment, mayPlay: margin >= 0 || increment >= 0 };
  }

  /**
   * Says with which probability a coin may give a whole decision to the try; 0: only the baseline may
   * play. Issue it as a plan with that one share and how the coin fell. Pure.
   */
  quoteCoin(offer: CoinOffer): CoinQuote {
    const { size, tryPrediction, checkPrediction } = offer;
    requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
    const means = { slack: this.slack(), sizeTotal: this.#sizeTotal };
    const playProbability = this.#coins.playProbability(offer, means);
    const plan = {
      size,
      shares: [playProbability],
      tryPredictions: [tryPrediction],
      checkPrediction,
    };
    return { ...this.quote(plan), playProbability };
  }

  /** Before the quotes of a group: closes another that is open, or refuses to join this one. */
  beginGroup(name: string): void {
    this.#ledger.enterGroup(name);
  }

  /** Books a decision, before its strips are drawn. */
  issue(plan: SplitPlan, group?: string): SplitEntry {
    this.checkPlan(plan);
    if (group !== undefined) this.#enterGroup(group, plan);
    this.#savings?.limit(this.#ledger.slack());
    this.#sizeTotal += plan.size;
    if (this.#firstSize === null) {
      this.#firstSize = plan.size;
      this.#placeMoney();
    }
    const issued = {
      ...(group === undefined ? {} : { group }),
      plan,
      isDrawShown: plan.coin !== undefined,
      execution: 'issued' as const,
      executed: null,
      outcome: null,
    };
    const position = this.#ledger.openBet(this.#worth({ ...issued, position: 0 }), group);
    return { ...issued, position };
  }

  /** Somebody is about to learn which strips were drawn: it can no longer be void, nor its group joined. */
  showDraw(entry: SplitEntry): void {
    this.#ledger.see(entry.group);
    this.#change(entry, { isDrawShown: true });
  }

  /** It was executed, with other shares than planned if these are told. */
  confirm(entry: SplitEntry, executed: ExecutedShares | null = null): void {
    if (executed !== null) requireExecuted(executed, entry.plan);
    requireNotVoid(entry);
    this.#ledger.see(entry.group);
    this.#change(entry, { isDrawShown: true, execution: 'executed', executed });
  }

  /**
   * The baseline was kept on all of it. Whatever the reason, the strips were drawn: it is charged as
   * executed by somebody who knew them.
   */
  fallBack(entry: SplitEntry, reason: GiveUpReason): void {
    this.confirm(entry, { shares: entry.plan.shares.map(() => 0), isInnocent: false });
    entry.reason = reason;
  }

  /** It did not take place: void if nobody has seen the draw or knew more, lost otherwise. */
  cancel(entry: SplitEntry, reason: GiveUpReason): void {
    if (entry.execution !== 'issued') throw notIssued(entry);
    this.#change(entry, { execution: 'void', reason });
  }

  /**
   * What is known of the outcomes now, in place of what was known before; implies that it was executed.
   * Returns what contradicts the declarations, if anything does.
   */
  settle(entry: SplitEntry, outcome: SplitOutcome): readonly SplitAlarm[] {
    this.checkOutcome(entry, outcome);
    this.#ledger.see(entry.group);
    const before = this.alarmsOf(entry).length;
    const proved = this.#ledger.slack();
    const told = this.#savings === null ? {} : { toldAt: entry.toldAt ?? this.#savings.now };
    this.#change(entry, { isDrawShown: true, execution: 'executed', outcome, ...told });
    this.#savings?.takeBack(proved - this.#ledger.slack(), entry.toldAt!);
    const alarms = this.alarmsOf(entry);
    this.#alarmCount += Math.sign(alarms.length) - Math.sign(before);
    return alarms;
  }

  /** What in the outcomes of a decision contradicts the declarations. */
  alarmsOf({ plan, executed, outcome }: SplitEntry): readonly SplitAlarm[] {
    return outcome === null ? [] : this.#bets.alarms({ plan, executed, outcome });
  }

  /** Closes the group that is open, if one is: its outcomes count from now on. */
  closeGroup(): void {
    this.#ledger.closeGroup();
  }

  /** What is proved of the slack now; below 0 the book is overdrawn. Pure. */
  slack(): number {
    const proved = this.#ledger.slack();
    return this.#savings?.leftOf(proved) ?? proved;
  }

  /** What is proved to be left of what may be lost once. Pure. */
  reserveLeft(): number {
    return handedOn(this.#options.terms.reserve, this.slack());
  }

  /** Whether what is proved is below 0: then only what cannot lose is issued. */
  get isOverdrawn(): boolean {
    return this.slack() < 0;
  }

  /** The whole state as plain data; entries are stored by whoever holds them. */
  exportState(): SplitBookState {
    return {
      ...(this.#savings === null ? {} : { savings: this.#savings.exportState() }),
      alarmCount: this.#alarmCount,
      sizeTotal: this.#sizeTotal,
      firstSize: this.#firstSize,
      ledger: this.#ledger.exportState(),
    };
  }

  importState(state: SplitBookState): void {
    if (state.savings !== undefined) this.#savings?.importState(state.savings);
    this.#alarmCount = state.alarmCount;
    this.#sizeTotal = state.sizeTotal;
    this.#firstSize = state.firstSize;
    this.#placeMoney();
    this.#ledger.importState(state.ledger);
  }

  #bettors(): SplitBettors {
    const { bettors, declarations, typicalSize } = this.#options;
    const firstSize = this.#firstSize ?? typicalSize;
    return bettors ?? splitBettors(declarations, { ...this.#options, firstSize });
  }

  /** Fixes the money of the bettors, by the first decision if there is one. Their rates stay the same. */
  #placeMoney(): void {
    const components = splitComponents(this.#bettors());
    const grid = {
      rates: components.map(({ rate }) => rate),
      weights: components.map(({ weight }) => weight),
    };
    this.#ledger.setBettors(grid, this.#options.failureProbability, this.#growthOf);
  }

  /** Replaces what a line is worth by what it is worth now. */
  #change(entry: SplitEntry, change: Partial<SplitEntry>): void {
    const removed = this.#worth(entry);
    Object.assign(entry, change);
    const { position, group: groupName } = entry;
    this.#ledger.replace({ position, removed, added: this.#worth(entry), groupName });
  }

  #worth(entry: SplitEntry): Worth {
    const executed = () => this.#executed(entry);
    const isDrawn = entry.isDrawShown || entry.reason === 'newer-information';
    const status = { execution: entry.execution, isDrawn };
    // Planted with the baseline everywhere is executed with shares of 0: it never falls back.
    return worthOfLine(status, { executed, fellBack: executed });
  }

  #enterGroup(group: string, { coin }: SplitPlan): void {
    if (coin !== undefined) throw coinInGroup();
    this.#ledger.enterGroup(group);
  }

  #executed({ plan, executed, outcome, group }: SplitEntry): Worth {
    if (plan.coin !== undefined) return this.#tossed(plan, outcome);
    const { base, certain, amounts } = this.#bets.bet({ plan, executed, outcome });
    if (group === undefined) return { growth: this.#growthOf(amounts), base, certain };
    return { growth: null, base, certain, part: { bet: amounts, isLive: true } };
  }

  #tossed(plan: SplitPlan, outcome: SplitOutcome | null): Worth {
    const { base, debit, logGrowth } = this.#coins.bet(plan, outcome);
    const growth = (index: number) => {
      const rate = this.#rates[index];
      return rate === undefined ? 0 : logGrowth(rate);
    };
    return { growth, base, debit, certain: this.#bets.certain(plan.size, plan.shares) };
  }
}

function requireTerms({ terms, declarations, typicalSize }: SplitBookOptions): void {
  requireSplitDeclarations(declarations);
  requireRepairing(terms, declarations.range.min);
  requireBetween('typicalSize', typicalSize, 0, Number.POSITIVE_INFINITY);
  if (terms.window === 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'the window of a promise about divided decisions must be 1',
    received: String(terms.window),
  });
}

function requirePlan({
  coin,
  size,
  shares,
  tryPredictions,
  checkPrediction,
  checkShare,
}: SplitPlan): void {
  requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
  requireShares(shares, shares.length);
  requireLength('tryPredictions', tryPredictions, shares.length);
  for (const prediction of tryPredictions) requireFinite('tryPredictions', prediction);
  requireFinite('checkPrediction', checkPrediction);
  if (checkShare !== undefined) requireShare('checkShare', checkShare);
  if (coin !== undefined) requireCoin(coin, shares);
}

/** Refuses a coin that could not have fallen like that. */
function requireCoin(coin: 'try' | 'check', shares: readonly number[]): void {
  const [share = 0] = shares;
  if (shares.length === 1 && share > 0 && (coin === 'try' || share < 1)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'a coin needs one share, its probability for the try, with which it can have fallen as it did',
    received: `[${shares.join(', ')}] for '${coin}'`,
  });
}

function requireExecuted({ shares }: ExecutedShares, plan: SplitPlan): void {
  requireShares(shares, plan.shares.length);
  if (plan.coin === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a decision that a coin gave away as a whole is executed as the coin fell, or is lost',
    received: 'executed shares',
    remedy: 'Cancel it if the action was not executed.',
  });
}

function coinInGroup(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a decision by coin must not belong to a group',
    received: 'a group',
    remedy: 'Leave it out: the promise holds in the weather that came, whatever is shared.',
  });
}

function requireShares(shares: readonly number[], length: number): void {
  requireLength('shares', shares, length);
  for (const share of shares) requireShare('shares', share);
  const total = shares.reduce((sum, share) => sum + share, 0);
  // Shares like .1 + .2 + .7 are meant to be 1.
  requireShare('the sum of shares', total > 1 && total < 1 + 1e-12 ? 1 : total);
}

function requireOutcome({ tries, check }: SplitOutcome, { shares }: SplitPlan): void {
  requireLength('tries', tries, shares.length);
  for (const part of [...tries, check]) requirePart(part);
}

function requirePart(part: PartOutcome): void {
  if (part === null) return;
  if (typeof part === 'number') {
    requireFinite('outcome', part);
    return;
  }
  requireFinite('outcome.reward', part.reward);
  requireShare('outcome.measuredShare', part.measuredShare);
}

/** Refuses news of what did not take place, whether it was void or lost. */
function requireNotVoid(entry: SplitEntry): void {
  if (entry.execution === 'void') throw notIssued(entry);
}

function notIssued({ execution }: SplitEntry): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'a divided decision can be cancelled before it is executed, and has no outcomes after that',
    received: execution,
  });
}
