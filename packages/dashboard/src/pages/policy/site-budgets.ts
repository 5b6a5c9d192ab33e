/**
 * What each site of a policy had left after its newest decision, the one with least first.
 *
 * The service shows the budget of the policy, which is that of the site with least, and that of one site
 * that is asked for. It lists no sites; the newest decisions tell which there are.
 */
import type { DecisionSummary } from '@hedgerow/client';

export interface SiteBudget {
  readonly site: string;
  /** Right after the decision, in the worst case; rewards that came since are not in it. */
  readonly margin: number;
  /** The decision it was left after. */
  readonly id: string;
  readonly sequence: number;
}

/** Takes decisions newest first, as they are listed; only those of the newest generation count. */
export function siteBudgets(decisions: readonly DecisionSummary[]): SiteBudget[] {
  const bySite = new Map<string, SiteBudget>();
  for (const { site, marginAfter, id, sequence, generation } of decisions) {
    if (generation !== decisions[0]!.generation) break;
    if (site === undefined || marginAfter === null || bySite.has(site)) continue;
    bySite.set(site, { site, margin: marginAfter, id, sequence });
  }
  return [...bySite.values()].sort((one, other) => one.margin - other.margin);
}
