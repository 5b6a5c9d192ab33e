/**
 * What was harvested of the parts of a field, as options say it.
 */
import { HedgerowError, type PartRewards } from '@hedgerow/core';
import type { PlannedField } from './farm-state.ts';

export interface PartYields {
  readonly try?: number;
  readonly check?: number;
  /** Of a field that was not divided. */
  readonly yield?: number;
}

/** Returns the rewards of the parts; a single yield is that of the only part. */
export function partRewardsOf(
  { name, parts }: Pick<PlannedField, 'name' | 'parts'>,
  yields: PartYields,
): PartRewards {
  const { try: tried, check, yield: whole } = yields;
  if (whole === undefined && (tried !== undefined || check !== undefined)) {
    return { ...(tried !== undefined && { try: tried }), ...(check !== undefined && { check }) };
  }
  const [only, ...others] = parts;
  if (whole !== undefined && tried === undefined && check === undefined && others.length === 0) {
    return { [only!.role]: whole };
  }
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the harvest of ${name} must be told by ${others.length === 0 ? '--yield' : '--try and --check, or one of them'}`,
    received: whole === undefined ? 'missing' : 'given by --yield',
    remedy: `It was planned as ${parts.map(({ role, action }) => `${role} ${action}`).join(', ')}.`,
  });
}
