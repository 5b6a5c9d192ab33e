/**
 * Rewards must lie in the range of their own generation; outside it nothing is clipped.
 */
import type { PartRewards, PolicyDefinition } from '@hedgerow/core';
import { invalidInput } from '../../problems/refusals.ts';
import { rewardOf } from '../fold/part-standing.ts';

export function requireReward(
  { reward: range }: PolicyDefinition,
  reward: number | PartRewards,
): void {
  if (typeof reward === 'number') {
    requireInRange(range, 'value', reward);
    return;
  }
  for (const part of ['try', 'check'] as const) {
    const told = reward[part];
    if (told !== undefined) requireInRange(range, part, rewardOf(told));
  }
}

function requireInRange(
  { min, max, noiseScale }: PolicyDefinition['reward'],
  field: string,
  value: number,
): void {
  const isInRange = (noiseScale ?? 0) > 0 || (value >= min && value <= max);
  if (Number.isFinite(value) && isInRange) return;
  throw invalidInput(
    `${field} must be a reward in its declared range, ${min} to ${max}, but it is ${value}. The promise rests on the range: start a new generation with a wider one.`,
    field,
  );
}
