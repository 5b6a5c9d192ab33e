/**
 * Reads what somebody typed for the parts of a divided decision: each may be left empty and come later,
 * but not all of them.
 */
import type { PartRewards, PartsStanding } from '@hedgerow/client';
import type { PartRole } from '../../../words/part-words.ts';
import { type RewardRange, readReward } from '../read-reward.ts';

export type PartTexts = Readonly<Partial<Record<PartRole, string>>>;

export interface ReadParts {
  /** What is to be sent; null if nothing may be. */
  readonly values: Readonly<Partial<Record<PartRole, number>>> | null;
  /** What is wrong with each field. */
  readonly faults: Readonly<Partial<Record<PartRole, string>>>;
}

export function readParts(
  roles: readonly PartRole[],
  texts: PartTexts,
  range: RewardRange | null,
): ReadParts {
  const filled = roles.filter((role) => (texts[role] ?? '').trim() !== '');
  if (filled.length === 0) return { values: null, faults: { [roles[0]!]: NOTHING } };
  const values: Partial<Record<PartRole, number>> = {};
  const faults: Partial<Record<PartRole, string>> = {};
  for (const role of filled) {
    const { value, fault } = readReward(texts[role]!, range);
    if (fault === null) values[role] = value;
    else faults[role] = fault;
  }
  return { values: Object.keys(faults).length === 0 ? values : null, faults };
}

/** Returns corrections that say nothing new of how much of a part was measured. */
export function asMeasured(
  values: NonNullable<ReadParts['values']>,
  standing: PartsStanding,
): PartRewards {
  const told = (Object.entries(values) as [PartRole, number][]).map(([role, reward]) => {
    const known = standing[role];
    const isWhole = known === null || typeof known === 'number';
    return [role, isWhole ? reward : { ...known, reward }];
  });
  return Object.fromEntries(told);
}

const NOTHING = 'Enter a number, such as 8.4, for at least one part.';
