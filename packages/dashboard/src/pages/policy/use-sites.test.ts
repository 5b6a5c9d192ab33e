import type { SiteStanding } from '@hedgerow/client';
import { expect, it } from 'vitest';
import { leastFirst } from './use-sites.ts';

function standing(site: string | null, margin: number, decisions = 1): SiteStanding {
  return {
    site,
    margin,
    counts: { decisions } as SiteStanding['counts'],
    size: 1,
    triedSize: 0,
    subjects: 0,
    lastDecisionAt: null,
  };
}

it('lists sites with least first, and none where no decision names one', () => {
  const sites = [standing(null, 3, 0), standing('north', 2), standing('south', 1)];
  expect(leastFirst(sites).map(({ site }) => site)).toEqual(['south', 'north']);
  expect(leastFirst([standing(null, 3)])).toEqual([]);
  expect(leastFirst([standing(null, 0), standing('north', 2)])).toHaveLength(2);
});
