/**
 * What was measured of the parts of a divided decision; null while it has not come.
 */
import type { PartOutcome } from '../../../safety/split/split-bet.ts';
import type { SplitTicket } from './split-ticket.ts';

export function checkReward({ entry }: SplitTicket): number | null {
  return rewardOf(entry.outcome?.check ?? null);
}

export function tryReward({ entry }: SplitTicket): number | null {
  return rewardOf(entry.outcome?.tries[0] ?? null);
}

function rewardOf(part: PartOutcome): number | null {
  return part === null || typeof part === 'number' ? part : part.reward;
}
