/**
 * What is asked of a harvest before it is sent: the numbers that can hardly be.
 */
import type { DecisionSummary, PartReward, PolicyView, RewardLine } from '@hedgerow/client';
import {
  type DoubtfulYield,
  doubtfulYields,
  type PartYields,
  yieldDeclarations,
} from '@hedgerow/farm';
import { rewardOf, type Season } from '../data/seasons.ts';
import { blockNames } from './block-names.ts';

/** What is known of the parts of a decision. */
export function knownYields({ partRewards }: DecisionSummary): PartYields {
  return yieldsOf(partRewards?.try ?? null, partRewards?.check ?? null);
}

/** Returns the questions about what is to be sent. */
export function doubtsAbout(
  definition: PolicyView['definition'],
  season: Season,
  lines: readonly RewardLine[],
): DoubtfulYield[] {
  const names = blockNames(season);
  const told = season.decisions.map((summary) => {
    const line = lines.find(({ decision }) => decision === summary.id);
    return {
      decision: summary.id,
      name: names.get(summary.id)!,
      now: yieldsOf(line?.try ?? null, line?.check ?? null),
      before: knownYields(summary),
    };
  });
  return doubtfulYields(told, yieldDeclarations(definition));
}

function yieldsOf(tried: PartReward | null, check: PartReward | null): PartYields {
  const yields = { try: rewardOf(tried), check: rewardOf(check) };
  return {
    ...(yields.try !== null && { try: yields.try }),
    ...(yields.check !== null && { check: yields.check }),
  };
}
