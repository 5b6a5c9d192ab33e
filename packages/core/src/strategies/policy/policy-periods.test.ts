import { describe, expect, it } from 'vitest';
import { createPolicy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { rederive } from './receipt.ts';

const FARM: PolicyDefinition = {
  actions: ['new', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: {},
  reward: { min: 2, max: 20, unit: 't/ha' },
  allowedShortfall: 0.2,
  seed: 7,
};

describe('a policy with periods', () => {
  it('of so many rounds starts each with a budget of its own', () => {
    const policy = createPolicy({ ...FARM, period: 5 });
    for (let round = 0; round < 5; round++)
      policy.observe(policy.decide({}, { proposal: 'local' }).id, 8);
    expect(policy.margin()).toBeCloseTo(5 * 1.6, 9);
    expect(policy.decide({}).margin.before).toBeCloseTo(0, 12);
    expect(policy.decide({}).promise.text).toContain('At every moment of every 5 rounds');
    const reserved = createPolicy({ ...FARM, period: 5, reserve: 3 }).decide({}).promise.text;
    expect(reserved).toContain('less 3 t/ha once in all periods together');
  });

  it('with names begins one with every new name, also after a restore', () => {
    const policy = createPolicy({ ...FARM, period: 'named' });
    policy.observe(policy.decide({}, { period: '2026' }).id, 8);
    const restored = restorePolicy(policy.snapshot());
    for (const each of [policy, restored]) {
      expect(each.decide({}, { period: '2026' }).margin.before).toBeCloseTo(1.6, 9);
      expect(each.preview({}, { period: '2027' }).margin.before).toBe(0);
      expect(each.decide({}, { period: '2026' }).margin.before).toBeCloseTo(3.2, 9);
      expect(each.decide({}, { period: '2027' }).margin.before).toBe(0);
    }
    expect(restored.snapshot()).toBe(policy.snapshot());
  });

  it('refuses a name that is missing, and one that means nothing', () => {
    const named = createPolicy({ ...FARM, period: 'named' });
    expect(() => named.decide({})).toThrow("period must be the name of the decision's period");
    expect(() => createPolicy(FARM).decide({}, { period: '2026' })).toThrow('HR_INPUT_KIND');
    expect(() => createPolicy({ ...FARM, period: 0 })).toThrow('HR_INPUT_RANGE');
    expect(() => createPolicy({ ...FARM, period: 5, window: 5 })).toThrow('window');
  });

  it('does not begin a period with a decision that is refused', () => {
    const policy = createPolicy({ ...FARM, period: 'named' });
    policy.observe(policy.decide({}, { period: '2026' }).id, 8);
    const before = policy.snapshot();
    expect(() => policy.decide({}, { period: '2027', proposal: 'nothing' })).toThrow('proposal');
    expect(() => policy.decide({}, { period: '2027', floors: { new: 99 } })).toThrow('floors.new');
    expect(policy.snapshot()).toBe(before);
  });
});

describe('a policy with named periods and sites', () => {
  const sites = (names: (round: number, site: string) => string) => {
    const policy = createPolicy({ ...FARM, period: 'named', reserve: 3 });
    for (let round = 0; round < 40; round++) {
      for (const site of ['A', 'B']) {
        const period = names(round, site);
        policy.observe(policy.decide({}, { period, site, proposal: 'local' }).id, 8);
      }
    }
    return policy;
  };

  it('begins none at a site because another one names its own otherwise', () => {
    const alike = sites(() => '2027');
    const apart = sites((_, site) => `${site}-2027`);
    for (const site of ['A', 'B']) {
      expect(apart.margin(site)).toBe(alike.margin(site));
      expect(apart.margin(site)).toBeCloseTo(3 + 40 * 1.6, 9);
    }
    const next = sites((round, site) => (site === 'B' && round >= 30 ? '2028' : '2027'));
    expect(next.margin('A')).toBe(alike.margin('A'));
    expect(next.margin('B')).toBeCloseTo(3 + 10 * 1.6, 9);
    expect(restorePolicy(next.snapshot()).snapshot()).toBe(next.snapshot());
  });

  it('lets a group go on at a site while no period of its own is over', () => {
    const policy = createPolicy({ ...FARM, period: 'named' });
    policy.decide({}, { period: '2027', site: 'A', group: 'g' });
    policy.decide({}, { period: '2028', site: 'B', group: 'g' });
    expect(() => policy.decide({}, { period: '2028', site: 'A', group: 'g' })).toThrow(
      'a decision must join a group of its own period (g)',
    );
    expect(policy.decide({}, { period: '2027', site: 'A', group: 'g' }).sequence).toBe(3);
    policy.decide({}, { period: '2028', site: 'A' });
    expect(() => policy.decide({}, { period: '2028', site: 'B', group: 'g' })).toThrow('closed');
  });
});

describe('floors of actions', () => {
  it('let an action be tried at once that cannot lose more than is allowed', () => {
    const bare = createPolicy(FARM);
    expect(bare.decide({}, { proposal: 'new' }).reason).toBe('not-certified');
    const vouched = createPolicy({ ...FARM, reward: { ...FARM.reward, floors: { new: 6.5 } } });
    const receipt = vouched.decide({}, { proposal: 'new' });
    expect(receipt.reason).toBe('proposal-is-safe');
    expect(receipt.margin.after).toBeCloseTo(6.5 - 0.8 * 8, 9);
  });

  it('of one call take the place of those of the definition', () => {
    const policy = createPolicy({ ...FARM, reward: { ...FARM.reward, floors: { new: 6.5 } } });
    const receipt = policy.decide({}, { proposal: 'new', floors: { new: 3 } });
    expect(receipt.reason).toBe('not-certified');
    expect(policy.decide({}, { proposal: 'new' }).reason).toBe('proposal-is-safe');
  });

  it('are refused for other actions, outside the range, and where outcomes are promised', () => {
    const withFloors = (floors: Record<string, number>) => ({
      ...FARM,
      reward: { ...FARM.reward, floors },
    });
    for (const floors of [null, 3, [3]] as unknown as Record<string, number>[]) {
      expect(() => createPolicy(FARM).decide({}, { floors })).toThrow('floors must be an object');
    }
    expect(() => createPolicy(withFloors({ old: 3 }))).toThrow('floors must be about the actions');
    expect(() => createPolicy(withFloors({ new: 1 }))).toThrow('floors.new must lie in the range');
    expect(() => createPolicy({ ...withFloors({ new: 3 }), promise: 'observed' })).toThrow(
      'floors',
    );
  });
});

describe('an overdrawn policy', () => {
  it('says so, plays nothing that can lose, and its receipts follow from their numbers', () => {
    const policy = createPolicy({ ...FARM, reserve: 5 });
    const tried = policy.decide({}, { proposal: 'new' });
    policy.observe(tried.id, 20);
    for (let round = 0; round < 60; round++) {
      const receipt = policy.decide({}, { proposal: 'new' });
      policy.observe(receipt.id, 20);
    }
    for (let id = 1; id <= 61; id++) policy.correct(`d${id}`, 2);
    expect(policy.margin()).toBeLessThan(0);
    const refused = policy.decide({}, { proposal: 'new' });
    expect(refused.explanation).toContain('the safety budget is overdrawn by');
    const harmless = policy.decide({}, { proposal: 'new', floors: { new: 7 } });
    expect(harmless).toMatchObject({ action: 'new', chosenBy: 'learner' });
    expect(harmless.explanation).toContain('it cannot lose');
    for (const receipt of [refused, harmless]) {
      expect(rederive(receipt).action).toBe(receipt.action);
    }
  });
});

describe('a policy in place of another', () => {
  const overdrawn = () => {
    const policy = createPolicy({ ...FARM, reserve: 20 });
    for (let round = 0; round < 60; round++) {
      policy.observe(policy.decide({}, { proposal: 'new' }).id, 20);
    }
    for (let id = 1; id <= 60; id++) policy.correct(`d${id}`, 2);
    return policy;
  };

  it('starts with what the other one has overdrawn, says so, and makes up for it first', () => {
    const debt = -overdrawn().reserveLeft();
    expect(debt).toBeGreaterThan(50);
    const policy = createPolicy({ ...FARM, reserve: -debt });
    expect(policy.margin()).toBe(-debt);
    const first = policy.decide({}, { proposal: 'new' });
    expect(first).toMatchObject({ action: 'local', margin: { before: -debt } });
    expect(first.promise.text).toContain('t/ha that were overdrawn before are made up for');
    for (let round = 1; round * 1.6 < debt; round++) {
      expect(policy.margin()).toBeLessThan(0);
      policy.decide({}, { proposal: 'local' });
    }
    expect(policy.margin()).toBeGreaterThanOrEqual(0);
    expect(policy.reserveLeft()).toBe(0);
  });
});
