/**
 * All sites of a policy beside each other: budgets, counts, how much was tried.
 */
import type { DecisionRow } from '../../journal/journal.ts';
import type { SiteStanding, SitesView } from '../../wire.ts';
import { definitionOf, type PolicyState } from '../fold/policy-state.ts';
import { subjectsSeen } from '../fold/subject-register.ts';
import { SiteTally } from './site-tally.ts';

/** By site; null for decisions that name none. */
export type SiteTallies = ReadonlyMap<string | null, SiteTally>;

export async function tallySites(
  pages: AsyncIterable<readonly DecisionRow[]>,
  expiredThrough: number,
): Promise<SiteTallies> {
  const tallies = new Map<string | null, SiteTally>();
  for await (const page of pages) {
    for (const row of page) {
      const tally = tallies.get(row.site) ?? new SiteTally(expiredThrough);
      tally.add(row);
      tallies.set(row.site, tally);
    }
  }
  return tallies;
}

export interface SitesInput {
  readonly generation: number;
  readonly tallies: SiteTallies;
  /** The only site that is shown; all if absent. */
  readonly site: string | undefined;
}

export function sitesView(state: PolicyState, input: SitesInput): SitesView {
  const { generation, tallies, site } = input;
  const subjectCounts = countSubjects(state, site);
  const names = site === undefined ? namesOf(state, tallies, subjectCounts) : [site];
  const standingOf = (name: string | null): SiteStanding => {
    const tally = tallies.get(name) ?? new SiteTally(0);
    return {
      site: name,
      margin: state.core?.margin(name ?? undefined) ?? null,
      counts: tally.counts(definitionOf(state).execution === 'assume'),
      size: tally.size,
      triedSize: tally.triedSize,
      subjects: subjectCounts.get(name) ?? 0,
      lastDecisionAt: tally.lastDecisionAt,
    };
  };
  const unit = definitionOf(state).reward.unit ?? '';
  return { policy: state.policy, generation, unit, sites: names.map(standingOf) };
}

function countSubjects(state: PolicyState, site?: string): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { site: own = null } of subjectsSeen(state.subjects, site)) {
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return counts;
}

/** Every site that there is; what names none comes first, and alone where there are no sites. */
function namesOf(
  { core }: PolicyState,
  tallies: SiteTallies,
  subjectCounts: ReadonlyMap<string | null, number>,
): (string | null)[] {
  const all = new Set([...tallies.keys(), ...subjectCounts.keys(), ...(core?.sites ?? [])]);
  const named = [...all].filter((name) => name !== null).sort();
  return all.has(null) || named.length === 0 ? [null, ...named] : named;
}
