/** In which unit budgets and totals are counted. */
import type { PolicyDefinition } from './policy-definition.ts';

/** Returns the unit of the sum of size · reward: t where rewards are in t/ha and sizes in ha. */
export function totalUnit({ reward, size }: Pick<PolicyDefinition, 'reward' | 'size'>): string {
  const { unit = '' } = reward;
  if (size?.unit === undefined) return unit;
  const perSize = `/${size.unit}`;
  if (unit.endsWith(perSize)) return unit.slice(0, -perSize.length);
  return unit === '' ? size.unit : `${unit} · ${size.unit}`;
}
