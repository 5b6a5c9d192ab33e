/**
 * The account of the promise: a number that the true slack is never below (with probability 1 − δ).
 *
 *     slack = the best, over prefixes k of the bets in the order of their issue, of
 *             s*(bets 1 … k) + Σ base of bets 1 … k + Σ certain of the bets after k
 *             + Σ certain of the rounds nobody bets on + reserve
 *           = best lead + Σ certain of all rounds + reserve
 *     lead of a prefix = s* + Σ base − Σ certain of its bets; that of the empty one is 0
 *
 * The betting theorem holds for all prefixes at once, and what came after a prefix added at least its
 * certain part: so each line is true, and the best of them is. The empty prefix proves the certain
 * parts alone. Good luck that is followed by bad, or by bets still open, is not lost this way.
 *
 * A prefix is kept as sums, so a bet may change its worth at any time: late, corrected, void. Only some
 * prefixes are kept, the newer the denser, and never the best dropped: fewer are sound, only less sharp.
 */
import { CompensatedSums, type CompensatedSumsState } from '../../base/compensated-sums.ts';
import { assertInvariant } from '../../base/errors.ts';
import { requireWhole } from '../../base/require.ts';
import { sumDown } from '../../base/sum-down.ts';
import { type MixtureGrid, WealthMixture } from '../bets/wealth-mixture.ts';
import type { Worth } from './worth.ts';

/** What compensated sums may lose all the same, as a share of all that was ever added to them. */
const LOST_SHARE = 4 * Number.EPSILON ** 2;

/** Prefixes kept beside the empty one and that of all bets, where nothing else is said. */
const PREFIX_COUNT_MAX = 6;

/** Places of two sums behind the log wealths of the bettors, counted from the end. */
const BASE = -2;
const CERTAIN = -1;

interface Prefix {
  /** Number of bets in it. */
  readonly end: number;
  /** The log wealth of each bettor, then Σ base and Σ certain of its bets. */
  readonly sums: CompensatedSums;
  /** s* + Σ base − Σ certain as it was last calculated, rounded down; null if it has changed since. */
  lead: number | null;
}

export interface PrefixState {
  readonly end: number;
  readonly sums: CompensatedSumsState;
}

export interface SlackLedgerState {
  readonly betCount: number;
  readonly unbet: CompensatedSumsState;
  readonly magnitude: number;
  readonly termCount: number;
  readonly prefixes: readonly PrefixState[];
}

export class SlackLedger {
  readonly #unbet = new CompensatedSums(1);
  readonly #removed: Float64Array;
  readonly #added: Float64Array;
  #mixture: WealthMixture | null = null;
  /** Sum of the sizes of all that was ever added, and how many there were. */
  #magnitude = 0;
  #termCount = 0;
  #betCount = 0;
  /** The slack as it was last calculated; null if anything has changed since. */
  #slack: number | null = null;
  /** Oldest first; the last holds all bets. */
  #prefixes: Prefix[];
  /** What copies are made in: asking what is proved must not leave garbage behind. */
  readonly #spare: CompensatedSums[] = [];
  readonly #prefixCountMax: number;

  constructor(bettorCount: number, reserve: number, prefixCountMax: number = PREFIX_COUNT_MAX) {
    this.#prefixCountMax = prefixCountMax;
    this.#removed = new Float64Array(bettorCount + 2);
    this.#added = new Float64Array(bettorCount + 2);
    this.#prefixes = [this.#emptyPrefix(Number.POSITIVE_INFINITY)];
    this.#addUnbet(reserve);
  }

  /** Whether the bettors have their rates, which the first bet needs. */
  get hasBettors(): boolean {
    return this.#mixture !== null;
  }

  /** Fixes who bets; once, before the first bet. */
  setBettors(grid: MixtureGrid, failureProbability: number): void {
    this.#mixture = new WealthMixture(grid, failureProbability);
  }

  /** Enters a new bet and returns its position. */
  openBet(worth: Worth): number {
    this.#keepPrefix();
    this.#betCount += 1;
    this.#replaceBet(this.#betCount, null, worth);
    return this.#betCount;
  }

  /** Replaces what a round was worth; one that nobody bets on has no position. */
  replace(position: number | null, removed: Worth | null, added: Worth): void {
    if (position !== null) {
      this.#replaceBet(position, removed, added);
      return;
    }
    if (removed !== null) this.#addUnbet(-removed.certain);
    this.#addUnbet(added.certain);
  }

  /** What is proved of the slack now, rounded down. */
  slack(): number {
    this.#slack ??= this.#calculateSlack();
    return this.#slack;
  }

  /** Returns what puts all sums back as they are now; no bet may be opened before that. */
  remember(): () => void {
    const kept = this.#prefixes.map(({ sums, lead }) => ({ sums: this.#lend(sums), lead }));
    const unbet = this.#lend(this.#unbet);
    const [magnitude, termCount, slack] = [this.#magnitude, this.#termCount, this.#slack];
    return () => {
      kept.forEach(({ sums, lead }, i) => {
        const prefix = this.#prefixes[i]!;
        prefix.sums.copyFrom(sums);
        prefix.lead = lead;
        this.#spare.push(sums);
      });
      this.#unbet.copyFrom(unbet);
      this.#magnitude = magnitude;
      this.#termCount = termCount;
      this.#slack = slack;
    };
  }

  exportState(): SlackLedgerState {
    return {
      betCount: this.#betCount,
      unbet: this.#unbet.exportState(),
      magnitude: this.#magnitude,
      termCount: this.#termCount,
      prefixes: this.#prefixes.map(({ end, sums }) => ({
        end: Math.min(end, this.#betCount),
        sums: sums.exportState(),
      })),
    };
  }

  /** Restores what `exportState` gave, bit for bit; the bettors must be the same. */
  importState(state: SlackLedgerState): void {
    requireWhole('betCount', state.betCount, 0, Number.MAX_SAFE_INTEGER);
    const last = state.prefixes.length - 1;
    const prefixes = state.prefixes.map(({ end, sums }, index) => {
      const prefix = this.#emptyPrefix(index === last ? Number.POSITIVE_INFINITY : end);
      prefix.sums.importState(sums);
      return prefix;
    });
    this.#unbet.importState(state.unbet);
    this.#magnitude = state.magnitude;
    this.#termCount = state.termCount;
    this.#betCount = state.betCount;
    this.#prefixes = prefixes;
    this.#slack = null;
  }

  /** A copy of sums, in others that nobody needs if there are such. */
  #lend(sums: CompensatedSums): CompensatedSums {
    const isSpare = sums.length === this.#added.length;
    const copy = (isSpare ? this.#spare.pop() : undefined) ?? new CompensatedSums(sums.length);
    copy.copyFrom(sums);
    return copy;
  }

  #addUnbet(amount: number): void {
    if (amount === 0) return;
    this.#slack = null;
    this.#unbet.add(0, amount);
    this.#magnitude += Math.abs(amount);
    this.#termCount += 1;
  }

  #replaceBet(position: number, removed: Worth | null, added: Worth): void {
    fill(this.#removed, removed, -1);
    fill(this.#added, added, 1);
    if (cancelOut(this.#removed, this.#added)) return;
    this.#slack = null;
    this.#countTerms(this.#removed);
    this.#countTerms(this.#added);
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const prefix = this.#prefixes[i]!;
      if (prefix.end < position) break;
      prefix.sums.addAll(this.#removed);
      prefix.sums.addAll(this.#added);
      prefix.lead = null;
    }
  }

  #countTerms(terms: Float64Array): void {
    const { length } = terms;
    this.#magnitude += Math.abs(terms[length + BASE]!) + Math.abs(terms[length + CERTAIN]!);
    this.#termCount += 2;
  }

  /** Before a new bet: all bets so far become a prefix of their own, and one may have to go. */
  #keepPrefix(): void {
    if (this.#betCount === 0) return;
    const now = this.#prefixes.at(-1)!;
    const isFull = this.#prefixes.length > this.#prefixCountMax;
    const { sums } = isFull ? this.#dropOne() : this.#emptyPrefix(0);
    sums.copyFrom(now.sums);
    this.#prefixes.splice(-1, 0, { end: this.#betCount, sums, lead: now.lead });
  }

  /** Drops the prefix whose neighbours cover it best, by age; never the newest or the best. */
  #dropOne(): Prefix {
    const prefixes = this.#prefixes;
    const leads = prefixes.map((prefix) => this.#leadOf(prefix));
    const best = Math.max(...leads);
    const ageOf = (index: number) => this.#betCount + 1 - prefixes[index]!.end;
    let dropped = 0;
    let closest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < prefixes.length - 2; i++) {
      const ratio = (i === 0 ? this.#betCount + 1 : ageOf(i - 1)) / ageOf(i + 1);
      if (leads[i]! < best && ratio < closest) [dropped, closest] = [i, ratio];
    }
    return prefixes.splice(dropped, 1)[0]!;
  }

  /** What all bets prove by the best of the prefixes, and what is certain of the other rounds. */
  #calculateSlack(): number {
    let lead = 0;
    for (const prefix of this.#prefixes) lead = Math.max(lead, this.#leadOf(prefix));
    const lost = Math.max(0, this.#termCount - 1) * this.#magnitude * LOST_SHARE;
    const [certain, certainRest] = this.#certainParts();
    const [unbet, unbetRest] = this.#unbet.parts(0);
    return sumDown([lead, certain, certainRest, unbet, unbetRest, -lost]);
  }

  /** What a prefix proves of its bets beyond their certain parts. */
  #leadOf(prefix: Prefix): number {
    prefix.lead ??= this.#calculateLead(prefix.sums);
    return prefix.lead;
  }

  #calculateLead(sums: CompensatedSums): number {
    const provenGain = this.#mixture?.provenGain((k) => sums.value(k)) ?? 0;
    const [base, baseRest] = sums.parts(sums.length + BASE);
    const [certain, certainRest] = sums.parts(sums.length + CERTAIN);
    return sumDown([provenGain, base, baseRest, -certain, -certainRest]);
  }

  /** Σ certain of all bets, as two numbers. */
  #certainParts(): readonly [number, number] {
    const { sums } = this.#prefixes.at(-1)!;
    return sums.parts(sums.length + CERTAIN);
  }

  #emptyPrefix(end: number): Prefix {
    return { end, sums: new CompensatedSums(this.#added.length), lead: null };
  }
}

function cancelOut(one: Float64Array, other: Float64Array): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== -other[k]!) return false;
  return true;
}

/** Writes what a round adds to each of the sums, or takes from them; zeros for none. */
function fill(terms: Float64Array, worth: Worth | null, sign: 1 | -1): void {
  terms.fill(0);
  if (worth === null) return;
  const { growth, base, certain } = worth;
  const bettorCount = terms.length + BASE;
  for (let k = 0; growth !== null && k < bettorCount; k++) {
    const term = growth(k);
    assertInvariant(Number.isFinite(term), 'the growth of a bet must be finite', term);
    terms[k] = sign * term;
  }
  terms[bettorCount] = sign * base;
  terms[bettorCount + 1] = sign * certain;
}
