/**
 * Sites fill no memory: there is room for so many, and those that there are go on.
 */
import { createPolicy } from '@hedgerow/core';
import { expect, test } from 'vitest';
import type { PolicyState } from '../fold/policy-state.ts';
import { FARM, NO_KEY, sampleService } from '../testing/sample-service.ts';
import { requireSiteRoom } from './site-limits.ts';

test('one site more than there may be is refused; those that there are go on', () => {
  const core = createPolicy(FARM);
  for (const site of ['north', 'south', 'east']) core.decide({ rain: 1 }, { site });
  const state = { core } as unknown as PolicyState;
  requireSiteRoom(state, [{ site: 'west' }], 4);
  expect(() => requireSiteRoom(state, [{ site: 'west' }], 3)).toThrow('may have 3 sites');
  requireSiteRoom(state, [{ site: 'south' }, {}, { site: 'east' }], 3);
  // Named twice, it is one.
  requireSiteRoom(state, [{ site: 'west' }, { site: 'west' }, { site: 'north' }], 4);
  expect(() => requireSiteRoom(state, [{ site: 'west' }, { site: 'up' }], 4)).toThrow('4 sites');
  // What is rehearsed is no site.
  core.preview({ rain: 1 }, { site: 'west' });
  expect(core.sites).toEqual(['north', 'south', 'east']);
});

test('there is room for fewer where decisions are divided: their books are long', () => {
  const one = [{ site: 'one more' }];
  for (const [definition, limit] of [
    [{ ...FARM, split: {} }, 4000],
    [FARM, 10_000],
  ] as const) {
    const having = (count: number) =>
      ({
        core: { sites: Array.from({ length: count }, (_, i) => `${i}`) },
        generations: [{ definition }],
      }) as unknown as PolicyState;
    requireSiteRoom(having(limit - 1), one);
    requireSiteRoom(having(limit), [{ site: '7' }]);
    expect(() => requireSiteRoom(having(limit), one)).toThrow(`may have ${limit} sites`);
  }
});

test('is asked of decisions and plans alike, and nothing is decided of what is refused', async () => {
  const { service, decide } = sampleService();
  const situations = Array.from({ length: 200 }, (_, i) => ({
    context: { rain: 1 },
    site: `${i}`,
  }));
  await decide({ site: 'north' });
  for (let plan = 0; plan < 50; plan++) {
    const own = situations.map((one) => ({ ...one, site: `${plan} ${one.site}` }));
    const asked = { group: `plan ${plan}`, situations: own };
    const issued = service.issueGroup('farm', asked, NO_KEY);
    if (plan < 49) await issued;
    else await expect(issued).rejects.toMatchObject({ code: 'HR_SITES_FULL' });
  }
  await decide({ site: 'north' });
  for (let i = 0; i < 199; i++) await decide({ site: `last ${i}` });
  await expect(decide({ site: 'one more' })).rejects.toMatchObject({ code: 'HR_SITES_FULL' });
  await decide({ site: 'last 7' });
  expect((await service.policy('farm')).counts.decisions).toBe(1 + 9800 + 1 + 199 + 1);
});
