/**
 * The ledger, with groups: decisions that share what the forecasts leave open are ONE bet.
 *
 *     gain of the group = Σ gains of its decisions      prediction = Σ predictions, cut as one number
 *
 * Fifty fields under one weather are not fifty experiments. The mean of the sum is the sum of the
 * means, however the fields depend on each other, so one bet on the sum is sound where fifty bets are
 * not. Certain parts and bases are added up as always; only the growth is that of the group.
 *
 *     open    decisions join; rewards are kept, and count as not arrived
 *     seen    a reward has come: nobody joins any more, for who joins could have seen it
 *     closed  by call, or when the next group opens: rewards count, late and corrected ones too
 *
 * A name is used once. Rounds without a group are bets of their own, as ever: for them it is assumed
 * that what forecasts leave open is independent between decisions in flight.
 *
 * Sums are exact: a reward that was typed a thousand times too high, and corrected, has changed nothing.
 *
 * The spread of a sum: where the parts may move together, deviations are added; where each has a draw
 * of its own, variances are.
 */
import { HedgerowError } from '../../base/errors.ts';
import { ExactSum } from '../../base/exact-sum.ts';
import type { BetRound } from '../bets/bet-components.ts';
import type { LogGrowth } from '../bets/wealth-account.ts';
import type { MixtureGrid } from '../bets/wealth-mixture.ts';
import { SlackLedger, type SlackLedgerState } from './slack-ledger.ts';
import type { GroupPart, Worth } from './worth.ts';

export interface GroupState {
  readonly name: string;
  /** Its place among the bets; null while nobody bets on any of its decisions. */
  readonly position: number | null;
  readonly isOpen: boolean;
  /** Whether a reward of it has come. */
  readonly isSeen: boolean;
  /** Number of decisions that still take place, as far as is known. */
  readonly liveCount: number;
  /** Each as numbers whose sum it is, in the order of the places below. */
  readonly sums: readonly (readonly number[])[];
}

export interface GroupLedgerState extends SlackLedgerState {
  /** Absent where there never was a group. */
  readonly groups?: readonly GroupState[];
}

interface Group {
  readonly name: string;
  position: number | null;
  isOpen: boolean;
  isSeen: boolean;
  liveCount: number;
  /** Σ of gains, predicted gains, predicted deviations, and spreads. */
  readonly sums: readonly ExactSum[];
}

/** How the parts of a group may depend on each other, given what was known at its start. */
export type Dependence = 'any' | 'independent';

/** Returns what a bet does to the log wealth of each bettor. */
export type GrowthOfBet = (bet: BetRound) => LogGrowth;

export interface GroupLedgerOptions {
  readonly bettorCount: number;
  readonly reserve: number;
  readonly dependence: Dependence;
  /** How many prefixes of the bets are kept: more are sharper where many bets are open at once. */
  readonly prefixCountMax?: number;
}

export class GroupLedger {
  readonly #ledger: SlackLedger;
  readonly #dependence: Dependence;
  readonly #groups = new Map<string, Group>();
  #open: Group | null = null;
  #growthOf: GrowthOfBet = () => () => 0;

  constructor({ bettorCount, reserve, dependence, prefixCountMax }: GroupLedgerOptions) {
    this.#ledger = new SlackLedger(bettorCount, reserve, prefixCountMax);
    this.#dependence = dependence;
  }

  /** The group that decisions may join; null if none is open. */
  get openGroup(): string | null {
    return this.#open?.name ?? null;
  }

  /** Names of all groups, the open one included. */
  get groupNames(): readonly string[] {
    return [...this.#groups.keys()];
  }

  /** Takes note of groups that were closed before this ledger began: nobody joins them. */
  barGroups(names: readonly string[]): void {
    for (const name of names) this.#groups.set(name, { ...emptyGroup(name), isOpen: false });
  }

  /** Fixes who bets; once, before the first bet. */
  setBettors(grid: MixtureGrid, failureProbability: number, growthOf: GrowthOfBet): void {
    this.#ledger.setBettors(grid, failureProbability);
    this.#growthOf = growthOf;
  }

  /** Refuses to join a group that is closed, or of which a reward has been seen. Changes nothing. */
  requireJoinable(name: string): void {
    const group = this.#groups.get(name);
    if (group === undefined || (group.isOpen && !group.isSeen)) return;
    throw new HedgerowError({
      code: 'HR_CALL_ORDER',
      rule: 'a decision may join a group only while it is open and none of its rewards has been seen',
      received: group.isOpen ? `'${name}', with rewards` : `'${name}', which is closed`,
      remedy: 'Decide all of a group before its first reward, or open a group of another name.',
    });
  }

  /** Opens the group if there is none of that name; whichever was open before is closed. */
  enterGroup(name: string): void {
    this.requireJoinable(name);
    if (this.#groups.has(name)) return;
    this.closeGroup();
    this.#open = emptyGroup(name);
    this.#groups.set(name, this.#open);
  }

  /** Closes the group that is open, if one is: its rewards count from now on. */
  closeGroup(): void {
    const group = this.#open;
    if (group === null) return;
    this.#open = null;
    this.#changeBet(group, NO_PARTS, NO_PARTS, () => {
      group.isOpen = false;
    });
  }

  /** Takes note that a reward of the group has come. */
  see(name: string | undefined): void {
    if (name !== undefined) this.#groups.get(name)!.isSeen = true;
  }

  /** Whether a reward of the group has come. */
  isSeen(name: string | undefined): boolean {
    return name !== undefined && this.#groups.get(name)?.isSeen === true;
  }

  /** Enters a round that is bet on and returns its position: that of its group, if it has one. */
  openBet(worth: Worth, groupName?: string): number {
    if (groupName === undefined) return this.#ledger.openBet(worth);
    const group = this.#groups.get(groupName)!;
    if (group.position === null) {
      addPart(group, worth.part, 1, this.#dependence);
      group.position = this.#ledger.openBet({ ...worth, growth: this.#growth(group) });
    } else {
      this.#changeBet(group, NO_PARTS, worth, () =>
        addPart(group, worth.part, 1, this.#dependence),
      );
    }
    return group.position;
  }

  /** Replaces what a round was worth; one that nobody bets on has no position. */
  replace(change: WorthChange): void {
    const { position, removed, added, groupName } = change;
    if (position === null || groupName === undefined) {
      this.#ledger.replace(position, removed, added);
      return;
    }
    const group = this.#groups.get(groupName)!;
    this.#changeBet(group, removed ?? NO_PARTS, added, () => {
      addPart(group, removed?.part, -1, this.#dependence);
      addPart(group, added.part, 1, this.#dependence);
    });
  }

  /** What is proved of the slack now, rounded down. */
  slack(): number {
    return this.#ledger.slack();
  }

  /** Returns what puts everything back as it is now; no bet may be opened before that. */
  remember(): () => void {
    if (this.#groups.size === 0) return this.#ledger.remember();
    const state = this.exportState();
    return () => this.importState(state);
  }

  exportState(): GroupLedgerState {
    const state = this.#ledger.exportState();
    if (this.#groups.size === 0) return state;
    const groups = [...this.#groups.values()].map(({ sums, ...group }) => ({
      ...group,
      sums: sums.map((sum) => sum.exportState()),
    }));
    return { ...state, groups };
  }

  /** Restores what `exportState` gave, bit for bit; the bettors must be the same. */
  importState({ groups = [], ...state }: GroupLedgerState): void {
    this.#ledger.importState(state);
    this.#groups.clear();
    this.#open = null;
    for (const stored of groups) {
      const group = { ...stored, sums: emptySums() };
      group.sums.forEach((sum, place) => {
        sum.importState(stored.sums[place]!);
      });
      this.#groups.set(group.name, group);
      if (group.isOpen) this.#open = group;
    }
  }

  /** Changes the bet of a group, and what one of its decisions adds beside it. */
  #changeBet(group: Group, removed: Parts, added: Parts, change: () => void): void {
    const before = this.#growth(group);
    change();
    if (group.position === null) return;
    this.#ledger.replace(
      group.position,
      { growth: before, base: removed.base, certain: removed.certain },
      { growth: this.#growth(group), base: added.base, certain: added.certain },
    );
  }

  /** The growth of the one bet; none if nothing is left of it. */
  #growth(group: Group): LogGrowth | null {
    if (group.liveCount === 0) return null;
    const at = (place: number) => Math.max(group.sums[place]!.down(), 0);
    const spread = at(SPREAD);
    return this.#growthOf({
      gain: group.isOpen ? 0 : at(GAIN),
      predictedGain: at(PREDICTED),
      deviation: at(DEVIATION),
      variance: this.#dependence === 'any' ? spread * spread : spread,
    });
  }
}

export interface WorthChange {
  readonly position: number | null;
  readonly removed: Worth | null;
  readonly added: Worth;
  readonly groupName: string | undefined;
}

/** What a decision adds beside the bet. */
type Parts = Pick<Worth, 'base' | 'certain'>;

const NO_PARTS: Parts = { base: 0, certain: 0 };

/** Places of the sums of a group. */
const [GAIN, PREDICTED, DEVIATION, SPREAD] = [0, 1, 2, 3] as const;

function emptyGroup(name: string): Group {
  return { name, position: null, isOpen: true, isSeen: false, liveCount: 0, sums: emptySums() };
}

function emptySums(): readonly ExactSum[] {
  return [GAIN, PREDICTED, DEVIATION, SPREAD].map(() => new ExactSum());
}

/** Adds what a decision brings into the bet of its group, or takes it away. */
function addPart(
  group: Group,
  part: GroupPart | undefined,
  sign: 1 | -1,
  dependence: Dependence,
): void {
  if (part === undefined) return;
  const { gain, predictedGain, deviation, variance } = part.bet;
  const spread = dependence === 'any' ? Math.sqrt(variance) : variance;
  const terms = [gain, predictedGain, deviation, spread];
  group.sums.forEach((sum, place) => {
    sum.add(sign * terms[place]!);
  });
  if (part.isLive) group.liveCount += sign;
}
