/**
 * A site has a book of its own, in memory and in every snapshot, for as long as the generation lasts. So a policy has room for so many;
 * only new requests are refused, and what stands in the journal is taken in.
 */
import { sitesFull } from '../../problems/refusals.ts';
import { definitionOf, type PolicyState } from '../fold/policy-state.ts';

/** Sites of a generation. */
const SITES_MAX = 10_000;
/** Where decisions are divided a book is 50 to 110 thousand characters long, and a text has at most half a billion. */
const DIVIDED_SITES_MAX = 4000;

/** Refuses what would give a generation more sites than it may have. */
export function requireSiteRoom(
  state: PolicyState,
  requests: readonly { readonly site?: string }[],
  most: number = sitesMax(state),
): void {
  const known = state.core?.sites ?? [];
  // Nearly always there is room, and nobody is looked up.
  if (known.length + requests.length <= most) return;
  const asked = requests.flatMap(({ site }) => site ?? []);
  const isKnown = new Set(known);
  const added = new Set(asked.filter((site) => !isKnown.has(site)));
  if (added.size > 0 && known.length + added.size > most) throw sitesFull(most);
}

function sitesMax(state: PolicyState): number {
  return definitionOf(state).split === undefined ? SITES_MAX : DIVIDED_SITES_MAX;
}
