import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['early', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: {},
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.2,
  execution: 'confirm',
};
const GIVEN_UP = ['given-up-for-unrelated-reasons'];
const SHARED = ['shared-state-assumed-independent', ...GIVEN_UP];

describe('the assumptions of a receipt', () => {
  it('name what decisions in flight together may share, and why decisions may be given up', () => {
    const policy = createPolicy(FARM);
    const assumed = () => policy.decide({}).promise.assumptions;
    expect(policy.preview({}).promise.assumptions).toEqual(GIVEN_UP);
    expect(assumed()).toEqual(GIVEN_UP);
    expect(policy.preview({}).promise.assumptions).toEqual(SHARED);
    expect(assumed()).toEqual(SHARED);
    policy.observe('d1', 9);
    expect(assumed()).toEqual(SHARED);
    policy.fellBack('d2', { reason: 'unrelated' });
    policy.cancel('d3', { reason: 'unrelated' });
    expect(assumed()).toEqual(GIVEN_UP);
    policy.confirm('d4');
    expect(assumed()).toEqual(SHARED);
  });

  it('are empty for a promise about what was observed where nothing can be given up', () => {
    const policy = createPolicy({ ...FARM, promise: 'observed', execution: 'assume' });
    policy.decide({});
    expect(policy.decide({}).promise.assumptions).toEqual([]);
  });

  it('say which decisions joined a group after the call that began it', () => {
    const policy = createPolicy(FARM);
    const begun = policy.decideTogether([{ context: {} }, { context: {} }], { group: '1' });
    expect(begun.receipts.map(({ promise }) => promise.assumptions)).toEqual([GIVEN_UP, SHARED]);
    const joined = ['shared-state-assumed-independent', 'joined-later', ...GIVEN_UP];
    expect(policy.preview({}, { group: '1' }).promise.assumptions).toEqual(joined);
    expect(policy.decide({}, { group: '1' }).promise.assumptions).toEqual(joined);
    expect(policy.decide({}, { group: '2' }).promise.assumptions).toEqual(SHARED);
    const later = policy.decideTogether([{ context: {} }], { group: '2' }).receipts[0]!;
    expect(later.promise.assumptions).toEqual(joined);
    expect(policy.decide({}).promise.assumptions).toEqual(SHARED);
  });

  it('of a group whose baseline is measured by a coin: means in the state that came', () => {
    const { reward: _told, ...baseline } = FARM.baseline;
    const policy = createPolicy({ ...FARM, baseline, seed: 1 });
    const { receipts } = policy.decideTogether([{ context: {} }, { context: {} }], { group: '1' });
    const counted = ['counted-in-the-state-that-came', ...GIVEN_UP];
    expect(receipts.map(({ promise }) => promise.assumptions)).toEqual([counted, counted]);
    expect(policy.decide({}).promise.assumptions).toEqual(SHARED);
  });
});

describe('what joins a group after the call that began it', () => {
  /** The budget after a group of two calls at two sites, with these rewards. */
  function marginAfter(
    [begun, joined]: readonly [number, number],
    hear: (policy: Policy) => Policy = (policy) => policy,
  ): number {
    let policy = createPolicy({ ...FARM, baseline: { action: 'local', reward: 2 }, reserve: 500 });
    const own = (group: string) => ({ group, proposal: 'early' });
    const warm = policy.decideTogether(Array(30).fill({ context: {}, proposal: 'early' }), {
      group: 'warm',
    });
    for (const { id } of warm.receipts) policy.observe(id, 20);
    const first = policy.decide({}, own('season'));
    policy = hear(policy);
    const later = Array.from({ length: 20 }, () => policy.decide({}, own('season')));
    policy.observe(first.id, begun);
    for (const { id } of later) policy.observe(id, joined);
    policy.closeGroup();
    return policy.margin();
  }

  it('counts as the worst it can be, whatever it earns', () => {
    expect(marginAfter([20, 20])).toBe(marginAfter([20, 0]));
    expect(marginAfter([20, 0])).toBeGreaterThan(marginAfter([0, 20]));
  });

  it('does so from a snapshot, and after questions and what was refused', () => {
    const ways: ((policy: Policy) => Policy)[] = [
      (policy) => restorePolicy(policy.snapshot()),
      (policy) => {
        policy.preview({}, { group: 'another', proposal: 'early' });
        policy.previewTogether([{ context: {} }, { context: {} }], { group: 'season' });
        return policy;
      },
      (policy) => {
        expect(() => policy.decide({}, { group: 'season', proposal: 'nobody' })).toThrow();
        return policy;
      },
    ];
    for (const way of ways) {
      expect(marginAfter([20, 20], way)).toBe(marginAfter([20, 0]));
    }
  });
});

describe('a group whose baseline is measured by a coin', () => {
  /** A weather for all fields of a season: x pays all or nothing, less on average than the baseline. */
  function playSeasons(seed: number): { isBroken: boolean; triedCount: number } {
    const random = seededRandom(seed);
    const policy = createPolicy({
      actions: ['x', 'b'],
      baseline: { action: 'b' },
      context: {},
      reward: { min: 0, max: 1 },
      allowedShortfall: 0.3,
      failureProbability: 0.1,
      reserve: 2,
      seed,
    });
    let slack = 2;
    let triedCount = 0;
    let isBroken = false;
    for (let season = 0; season < 25; season++) {
      const weather = random() < 0.3 ? 1 : 0;
      const situations = Array.from({ length: 6 }, () => ({ context: {}, proposal: 'x' as const }));
      const { receipts } = policy.decideTogether(situations, { group: String(season) });
      for (const { coin, chosenBy, id, action } of receipts) {
        const share = coin?.playProbability ?? (chosenBy === 'learner' ? 1 : 0);
        triedCount += action === 'x' ? 1 : 0;
        slack += share * weather + (1 - share) * 0.5 - 0.7 * 0.5;
        policy.observe(id, action === 'x' ? weather : 0.5);
      }
      isBroken ||= slack < 0;
    }
    return { isBroken, triedCount };
  }

  // At δ = .1, more than 12 of 60 would come by chance in less than 1 of 100 such tests.
  it('keeps its promise in the weather that came, though all fields share it', () => {
    const runs = Array.from({ length: 60 }, (_, run) => playSeasons(run + 1));
    expect(runs.filter(({ isBroken }) => isBroken).length).toBeLessThanOrEqual(12);
    expect(runs.reduce((sum, { triedCount }) => sum + triedCount, 0)).toBeGreaterThan(600);
  });
});
