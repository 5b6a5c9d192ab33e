/**
 * The reserve belongs to the policy for life: what may be lost once is not granted again with every
 * generation. A new one inherits what the books prove to be unspent:
 *
 *     unspent = min(granted, max(0, margin at the end))     margin = granted + what was earned − what was lost
 *             = the same of the last period, with what it began with, where the promise is kept in periods
 *     left    = left before − granted + unspent             granted next = min(asked, left)
 *
 * So over all generations at most the first reserve can be lost. What a margin proves beyond the
 * reserve ends with its generation, like its evidence. Books that cannot be trusted prove nothing.
 */
import { describePolicy, type Policy, type PolicyDefinition, type Receipt } from '@hedgerow/core';
import type { ReserveGrant } from '../../journal/entry.ts';
import type { Generation, PolicyState } from './policy-state.ts';

/** What the first generation has: all that is asked. */
export function firstGrant({ reserve = 0 }: PolicyDefinition): ReserveGrant {
  return { left: reserve, granted: reserve };
}

/** What the next generation may have of the reserve; nothing while the books are in doubt. */
export function nextGrant(state: PolicyState, { reserve = 0 }: PolicyDefinition): ReserveGrant {
  const left = reserveLeft(state);
  return { left, granted: Math.min(reserve, left) };
}

/** What is proved to be unspent of the reserve if the present generation ended now. */
function reserveLeft(state: PolicyState): number {
  return leftWith(state, (core, site) => core.reserveLeft(site));
}

/**
 * The most that a stored entry may grant. Earlier versions took all that the last period had earned for what was left of the
 * reserve; what they wrote is taken in as it was. Without periods it is the same.
 */
export function reserveLeftAtMost(state: PolicyState): number {
  const { granted = 0 } = state.generations.at(-1)?.reserve ?? {};
  return leftWith(state, (core, site) => Math.min(granted, Math.max(0, core.margin(site))));
}

function leftWith(
  { core, generations }: PolicyState,
  unspentOf: (core: Policy, site: string | undefined) => number,
): number {
  const present = generations.at(-1);
  if (core === null || present === undefined) return 0;
  const { left, granted } = present.reserve;
  // Every site may lose the reserve once; what is granted next holds for the one that lost most.
  const unspent = [undefined, ...core.sites].map((site) => unspentOf(core, site));
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
