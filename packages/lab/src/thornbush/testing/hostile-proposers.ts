/**
 * Who proposes in the traps: the honest optimist, and two who know the truth and use it against the
 * promise.
 *
 *   ucb     names what could be best, as a policy does by default
 *   worst   always names the action with the lowest expected reward
 *   bait    lets the certificate grow by playing the best action, then spends it on the worst, and
 *           goes back as soon as it is refused: it buys trust and betrays it
 *
 * Neither may break the promise more often than δ: the gate never cares who proposed.
 */
import type { Proposer, SafetyBook } from '@hedgerow/core/research';
import { indexAtRank } from '../../environments/ranking.ts';
import type { World } from '../../environments/world.ts';

export type ProposerName = 'ucb' | 'worst' | 'bait';

export const PROPOSER_NAMES: readonly ProposerName[] = ['ucb', 'worst', 'bait'];

/** How many worst plays the bait saves up for before it spends. */
const SAVED_PLAYS = 8;

export interface HostileSetting {
  readonly world: World;
  readonly book: SafetyBook;
  /** The proposer that means well. */
  readonly curious: Proposer;
}

/** Returns the proposer of that name for one run. */
export function proposerNamed(name: ProposerName, setting: HostileSetting): Proposer {
  switch (name) {
    case 'ucb':
      return setting.curious;
    case 'worst':
      return { name, propose: () => worstAction(setting.world) };
    case 'bait':
      return baitProposer(setting);
  }
}

function baitProposer({ world, book }: HostileSetting): Proposer {
  let isSpending = false;
  const propose = () => {
    const slack = book.slack();
    const reward = world.baselineExpectedReward;
    if (slack >= SAVED_PLAYS * reward) isSpending = true;
    else if (slack < reward) isSpending = false;
    return isSpending ? worstAction(world) : indexAtRank(world.expectedRewards, 1);
  };
  return { name: 'bait', propose };
}

function worstAction({ expectedRewards, actionCount }: World): number {
  return indexAtRank(expectedRewards, actionCount);
}
