/**
 * Units: where decisions have sizes, rewards are amounts per size (t/ha), and their totals, budgets
 * among them, are amounts (t).
 */
import type { PolicyDefinition } from '@hedgerow/client';

type Units = Pick<PolicyDefinition, 'reward' | 'size'>;

/** "ha". */
export function sizeUnit({ size }: Units): string {
  return size?.unit ?? '';
}

/** "t/ha". */
export function rewardUnit({ reward }: Units): string {
  return reward.unit ?? '';
}

/** "t" where rewards are in "t/ha" and sizes in "ha"; else the product of both. */
export function totalUnit(definition: Units): string {
  const unit = rewardUnit(definition);
  const size = sizeUnit(definition);
  if (size === '' || unit === '') return unit;
  const end = `/${size}`;
  return unit.endsWith(end) ? unit.slice(0, -end.length) : `${unit}·${size}`;
}
