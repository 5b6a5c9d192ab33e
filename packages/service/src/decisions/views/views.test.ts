/**
 * What people are shown: the corridor, the audit, the weights.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { FARM, sampleService } from '../testing/sample-service.ts';
import { isDerived } from './audit.ts';

const REWARDS: Readonly<Record<string, number>> = { early: 8, late: 15, local: 10 };

async function season(definition: PolicyDefinition, rounds: number) {
  const sample = sampleService({ definition });
  const receipts = [];
  for (let round = 0; round < rounds; round++) {
    const receipt = await sample.decide();
    await sample.service.reward(receipt.id, { value: REWARDS[receipt.action]! });
    receipts.push(receipt);
  }
  return { ...sample, receipts };
}

describe('the corridor', () => {
  it('draws the declared baseline, the promised floor and what is guaranteed', async () => {
    const { service, receipts } = await season({ ...FARM, reserve: 4 }, 12);
    const { points, isBaselineDeclared, unit } = await service.corridor('farm', 400);
    expect({ isBaselineDeclared, unit }).toEqual({ isBaselineDeclared: true, unit: 't/ha' });
    expect(points.map(({ sequence }) => sequence)).toEqual(
      receipts.map(({ sequence }) => sequence),
    );
    let observedTotal = 0;
    receipts.forEach(({ action, margin }, i) => {
      observedTotal += REWARDS[action]!;
      const promisedTotal = 0.75 * 10 * (i + 1) - 4;
      expect(points[i]).toMatchObject({
        baselineTotal: 10 * (i + 1),
        promisedTotal,
        guaranteedTotal: promisedTotal + margin.after,
        margin: margin.after,
        observedTotal,
        pendingCount: 0,
      });
    });
  });

  it('uses the middle of an interval to draw and its upper end to promise', async () => {
    const definition = { ...FARM, baseline: { action: 'local', reward: { min: 8, max: 12 } } };
    const { service } = await season(definition, 3);
    const { points } = await service.corridor('farm', 400);
    expect(points.at(-1)).toMatchObject({ baselineTotal: 30, promisedTotal: 0.75 * 36 });
  });

  it('subtracts the allowed loss of every round in the absolute form', async () => {
    const { allowedShortfall: _, ...rest } = FARM;
    const { service } = await season({ ...rest, allowedLossPerRound: 2, reserve: 1 }, 3);
    const { points } = await service.corridor('farm', 400);
    expect(points.at(-1)).toMatchObject({ baselineTotal: 30, promisedTotal: 30 - 6 - 1 });
  });

  it('estimates an undeclared baseline from its own rewards, and knows nothing before', async () => {
    const definition = { ...FARM, baseline: { action: 'local' } };
    const sample = sampleService({ definition });
    const first = await sample.decide();
    expect((await sample.service.corridor('farm', 9)).points[0]).toMatchObject({
      baselineTotal: null,
      promisedTotal: null,
      guaranteedTotal: null,
      pendingCount: 1,
    });
    await sample.service.reward(first.id, { value: 12 });
    await sample.decide();
    const { points, isBaselineDeclared } = await sample.service.corridor('farm', 9);
    expect(isBaselineDeclared).toBe(false);
    expect(points.at(-1)).toMatchObject({ baselineTotal: 24, promisedTotal: 18 });
  });

  it('leaves void rounds out and counts fallen ones as the baseline’s', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 30 } });
    const [gone, fallen] = [await decide(), await decide()];
    expect(fallen.chosenBy).toBe('learner');
    await service.void(gone.id, { reason: 'unrelated' });
    await service.ack(fallen.id, { played: 'baseline', reason: 'unrelated' });
    const { points } = await service.corridor('farm', 9);
    expect(points).toHaveLength(1);
    expect(points[0]).toMatchObject({ baselineTotal: 10, learnerCount: 0, pendingCount: 0 });
  });

  it('compares what was observed with the floor of the same rounds', async () => {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 30 } });
    const [paid, gone, fallen] = [await decide(), await decide(), await decide()];
    await decide();
    await service.reward(paid.id, { value: 12 });
    await service.void(gone.id, { reason: 'unrelated' });
    await service.ack(fallen.id, { played: 'baseline', reason: 'unrelated' });
    const { points } = await service.corridor('farm', 9);
    expect(points.at(-1)).toMatchObject({
      promisedTotal: 0.75 * 30 - 30,
      observedTotal: 12,
      promisedForObserved: 0.75 * 10 - 30,
    });
  });

  it.each([1, 2, 5, 10])(
    'is thinned to at most %i points, the last always among them',
    async (most) => {
      const { service } = await season(FARM, 23);
      const { points } = await service.corridor('farm', most);
      expect(points.length).toBeLessThanOrEqual(most);
      expect(points.at(-1)?.sequence).toBe(23);
    },
  );
});

describe('the corridor of a stretch of time', () => {
  it('has its points alone, thinned among themselves, with totals from the beginning', async () => {
    const { service } = await season(FARM, 40);
    const all = (await service.corridor('farm', 400)).points;
    const span = { since: all[20]!.at, until: all[36]!.at };
    const expected = all.filter(({ at }) => at >= span.since && at <= span.until);
    const { points } = await service.corridor('farm', 400, undefined, span);
    expect(points).toEqual(expected);
    for (const most of [2, 5, 9]) {
      const fewer = (await service.corridor('farm', most, undefined, span)).points;
      expect(fewer.length).toBeLessThanOrEqual(most);
      expect(fewer.length).toBeGreaterThan((most - 1) / 2);
      expect(fewer.at(-1)).toEqual(expected.at(-1));
    }
    const later = { since: '2999-01-01T00:00:00.000Z' };
    expect((await service.corridor('farm', 9, undefined, later)).points).toEqual([]);
  });
});

describe('the audit', () => {
  it('says that the promise was kept, where it was tightest, and how much was checked', async () => {
    const { service, receipts } = await season(FARM, 15);
    const audit = await service.audit('farm');
    const first = receipts.findIndex(({ chosenBy }) => chosenBy === 'learner');
    const tightest = Math.min(...receipts.slice(first).map(({ margin }) => margin.after));
    expect(first).toBeGreaterThan(0);
    expect(audit).toMatchObject({
      isKept: true,
      decisions: 15,
      tightest: { margin: tightest },
      mismatches: [],
      rederivedCount: 15,
      failureProbabilityTotal: 0.05,
      journal: { entries: 31, isWhole: true, checkedCount: 31 },
      alarms: [],
    });
    expect(audit.summary.join(' ')).toContain('kept after each of 15 decisions');
  });

  it('adds up the failure probabilities of all policies and generations', async () => {
    const { service, decide } = await season(FARM, 1);
    await decide({}, null, 'other');
    const definition = { ...FARM, failureProbability: 0.01 };
    await service.define('farm', { definition, reason: 'surer' });
    expect((await service.audit('other')).failureProbabilityTotal).toBeCloseTo(0.11, 12);
    const own = await service.audit('other', { policies: ['other', 'nobody'] });
    expect(own.failureProbabilityTotal).toBeCloseTo(0.05, 12);
    expect((await service.audit('other', { total: 0.25 })).failureProbabilityTotal).toBe(0.25);
    expect(await service.failureProbability('farm')).toBeCloseTo(0.06, 12);
  });

  it('shows the failure probability of this generation and of all of the policy, as a sum', async () => {
    const { service } = await season(FARM, 1);
    const first = await service.audit('farm');
    expect(first.failureProbabilityAllGenerations).toBe(0.05);
    expect(first.summary.at(-1)).toBe(
      'This is the first generation of the policy; each further one is a promise of its own, and its chance of being wrong adds to the 5 % of this one.',
    );
    const definition = { ...FARM, failureProbability: 0.01 };
    await service.define('farm', { definition, reason: 'surer' });
    const second = await service.audit('farm');
    expect(second.promise.failureProbability).toBe(0.01);
    expect(second.failureProbabilityAllGenerations).toBeCloseTo(0.06, 12);
    expect(second.summary.at(-1)).toBe(
      'Each generation is a promise of its own, and their chances of being wrong add up: 1 % for this one, at most 6 % that any of the 2 generations of this policy is wrong.',
    );
  });

  it('of a promise with a window speaks of the ends of windows, and raises no alarm in between', async () => {
    const { service, decide } = sampleService({
      definition: { ...FARM, reward: { min: 4, max: 20 }, window: 1000 },
    });
    for (let i = 0; i < 25; i++) await decide({ proposal: 'early' });
    const audit = await service.audit('farm');
    expect((await service.policy('farm')).margin).toBeLessThan(0);
    expect(audit.summary[1]).toContain('It was kept after every 1000 of 25 decisions');
    expect(audit.alarms.join(' ')).not.toContain('below zero');
    expect(audit.alarms.join(' ')).not.toContain('nobody has said');
  });

  /** Trials that are typed as 20, until more than the reserve is lost, and corrected to 0. */
  async function overdrawn(site?: string) {
    const { service, decide } = sampleService({ definition: { ...FARM, reserve: 10 } });
    const at = site === undefined ? {} : { site };
    const tried: string[] = [];
    let latest = '';
    for (let lost = 0, i = 0; i < 40 && lost <= 10; i++) {
      const { id, action } = await decide({ proposal: 'early', ...at });
      if (action !== 'early') await service.ack(id, {});
      else await service.reward(id, { value: 20 });
      if (action === 'early') tried.push(id);
      lost += action === 'early' ? 7.5 : -2.5;
      latest = id;
    }
    expect((await service.audit('farm')).isKept).toBe(true);
    for (const id of tried) await service.correct(id, { value: 0, reason: 'typed wrong' });
    return { service, decide, latest };
  }

  it('says which decision overdrew the budget, by how much, and whether it still is', async () => {
    const { service, decide, latest } = await overdrawn();
    const present = await service.audit('farm');
    expect(present.isKept).toBe(false);
    expect(present.summary[1]).toMatch(
      new RegExp(
        `decisions: now, after ${latest}, the safety budget is overdrawn by [0-9.]+ t/ha.$`,
      ),
    );
    const { id: first } = await decide({ proposal: 'local' });
    await service.ack(first, {});
    for (let i = 0; i < 12; i++) await service.ack((await decide({ proposal: 'local' })).id, {});
    const past = await service.audit('farm');
    expect(past.isKept).toBe(false);
    expect(past.tightest!.id).toBe(first);
    expect(past.summary[1]).toContain(`after ${first} the safety budget was overdrawn by`);
    expect(past.summary[1]).toContain('it is not overdrawn any more');
  });

  it('of a policy with sites looks at the budget of each', async () => {
    const { service } = await overdrawn('north');
    const { isKept, summary } = await service.audit('farm');
    expect(isKept).toBe(false);
    expect(summary[1]).toContain('the safety budget of north is overdrawn by');
  });

  it('finds a changed entry among the newest', async () => {
    const journal = new MemoryJournal();
    const { service, decide } = sampleService({ journal });
    for (let i = 0; i < 3; i++) await decide();
    const chain = journal.disk.chains.get('farm')!;
    chain[2] = { ...chain[2]!, text: chain[2]!.text.replace('rain', 'snow') };
    const audit = await service.audit('farm');
    expect(audit.journal.isWhole).toBe(false);
    expect(audit.isKept).toBe(false);
    expect(audit.summary.join(' ')).toContain('could not be proved');
    expect(audit.alarms.join()).toContain('chain');
  });

  it('raises alarms: many unresolved, many missing rewards, safe mode', async () => {
    const { service, decide } = sampleService();
    for (let i = 0; i < 25; i++) await decide();
    await service.setMode('farm', { mode: 'safe-mode' });
    const { alarms } = await service.audit('farm');
    expect(alarms).toHaveLength(3);
    expect(alarms.join()).toMatch(/safe mode.*25 decisions.*25 decisions/);
  });

  it('does not take a missing number for zero', async () => {
    const { receipts } = await season(FARM, 1);
    const [receipt] = receipts;
    expect(isDerived(receipt!)).toBe(true);
    const margin = { ...receipt!.margin, ifProposed: null as unknown as number };
    expect(isDerived({ ...receipt!, margin })).toBe(false);
    expect(isDerived({ ...receipt!, action: 'late', chosenBy: 'learner' })).toBe(false);
    expect(isDerived({ ...receipt!, reason: 'halted', action: 'late' })).toBe(false);
  });
});

it('shows the weights of the present generation', async () => {
  const { service } = await season(FARM, 5);
  const { generation, observationCount, weights } = await service.weights('farm');
  expect({ generation, observationCount }).toEqual({ generation: 1, observationCount: 5 });
  expect(weights).toHaveLength(6);
});

/** The definition asks for confirmations, so decisions can be given up. */
const GIVEN_UP = ['given-up-for-unrelated-reasons'];

describe('a policy with decisions in flight', () => {
  it('says what its promise assumes of them, and no more when one or none waits', async () => {
    const { service, decide } = sampleService();
    const assumed = async () => (await service.policy('farm')).promise.assumptions;
    const first = await decide();
    expect(first.promise.assumptions).toEqual(GIVEN_UP);
    expect(await assumed()).toEqual(GIVEN_UP);
    const second = await decide();
    expect(second.promise.assumptions).toEqual(['shared-state-assumed-independent', ...GIVEN_UP]);
    expect(await assumed()).toEqual(['shared-state-assumed-independent', ...GIVEN_UP]);
    await service.reward(first.id, { value: 10 });
    expect(await assumed()).toEqual(GIVEN_UP);
  });
});
