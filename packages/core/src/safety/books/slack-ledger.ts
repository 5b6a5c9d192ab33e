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
 *
 * Amounts are added up without rounding, and only the result is rounded, down. So a slack of 0 is 0, and
 * a decision whose certain part leaves nothing below 0 leaves no slack below 0, not even by a bit.
 */
import { CompensatedSums, type CompensatedSumsState } from '../../base/compensated-sums.ts';
import { assertInvariant } from '../../base/errors.ts';
import { ExactSum } from '../../base/exact-sum.ts';
import { requireWhole } from '../../base/require.ts';
import { type MixtureGrid, WealthMixture } from '../bets/wealth-mixture.ts';
import type { Worth } from './worth.ts';

/** Prefixes kept beside the empty one and that of all bets, where nothing else is said. */
const PREFIX_COUNT_MAX = 6;

interface Prefix {
  /** Number of bets in it. */
  end: number;
  /** The log wealth of each bettor. */
  readonly sums: CompensatedSums;
  readonly base: ExactSum;
  readonly certain: ExactSum;
  /** s* + Σ base − Σ certain as it was last calculated, rounded down; null if it has changed since. */
  lead: number | null;
}

export interface PrefixState {
  readonly end: number;
  readonly sums: CompensatedSumsState;
  readonly base: readonly number[];
  readonly certain: readonly number[];
}

export interface SlackLedgerState {
  readonly betCount: number;
  /** Reserve and certain parts of the rounds nobody bets on. */
  readonly unbet: readonly number[];
  readonly prefixes: readonly PrefixState[];
}

export class SlackLedger {
  readonly #unbet = new ExactSum();
  readonly #removed: Float64Array;
  readonly #added: Float64Array;
  #mixture: WealthMixture | null = null;
  #betCount = 0;
  /** The slack as it was last calculated; null if anything has changed since. */
  #slack: number | null = null;
  /** Oldest first; the last holds all bets. */
  #prefixes: Prefix[];
  /** What copies are made in: asking what is proved must not leave garbage behind. */
  readonly #spare: Prefix[] = [];
  readonly #total = new ExactSum();
  readonly #prefixCountMax: number;

  constructor(bettorCount: number, reserve: number, prefixCountMax: number = PREFIX_COUNT_MAX) {
    this.#prefixCountMax = prefixCountMax;
    this.#removed = new Float64Array(bettorCount);
    this.#added = new Float64Array(bettorCount);
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
    const kept = this.#prefixes.map((prefix) => this.#lend(prefix));
    const unbet = new ExactSum();
    unbet.copyFrom(this.#unbet);
    const slack = this.#slack;
    return () => {
      kept.forEach((copy, i) => {
        copyPrefix(copy, this.#prefixes[i]!);
        this.#spare.push(copy);
      });
      this.#unbet.copyFrom(unbet);
      this.#slack = slack;
    };
  }

  exportState(): SlackLedgerState {
    return {
      betCount: this.#betCount,
      unbet: this.#unbet.exportState(),
      prefixes: this.#prefixes.map(({ end, sums, base, certain }) => ({
        end: Math.min(end, this.#betCount),
        sums: sums.exportState(),
        base: base.exportState(),
        certain: certain.exportState(),
      })),
    };
  }

  /** Restores what `exportState` gave, bit for bit; the bettors must be the same. */
  importState(state: SlackLedgerState): void {
    requireWhole('betCount', state.betCount, 0, Number.MAX_SAFE_INTEGER);
    const last = state.prefixes.length - 1;
    const prefixes = state.prefixes.map(({ end, sums, base, certain }, index) => {
      const prefix = this.#emptyPrefix(index === last ? Number.POSITIVE_INFINITY : end);
      prefix.sums.importState(sums);
      prefix.base.importState(base);
      prefix.certain.importState(certain);
      return prefix;
    });
    this.#unbet.importState(state.unbet);
    this.#betCount = state.betCount;
    this.#prefixes = prefixes;
    this.#slack = null;
  }

  /** A copy of a prefix, in another that nobody needs if there is one. */
  #lend(prefix: Prefix): Prefix {
    const copy = this.#spare.pop() ?? this.#emptyPrefix(0);
    copyPrefix(prefix, copy);
    return copy;
  }

  #addUnbet(amount: number): void {
    if (amount === 0) return;
    this.#slack = null;
    this.#unbet.add(amount);
  }

  #replaceBet(position: number, removed: Worth | null, added: Worth): void {
    fill(this.#removed, removed, -1);
    fill(this.#added, added, 1);
    const { base: oldBase, certain: oldCertain } = removed ?? NOTHING;
    const isSame = oldBase === added.base && oldCertain === added.certain;
    if (isSame && cancelOut(this.#removed, this.#added)) return;
    this.#slack = null;
    for (let i = this.#prefixes.length - 1; i >= 0; i--) {
      const prefix = this.#prefixes[i]!;
      if (prefix.end < position) break;
      prefix.sums.addAll(this.#removed);
      prefix.sums.addAll(this.#added);
      prefix.base.add(-oldBase);
      prefix.base.add(added.base);
      prefix.certain.add(-oldCertain);
      prefix.certain.add(added.certain);
      prefix.lead = null;
    }
  }

  /** Before a new bet: all bets so far become a prefix of their own, and one may have to go. */
  #keepPrefix(): void {
    if (this.#betCount === 0) return;
    const now = this.#prefixes.at(-1)!;
    const isFull = this.#prefixes.length > this.#prefixCountMax;
    const kept = isFull ? this.#dropOne() : this.#emptyPrefix(0);
    copyPrefix(now, kept);
    kept.end = this.#betCount;
    this.#prefixes.splice(-1, 0, kept);
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
    const total = this.#total;
    total.copyFrom(this.#unbet);
    total.addSum(this.#prefixes.at(-1)!.certain);
    total.add(lead);
    return total.down();
  }

  /** What a prefix proves of its bets beyond their certain parts. */
  #leadOf(prefix: Prefix): number {
    prefix.lead ??= this.#calculateLead(prefix);
    return prefix.lead;
  }

  #calculateLead({ sums, base, certain }: Prefix): number {
    const provenGain = this.#mixture?.provenGain((k) => sums.value(k)) ?? 0;
    const total = this.#total;
    total.copyFrom(base);
    total.addSum(certain, -1);
    total.add(provenGain);
    return total.down();
  }

  #emptyPrefix(end: number): Prefix {
    return {
      end,
      sums: new CompensatedSums(this.#added.length),
      base: new ExactSum(),
      certain: new ExactSum(),
      lead: null,
    };
  }
}

const NOTHING = { base: 0, certain: 0 } as const;

function copyPrefix(from: Prefix, to: Prefix): void {
  to.sums.copyFrom(from.sums);
  to.base.copyFrom(from.base);
  to.certain.copyFrom(from.certain);
  to.lead = from.lead;
}

function cancelOut(one: Float64Array, other: Float64Array): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== -other[k]!) return false;
  return true;
}

/** Writes what a round adds to the log wealth of each bettor, or takes from it; zeros for none. */
function fill(terms: Float64Array, worth: Worth | null, sign: 1 | -1): void {
  terms.fill(0);
  if (worth === null || worth.growth === null) return;
  for (let k = 0; k < terms.length; k++) {
    const term = worth.growth(k);
    assertInvariant(Number.isFinite(term), 'the growth of a bet must be finite', term);
    terms[k] = sign * term;
  }
}
