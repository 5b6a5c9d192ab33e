/**
 * What a round is worth to the books, by what is known of it: no news is bad news.
 *
 *     slack ≥ best prefix k of the bets:   s*(growth₁ … growthₖ) + base₁ + … + baseₖ + certainₖ₊₁ + …
 *
 *     known of the round                     enters with
 *     open: issued, nothing heard            growth for the worst reward, min(base, 0), min(certain, 0)
 *     executed, its reward not (yet) known   growth for the worst reward, base, certain
 *     rewarded                               growth for the reward, base, certain
 *     fell back to the baseline              what a baseline round adds for certain, no bet
 *     void                                   nothing
 *     fell back or void, after a coin fell   as if it were open, for ever
 *
 * A growth grows with the reward, so every line of the table is at least the first: however an open
 * round ends, it can only raise what is proved. And since all lines are functions of the round alone,
 * a report that is corrected leaves no trace.
 *
 * The last line: whoever received the action knows how the coin fell. If such rounds could be dropped,
 * dropping those in which the coin fell badly would prove anything. So the round stays in the promise
 * as issued, its reward is lost, and it earns no credit for something that did not happen.
 */
import type { LogGrowth } from '../bets/wealth-account.ts';
import type { BookEntry, Player, Stake } from './safety-book.ts';

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
}

/** What a round is worth if it was executed as issued. */
export type WorthOfRound = (round: PlayedRound) => Worth;

export const WORTH_NOTHING: Worth = { growth: null, base: 0, certain: 0 };

/** Returns what an entry is worth as it stands. */
export function worthOf(entry: BookEntry, worthOfRound: WorthOfRound): Worth {
  const { player, stake } = entry;
  const executed = () => worthOfRound({ player, stake, reward: entry.counted });
  switch (entry.execution) {
    case 'issued':
      return withoutCredit(executed());
    case 'executed':
      return executed();
    case 'fell-back':
      if (player !== 'proposal') return executed();
      return isDrawn(entry)
        ? withoutCredit(executed())
        : unbet(worthOfRound({ player: 'baseline', stake: withoutProposal(stake), reward: null }));
    case 'void':
      return isDrawn(entry) ? withoutCredit(executed()) : WORTH_NOTHING;
  }
}

/** Whether a coin decided who plays. */
function isDrawn({ player, stake }: BookEntry): boolean {
  return player !== 'baseline' && stake.playProbability < 1;
}

function withoutProposal(stake: Stake): Stake {
  return { ...stake, playProbability: 0, trustedIncrement: null };
}

function unbet({ certain }: Worth): Worth {
  return { growth: null, base: certain, certain };
}

function withoutCredit({ growth, base, certain }: Worth): Worth {
  return { growth, base: Math.min(base, 0), certain: Math.min(certain, 0) };
}
