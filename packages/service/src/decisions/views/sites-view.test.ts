/**
 * How the sites of a policy stand beside each other, and how much of a definition a view shows.
 */
import { describePolicy, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { FARM, NO_KEY, sampleService } from '../testing/sample-service.ts';

const DIVIDING: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  size: { typical: 4, unit: 'ha' },
  split: {},
  reserve: 40,
  allowedShortfall: 0.25,
  seed: 7,
};

describe('the common baseline of a policy', () => {
  const choose = async (actions: readonly string[]) => {
    const { service, decide } = sampleService();
    for (const action of actions) await decide({ baseline: { action, reward: 10 }, site: 'oak' });
    const [view, site, listed] = await Promise.all([
      service.policy('farm'),
      service.policy('farm', 'oak'),
      service.policies(),
    ]);
    expect(listed.policies[0]!.commonBaseline).toBe(view.commonBaseline);
    return [view.commonBaseline, site.commonBaseline];
  };

  it.each([
    { actions: ['local', 'local'], common: [undefined, undefined] },
    { actions: ['early', 'early'], common: ['early', null] },
    { actions: ['local', 'early', 'local'], common: [null, null] },
    { actions: ['early', 'local', 'local'], common: [null, null] },
  ])('is $common after $actions', async ({ actions, common }) => {
    expect(await choose(actions)).toEqual(common);
  });
});

describe('the standings of the sites', () => {
  it('add up to the policy: counts, rewards, sizes', async () => {
    const { service, decide } = sampleService();
    const receipts = [];
    for (const site of ['oak', 'elm', 'oak', undefined]) {
      receipts.push(await decide(site === undefined ? {} : { site }));
    }
    await service.reward(receipts[0]!.id, { value: 9 });
    await service.ack(receipts[2]!.id, { played: 'baseline', reason: 'unrelated' });
    const { sites, generation, unit } = await service.sites('farm');
    expect({ generation, unit }).toEqual({ generation: 1, unit: 't/ha' });
    expect(sites.map(({ site }) => site)).toEqual([null, 'elm', 'oak']);
    const { counts } = await service.policy('farm');
    for (const name of ['decisions', 'learner', 'baseline', 'rewards', 'fellBack'] as const) {
      expect(sites.reduce((sum, one) => sum + one.counts[name], 0)).toBe(counts[name]);
    }
    expect(sites[2]).toMatchObject({ counts: { rewardTotal: 9, fellBack: 1 }, size: 2 });
    for (const { site, margin } of sites) {
      const view = await service.policy('farm', site ?? undefined);
      if (site !== null) expect(margin).toBe(view.margin);
    }
  });

  it('count what was tried: shares of divided decisions, and nothing that was not played', async () => {
    const { service } = sampleService();
    await service.define('split', { definition: DIVIDING });
    const asked = [
      { size: 8, site: 'oak' },
      { size: 6, site: 'oak' },
      { size: 3, site: 'elm', divisible: false },
    ];
    const receipts = [];
    for (const terms of asked) {
      const request = { context: { rain: 9 }, ...terms };
      receipts.push(JSON.parse((await service.decide('split', request, NO_KEY)).text));
    }
    const shareOf = ({ parts }: { parts?: { role: string; share: number }[] }) =>
      parts?.find(({ role }) => role === 'try')?.share ?? 0;
    const tried = receipts.map((receipt, k) => shareOf(receipt) * asked[k]!.size);
    expect(tried[0]).toBeGreaterThan(0);
    const standing = async (site: string) => (await service.sites('split', site)).sites[0]!;
    expect(await standing('oak')).toMatchObject({ size: 14, triedSize: tried[0]! + tried[1]! });
    expect(await standing('elm')).toMatchObject({ size: 3 });
    await service.void(receipts[0].id, { reason: 'unrelated' });
    expect(await standing('oak')).toMatchObject({ size: 14, triedSize: tried[1]! });
  });

  it('show sites that have subjects and no decision yet, and one line where there are none', async () => {
    const { service } = sampleService();
    await service.define('farm', { definition: FARM });
    expect((await service.sites('farm')).sites).toMatchObject([
      { site: null, size: 0, subjects: 0 },
    ]);
    const subjects = [{ name: 'a', site: 'oak' }, { name: 'b', site: 'oak' }, { name: 'c' }];
    await service.putSubjects('farm', { subjects });
    const { sites } = await service.sites('farm');
    expect(sites).toMatchObject([
      { site: null, subjects: 1, counts: { decisions: 0 }, lastDecisionAt: null },
      { site: 'oak', subjects: 2, margin: (await service.policy('farm')).margin },
    ]);
  });

  it('have no budget while the policy is halted', async () => {
    const { service, decide, journal } = sampleService();
    await decide({ site: 'oak' });
    const { disk } = journal as unknown as { disk: { chains: Map<string, { text: string }[]> } };
    const chain = disk.chains.get('farm')!;
    chain[1] = { ...chain[1]!, text: chain[1]!.text.replace('"mode":"live"', '"mode":"lite"') };
    const again = sampleService({ journal });
    expect((await again.service.sites('farm')).sites).toMatchObject([
      { site: 'oak', margin: null, counts: { decisions: 1 } },
    ]);
    await service.close();
  });
});

describe('a definition in a view', () => {
  it('leaves a long precision out, and the whole one has its own address', async () => {
    const { service } = sampleService();
    const names = Array.from({ length: 9 }, (_, k) => `v${k}`);
    const context = Object.fromEntries(names.map((name) => [name, { min: 0, max: 1 }]));
    const { dimension } = describePolicy({ ...FARM, context });
    const long = identity(dimension);
    expect(long.length).toBeGreaterThan(64);
    const prior = { weights: Array(dimension).fill(0.5), precision: long, noiseVariance: 4 };
    const definition: PolicyDefinition = { ...FARM, context, prior };
    const view = await service.define('farm', { definition });
    const { precision, ...shown } = prior;
    expect(view.definition.prior).toEqual(shown);
    expect((await service.news('farm')).view.definition.prior).toEqual(shown);
    const whole = await service.definition('farm');
    expect(whole).toMatchObject({ policy: 'farm', generation: 1 });
    expect(whole.definition.prior).toEqual(prior);
    // What was left out of the view is not left out of the policy: the same definition is the same.
    const same = await service.define('farm', { definition: whole.definition });
    expect(same.generation).toBe(1);
    expect((await service.definition('farm', 'oak')).definition).not.toHaveProperty('prior');
  });

  it('shows a short one', async () => {
    const { service } = sampleService();
    const { dimension } = describePolicy(FARM);
    const prior = {
      weights: Array(dimension).fill(0.5),
      precision: Array(dimension).fill(1.5),
      noiseVariance: 4,
    };
    const view = await service.define('farm', { definition: { ...FARM, prior } });
    expect(view.definition.prior).toEqual(prior);
  });
});

function identity(size: number): number[] {
  return Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1.5 : 0));
}
