/**
 * Definitions that only add: the generation goes on, and everything that is made from the journal knows.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import type { Grown } from '../journal/entry.ts';
import { EMPTY_HEAD, sealEntries } from '../journal/entry-hash.ts';
import { readEntryText } from '../journal/entry-text.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import {
  FARM,
  RAIN,
  refusalOf,
  type SampleService,
  sampleService,
} from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const { seed: _seed, ...TOLD } = FARM;
/** One action and one variable more; the seed need not be said again. */
const LARGER: PolicyDefinition = {
  ...TOLD,
  actions: ['early', 'late', 'local', 'new'],
  context: { rain: { min: 0, max: 400 }, heat: { min: 0, max: 40 } },
};
const RAIN_AND_HEAT = { policy: LARGER, context: { rain: 120, heat: 20 } };
const TODAY = { allowed: ['early', 'late', 'local'] };

/** Decides and reports so many rounds. */
async function rounds(sample: SampleService, count: number, request = {}): Promise<void> {
  for (let round = 0; round < count; round++) {
    const { id, action } = await sample.decide(request);
    await sample.service.reward(id, { value: action === 'late' ? 14 : 10 });
  }
}

describe('a definition that only adds', () => {
  it('keeps generation, budget, counts, decisions in flight and what was learnt', async () => {
    const sample = sampleService();
    await rounds(sample, 12);
    const open = await sample.decide();
    const before = await sample.service.policy('farm');
    const reply = await sample.service.define('farm', { definition: LARGER });
    const { grown, growth, ...view } = reply;
    expect({ grown, count: growth?.count }).toEqual({ grown: true, count: 1 });
    expect(view).toMatchObject({
      generation: 1,
      margin: before.margin,
      counts: before.counts,
      promise: before.promise,
      generationStartedAt: before.generationStartedAt,
    });
    expect(view.definition).toEqual({ ...LARGER, execution: 'confirm', seed: 7 });
    expect((await sample.service.reward(open.id, { value: 12 })).isLearnt).toBe(true);
    const later = await sample.decide(RAIN_AND_HEAT);
    expect(later).toMatchObject({ id: 'farm.1.14', generation: 1 });
    // Receipts are told again from the definition that they were made under.
    expect((await sample.service.decision(later.id)).receipt).toEqual(later);
    expect((await sample.service.decision(open.id)).receipt).toEqual(open);
    const { weights, observationCount } = await sample.service.weights('farm');
    expect(observationCount).toBe(13);
    expect(weights.some(({ name }) => name === 'new · heat')).toBe(true);
  });

  it('decides as before while nothing new is used', async () => {
    const [sample, twin] = [sampleService(), sampleService()];
    for (const one of [sample, twin]) await rounds(one, 9);
    const definition = { ...FARM, actions: LARGER.actions };
    await sample.service.define('farm', { definition, reason: 'a new hybrid' });
    for (let round = 0; round < 9; round++) {
      const receipt = await sample.decide({ ...TODAY, policy: definition });
      const expected = await twin.decide(TODAY);
      expect({ ...receipt, decidedAt: '' }).toEqual({ ...expected, decidedAt: '' });
      for (const one of [sample, twin]) await one.service.reward(receipt.id, { value: 11 });
    }
  });

  it('is in the journal, is made again from it, and can be verified, twice', async () => {
    const journal = new MemoryJournal();
    const sample = sampleService({ journal });
    await rounds(sample, 5);
    const definition = { ...FARM, actions: LARGER.actions };
    await sample.service.define('farm', { definition });
    await rounds(sample, 5, { policy: definition });
    await sample.service.define('farm', { definition: LARGER, reason: 'a thermometer' });
    await rounds(sample, 5, RAIN_AND_HEAT);
    const view = await sample.service.policy('farm');
    await sample.service.close();
    const again = sampleService({ journal });
    expect(await again.service.policy('farm')).toEqual(view);
    expect(view.growth?.count).toBe(2);
    await rounds(again, 2, RAIN_AND_HEAT);
    await again.service.close();
    expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
    const bodies = (await journal.read('farm', 0, 100)).map(({ text }) => readEntryText(text));
    const grown = bodies.filter(({ kind }) => kind === 'grown');
    expect(grown).toMatchObject([
      { generation: 1, reason: '' },
      { generation: 1, reason: 'a thermometer' },
    ]);
  });

  it('is told by the audit', async () => {
    const sample = sampleService();
    await rounds(sample, 3);
    const { growth } = await sample.service.define('farm', { definition: LARGER });
    const audit = await sample.service.audit('farm');
    expect(audit.isKept).toBe(true);
    expect(audit.failureProbabilityAllGenerations).toBe(0.05);
    expect(audit.summary).toContain(
      `The definition was added to once at ${growth!.lastAt}; the promise is the same one, over all decisions before and since.`,
    );
    await sample.service.define('farm', {
      definition: { ...LARGER, actions: [...LARGER.actions, 'newest'] },
    });
    expect((await sample.service.audit('farm')).summary.join()).toContain(
      'added to 2 times, last at',
    );
  });

  it('keeps the reserve that was granted', async () => {
    const sample = sampleService({ definition: { ...FARM, reserve: 30 } });
    await rounds(sample, 1);
    const narrower = { ...FARM, reserve: 60, failureProbability: 0.01 };
    await sample.service.define('farm', { definition: narrower, reason: 'surer' });
    const before = await sample.service.policy('farm');
    expect(before.reserve.granted).toBeLessThan(30);
    const larger = { ...LARGER, reserve: 60, failureProbability: 0.01 };
    const { grown, margin, reserve } = await sample.service.define('farm', { definition: larger });
    expect({ grown, margin, reserve }).toEqual({
      grown: true,
      margin: before.margin,
      reserve: before.reserve,
    });
  });

  it('stays in safe mode, and keeps an open group open', async () => {
    const sample = sampleService();
    await sample.decide({ group: '2026' });
    await sample.service.setMode('farm', { mode: 'safe-mode' });
    await sample.service.define('farm', { definition: LARGER });
    expect((await sample.decide({ ...RAIN_AND_HEAT, group: '2026' })).reason).toBe('safe-mode');
    await sample.service.closeGroup('farm', '2026');
    expect(await refusalOf(sample.decide({ ...RAIN_AND_HEAT, group: '2026' }))).toBe(
      'HR_INVALID_INPUT',
    );
  });

  it('is refused while the policy is archived', async () => {
    const sample = sampleService();
    await rounds(sample, 1);
    await sample.service.remove('farm', { reason: 'sold' });
    expect(await refusalOf(sample.service.define('farm', { definition: LARGER }))).toBe(
      'HR_ARCHIVED',
    );
    await sample.service.restore('farm', {});
    expect((await sample.service.define('farm', { definition: LARGER })).grown).toBe(true);
  });

  it('may bring a proposer that draws, with a seed of its own', async () => {
    const { seed: _none, ...unseeded } = FARM;
    const sample = sampleService({ definition: unseeded });
    await rounds(sample, 2);
    const definition: PolicyDefinition = { ...unseeded, proposer: { kind: 'thompson' } };
    const { grown, definition: stored } = await sample.service.define('farm', { definition });
    expect({ grown, seed: stored.seed }).toEqual({ grown: true, seed: '11' });
    await rounds(sample, 2, { policy: definition });
    await sample.service.close();
    expect(await verifyJournal(sample.journal)).toMatchObject({ isWhole: true });
  });
});

describe('a definition that does more than add', () => {
  it('starts a new generation, and says so when the reason is missing', async () => {
    const sample = sampleService();
    await rounds(sample, 2);
    const definition = { ...LARGER, reward: { min: 0, max: 25 } };
    await expect(sample.service.define('farm', { definition })).rejects.toMatchObject({
      code: 'HR_INVALID_INPUT',
      message:
        'reason must say why the definition changes, because the promise starts anew with it, but it is absent. reward.max must stay 20 while a policy goes on, but it is 25. The promise rests on it: to change it begin anew, with a promise of its own. [HR_GROWTH]',
    });
    const reply = await sample.service.define('farm', { definition, reason: 'wider' });
    expect(reply).toMatchObject({ grown: false, generation: 2 });
    expect(reply.growth).toBeUndefined();
  });

  it('is found out beforehand, and nothing is written', async () => {
    const sample = sampleService();
    const ask = (definition: PolicyDefinition) =>
      sample.service.previewDefinition('farm', { definition });
    expect(await refusalOf(ask({ ...FARM, actions: [] }))).toBe('HR_INVALID_INPUT');
    expect(await ask(FARM)).toEqual({ policy: 'farm', change: 'created', added: null, why: null });
    await rounds(sample, 2);
    const before = await sample.service.policy('farm');
    expect((await ask(TOLD)).change).toBe('none');
    expect(await ask(LARGER)).toEqual({
      policy: 'farm',
      change: 'grown',
      added: { actions: ['new'], variables: ['heat'], categories: {}, features: 4 * 3 - 3 * 2 },
      why: null,
    });
    expect(await ask({ ...LARGER, allowedShortfall: 0.3 })).toMatchObject({
      change: 'new-generation',
      added: null,
      why: expect.stringContaining('allowedShortfall must stay 0.25 while a policy goes on'),
    });
    expect(await refusalOf(ask({ ...LARGER, actions: [] }))).toBe('HR_INVALID_INPUT');
    expect(await sample.service.policy('farm')).toEqual(before);
  });

  it('is found out in a journal that somebody wrote', async () => {
    const journal = new MemoryJournal();
    const sample = sampleService({ journal });
    await sample.decide(RAIN);
    await sample.service.define('farm', { definition: LARGER });
    await sample.service.close();
    const { chains } = journal.disk;
    const entries = chains
      .get('farm')!
      .map(({ time, text }) => ({ time, body: readEntryText(text) }));
    const grown = entries[2]!.body as Grown;
    const forge = (change: Partial<PolicyDefinition>) => {
      const body = { ...grown, definition: { ...grown.definition, ...change } };
      const forged = [...entries.slice(0, 2), { ...entries[2]!, body }];
      chains.set('farm', sealEntries('farm', EMPTY_HEAD, forged));
    };
    forge({ actions: [] });
    const { health, generation } = await sampleService({ journal }).service.policy('farm');
    expect({ state: health.state, generation }).toEqual({ state: 'halted', generation: 1 });
    forge({ failureProbability: 0.9 });
    const { policies } = await verifyJournal(journal);
    expect(policies[0]!.problem).toMatchObject({
      position: 3,
      what: expect.stringContaining('failureProbability must stay 0.05 while a policy goes on'),
    });
  });
});
