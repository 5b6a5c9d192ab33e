/**
 * The sites of a policy as the service tells them; none where there are none, or where the key may see one
 * site alone.
 */
import type { PolicyView, SiteStanding } from '@hedgerow/client';
import { useMemo } from 'preact/hooks';
import { useLoaded } from '../../live/use-loaded.ts';

const NONE: readonly SiteStanding[] = [];

/** Returns the sites that decisions were made for, the one with least first. */
export function useSites(
  policy: string,
  view: PolicyView | null,
  version: number,
): readonly SiteStanding[] {
  const { value } = useLoaded({
    name: `sites ${policy}`,
    load: async (service, signal) => (await service.sites(policy, { signal })).sites,
    version,
    isWaiting: view === null || view.site !== undefined,
  });
  return useMemo(() => (value === null ? NONE : leastFirst(value)), [value]);
}

/** Where only decisions without a site were made, there are none to tell apart. */
export function leastFirst(sites: readonly SiteStanding[]): readonly SiteStanding[] {
  const decided = sites.filter(({ counts }) => counts.decisions > 0);
  if (decided.every(({ site }) => site === null)) return NONE;
  return decided.toSorted((one, other) => (one.margin ?? 0) - (other.margin ?? 0));
}
