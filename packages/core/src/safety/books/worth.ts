/**
 * What a round is worth to the books, by what is known of it: no news is bad news.
 *
 *     slack ≥ best prefix k of the bets:   s*(growth₁ … growthₖ) + base₁ + … + baseₖ + certainₖ₊₁ + …
 *
 *     known of the round                     enters with
 *     open: issued, nothing heard            growth for the worst reward, min(base − debit, 0), min(certain, 0)
 *     executed, its reward not (yet) known   growth for the worst reward, base, certain
 *     rewarded                               growth for the reward, base, certain
 *     fell back to the baseline              what a baseline round adds for certain, no bet
 *     void                                   nothing
 *     void after a coin fell                 as if it were open, for ever
 *     fell back after a coin fell            the same, without the debit
 *     either, when a reward of its group was known                   likewise
 *     either, because of newer information                           likewise
 *
 * A growth grows with the reward, so every line of the table is at least the first: however an open
 * round ends, it can only raise what is proved. And since all lines are functions of the round alone,
 * a report that is corrected leaves no trace.
 *
 * The debit: a round that a coin gave away and that is given up may leave the total, while held-out rounds
 * go on measuring a baseline that it no longer stands beside. So it loses what it could have added at most
 * with the worst reward for the bet (bets/coin-rule.ts), from the start. Where no coin is thrown there is none.
 *
 * The last lines: whoever received the action knows how the coin fell. If such rounds could be dropped,
 * dropping those in which the coin fell badly would prove anything. So the round stays in the promise
 * as issued, its reward is lost, and it earns no credit for something that did not happen.
 *
 * The same is true of rounds that share a weather: whoever has seen what the first field earned knows
 * what the others will, and could drop them by it. In a group, which is one bet for many rounds
 * (group-ledger.ts), a round that fell back or is void before any reward leaves its prediction in the sum.
 *
 * And of whoever knew more than was known at the decision, such as a later forecast: dropping the rounds
 * that it speaks against would keep only lucky ones, which prove what they do not earn. A baseline round that did
 * not take place adds nothing either way, and loses nothing.
 */
import type { BetRound } from '../bets/bet-components.ts';
import { roundedDown } from '../bets/coin-promise.ts';
import type { LogGrowth } from '../bets/wealth-account.ts';
import type { BookEntry, Execution, Player, Stake } from './safety-book.ts';

/** A round with what is known of its reward: null for none. */
export interface PlayedRound {
  readonly player: Player;
  readonly stake: Stake;
  readonly reward: number | null;
}

export interface Worth {
  /** What the round does to the log wealth of each bettor; null if nobody bets on it. */
  readonly growth: LogGrowth | null;
  /** What it adds to the slack beside what the bettors prove, in reward units. */
  readonly base: number;
  /** What it adds to the slack at least, if nobody bets on it. */
  readonly certain: number;
  /** What the base loses while the round may still be given up, at least 0. Default 0. */
  readonly debit?: number;
  /** Its part in the bet of its group, in place of a growth of its own. */
  readonly part?: GroupPart;
}

/** What a round brings into the one bet of its group. */
export interface GroupPart {
  readonly bet: BetRound;
  /** Whether it still takes place, as far as is known. */
  readonly isLive: boolean;
}

/** How a round stands. */
export interface LineStatus {
  readonly execution: Execution;
  /** Whether somebody may have seen how a coin, the draw of strips, or the weather fell, or knew more. */
  readonly isDrawn: boolean;
}

export interface LineWorths {
  /** What the round is worth if it was executed as issued, with what is known of its reward. */
  executed(): Worth;
  /** The same for a round that was given to the baseline. */
  fellBack(): Worth;
}

/** What a round is worth if it was executed as issued. */
export type WorthOfRound = (round: PlayedRound) => Worth;

const WORTH_NOTHING: Worth = { growth: null, base: 0, certain: 0 };

/** Returns what a line is worth as it stands: the table above. */
export function worthOfLine({ execution, isDrawn }: LineStatus, line: LineWorths): Worth {
  switch (execution) {
    case 'issued':
      return givenUp(line.executed());
    case 'executed':
      return line.executed();
    case 'fell-back':
      return isDrawn ? withoutCredit(line.executed()) : dropped(line, unbet(line.fellBack()));
    case 'void':
      return isDrawn ? givenUp(line.executed()) : dropped(line, WORTH_NOTHING);
  }
}

/** Returns what an entry is worth as it stands. */
export function worthOf(entry: BookEntry, worthOfRound: WorthOfRound): Worth {
  const { player, stake } = entry;
  // A baseline round that falls back to the baseline is executed as issued.
  const isSame = entry.execution === 'fell-back' && player !== 'proposal';
  const execution = isSame ? 'executed' : entry.execution;
  return worthOfLine(
    { execution, isDrawn: isDrawn(entry) },
    {
      executed: () => worthOfRound({ player, stake, reward: entry.counted }),
      fellBack: () =>
        worthOfRound({ player: 'baseline', stake: withoutProposal(stake), reward: null }),
    },
  );
}

/** An amount for a unit of size as that of a size, rounded down. */
export function sized(size: number | undefined, amount: number): number {
  return size === undefined ? amount : roundedDown(size * amount, 0);
}

/** Whether a coin decided who plays, the weather of its group could have been seen, or more was known. */
function isDrawn({ player, stake, reason, isBound = false }: BookEntry): boolean {
  if (reason === 'newer-information') return true;
  return isBound || (player !== 'baseline' && stake.playProbability < 1);
}

function withoutProposal(stake: Stake): Stake {
  return { ...stake, playProbability: 0, trustedIncrement: null };
}

function unbet({ certain }: Worth): Worth {
  return { growth: null, base: certain, certain };
}

/** A round that nobody bets on any more, but for its prediction in the bet of its group. */
function dropped(line: LineWorths, worth: Worth): Worth {
  const { part } = line.executed();
  if (part === undefined) return worth;
  return { ...worth, part: { bet: { ...part.bet, gain: 0 }, isLive: false } };
}

/** A round of which it is not known that it took place. */
function givenUp({ debit = 0, ...worth }: Worth): Worth {
  return withoutCredit({ ...worth, base: worth.base - debit });
}

function withoutCredit(worth: Worth): Worth {
  return { ...worth, base: Math.min(worth.base, 0), certain: Math.min(worth.certain, 0) };
}
