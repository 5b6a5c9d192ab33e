/**
 * The reserve belongs to the policy for life: what may be lost once is not granted again with every
 * generation. A new one inherits what the books prove to be unspent, or what is overdrawn:
 *
 *     unspent = min(max(0, granted), margin at the end)     margin = granted + what was earned − what was lost
 *             = the same of the last period, with what it began with, where the promise is kept in periods
 *     left    = left before − granted + unspent             granted next = min(asked, left)
 *
 * So over all generations at most the first reserve can be lost: a generation that ends overdrawn, or in
 * the middle of a window, leaves a debt, which the next makes up for first. What a margin proves beyond the
 * reserve ends with its generation, like its evidence. Books that cannot be trusted prove nothing.
 */
import { describePolicy, type PolicyDefinition, type Receipt } from '@hedgerow/core';
import type { ReserveGrant } from '../../journal/entry.ts';
import type { Generation, PolicyState } from './policy-state.ts';

/** What the first generation has: all that is asked. */
export function firstGrant({ reserve = 0 }: PolicyDefinition): ReserveGrant {
  return { left: reserve, granted: reserve };
}

/** What the next generation may have of the reserve. */
export function nextGrant(state: PolicyState, { reserve = 0 }: PolicyDefinition): ReserveGrant {
  const left = reserveLeft(state);
  return { left, granted: Math.min(reserve, left) };
}

/** What a generation has of it that is not to profit from the one before: its debts alone. */
export function noGrant(state: PolicyState): ReserveGrant {
  const debt = Math.min(0, reserveLeft(state));
  return { left: debt, granted: debt };
}

/**
 * What is proved to be left of the reserve if the present generation ended now. While the books are in doubt nothing is,
 * and of debts those are known that it began with.
 */
export function reserveLeft({ core, generations }: PolicyState): number {
  const present = generations.at(-1);
  if (present === undefined) return 0;
  const { left, granted } = present.reserve;
  if (core === null) return Math.min(0, left);
  // Every site may lose the reserve once; what is granted next holds for the one that lost most.
  const unspent = [undefined, ...core.sites].map((site) => core.reserveLeft(site));
  return left - granted + Math.min(...unspent);
}

/** The definition that the core keeps: with the reserve that was granted, not the one asked. */
export function grantedDefinition(
  definition: PolicyDefinition,
  { granted }: ReserveGrant,
): PolicyDefinition {
  return granted === (definition.reserve ?? 0) ? definition : { ...definition, reserve: granted };
}

/** What a generation promises, in words. It stands in the journal, whatever would be refused today. */
export function promiseOf({
  definition,
  reserve,
}: Pick<Generation, 'definition' | 'reserve'>): Receipt['promise'] {
  return describePolicy(grantedDefinition(definition, reserve), 'stored').promise;
}
