/**
 * What a policy has in memory because of groups is bounded: rewards that wait for the end of the open one, and the names of those that were closed, none of
 * which may be used again. Only new requests are refused; what stands in the journal is taken in.
 */
import { groupFull } from '../../problems/refusals.ts';
import type { PolicyState } from '../fold/policy-state.ts';

/** Rewards of one group that wait for it to be closed. */
const GROUP_REWARDS_MAX = 20_000;
/** Groups of a generation. */
const GROUPS_MAX = 20_000;

/** Refuses to begin one group more than a generation may have. */
export function requireGroupRoom(
  { core, openGroup }: PolicyState,
  group: string | undefined,
  most: number = GROUPS_MAX,
): void {
  if (core === null || group === undefined || group === openGroup) return;
  if (core.groupCounts.closed + (openGroup === null ? 0 : 1) < most) return;
  throw groupFull(
    `A generation may have ${most} groups, but this one has had as many, and ${JSON.stringify(group)} would be one more. Start a new generation.`,
  );
}

/** Refuses a reward that would have to wait, where too many do. */
export function requireRewardRoom(
  { core }: PolicyState,
  coreId: string | null,
  most: number = GROUP_REWARDS_MAX,
): void {
  if (core === null || coreId === null || core.groupCounts.waiting < most) return;
  if (!core.awaitsGroup(coreId)) return;
  throw groupFull(
    `At most ${most} rewards of a group may wait for it to be closed, but as many do. Close the group, and send this one again.`,
  );
}
