/**
 * The sites of a policy as its newest decisions tell them; policies without sites ask for one decision.
 */
import type { PolicyView } from '@hedgerow/client';
import { useLoaded } from '../../live/use-loaded.ts';
import { type SiteBudget, siteBudgets } from './site-budgets.ts';

/** How many of the newest decisions are looked through. */
const LOOKED_THROUGH = 200;

export interface Sites {
  readonly budgets: readonly SiteBudget[];
  /** Whether there are older decisions, of which nothing is known here. */
  readonly hasOlder: boolean;
}

const NONE: Sites = { budgets: [], hasOlder: false };

/** Returns none where there are none, or where the key may see one site alone. */
export function useSites(policy: string, view: PolicyView | null, version: number): Sites {
  const { value } = useLoaded<Sites>({
    name: `sites ${policy}`,
    load: async (service, signal) => {
      const { decisions } = await service.decisions(policy, { limit: 1 }, { signal });
      if (decisions[0]?.site === undefined) return NONE;
      const page = await service.decisions(policy, { limit: LOOKED_THROUGH }, { signal });
      return { budgets: siteBudgets(page.decisions), hasOlder: page.next !== null };
    },
    version,
    isWaiting: view === null || view.site !== undefined,
  });
  return value ?? NONE;
}
