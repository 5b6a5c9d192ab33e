/**
 * Sizes, groups, sites and parts in the service: what the journal holds leads back to the same state,
 * and a plan is issued whole or not at all.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { readEntryText } from '../journal/entry-text.ts';
import { MemoryDisk, MemoryJournal } from '../journal/testing/memory-journal.ts';
import type { DecisionReceipt, GroupRequest } from '../wire.ts';
import {
  FARM,
  NO_KEY,
  refusalOf,
  type SampleService,
  sampleService,
} from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const SIZED: PolicyDefinition = { ...FARM, size: { typical: 4, unit: 'ha' }, execution: 'assume' };
const DIVIDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};

const SEASON: GroupRequest = {
  group: '2027',
  situations: [
    { context: { rain: 120 }, size: 3, site: 'north' },
    { context: { rain: 40 }, size: 7, site: 'south', blocks: 2 },
    { context: { rain: 200 }, size: 0.5, site: 'north' },
  ],
};

async function defined(definition: PolicyDefinition, options = {}): Promise<SampleService> {
  const sample = sampleService(options);
  await sample.service.define('farm', { definition });
  return sample;
}

const keyed = (text: string) => ({ scope: 'local', text });

/** The same journal in a new process. */
function reopened({ journal }: SampleService): SampleService {
  return sampleService({ journal: new MemoryJournal({ disk: (journal as MemoryJournal).disk }) });
}

async function requireWhole({ journal }: SampleService): Promise<void> {
  const report = await verifyJournal(journal);
  expect(report.policies.map(({ problem }) => problem)).toEqual([null]);
}

const receiptsOf = (plan: { receipts: readonly unknown[] }) =>
  plan.receipts as readonly DecisionReceipt[];

describe('sizes, groups and sites', () => {
  it('stand in receipts, in listings and in the books of their site', async () => {
    const sample = await defined(SIZED);
    const request = { context: { rain: 12 }, size: 3, group: 'May', site: 'north' };
    const { text } = await sample.service.decide('farm', request, NO_KEY);
    expect(JSON.parse(text)).toMatchObject({ size: 3, group: 'May', site: 'north' });
    const { decisions } = await sample.service.decisions('farm', { site: 'north' });
    expect(decisions).toMatchObject([{ size: 3, group: 'May', site: 'north' }]);
    expect((await sample.service.decisions('farm', { site: 'south' })).decisions).toEqual([]);
    expect((await sample.service.decisions('farm', { group: 'June' })).decisions).toEqual([]);
    await sample.service.reward('farm.1.1', { value: 12 });
    const { counts } = await sample.service.policy('farm');
    expect(counts).toMatchObject({ rewards: 1, rewardTotal: 36 });
    await requireWhole(sample);
  });

  it('show the least budget of all books that were decided in, also of the one without a site', async () => {
    const sample = await defined(SIZED);
    const decide = (site: string | null) => {
      const request = { context: { rain: 12 }, ...(site === null ? {} : { site }) };
      return sample.service.decide('farm', request, NO_KEY);
    };
    const shown = async (service = sample.service) => (await service.policy('farm')).margin;
    for (let i = 0; i < 3; i++) await decide('north');
    const { margin: ofNorth } = await sample.service.policy('farm', 'north');
    const untouched = SIZED.reserve ?? 0;
    expect(ofNorth).toBeGreaterThan(untouched);
    expect(await shown()).toBe(ofNorth);
    await decide(null);
    const siteless = await shown();
    expect(siteless).toBeLessThan(ofNorth!);
    await decide('north');
    expect(await shown()).toBe(siteless);
    await sample.service.close();
    expect(await shown(reopened(sample).service)).toBe(siteless);
  });

  it('are refused where the definition has no room for them, and nothing is stored', async () => {
    const sample = await defined(FARM);
    const before = await sample.journal.head('farm');
    const request = { context: { rain: 12 }, size: 3 };
    expect(await refusalOf(sample.service.decide('farm', request, NO_KEY))).toBe(
      'HR_INVALID_INPUT',
    );
    expect(await sample.journal.head('farm')).toEqual(before);
  });

  it('of a group count when it is closed, once', async () => {
    const sample = await defined(SIZED);
    const { service } = sample;
    await service.decide('farm', { context: { rain: 12 }, group: 'May' }, NO_KEY);
    await service.reward('farm.1.1', { value: 19 });
    const { margin: open } = await service.policy('farm');
    expect(await service.closeGroup('farm', 'May')).toMatchObject({ outcome: 'recorded' });
    expect(await service.closeGroup('farm', 'May')).toMatchObject({ outcome: 'repeated' });
    expect((await service.policy('farm')).margin).toBeGreaterThanOrEqual(open!);
    expect(await refusalOf(service.closeGroup('farm', 'June'))).toBe('HR_GROUP_NOT_OPEN');
    await service.close();
    const again = reopened(sample);
    expect(await again.service.closeGroup('farm', 'May')).toMatchObject({ outcome: 'repeated' });
    await requireWhole(again);
  });
});

describe('parts', () => {
  /** Decides until something is tried, and returns that decision. */
  async function tried({ service }: SampleService): Promise<DecisionReceipt> {
    for (let round = 0; round < 50; round++) {
      const { text } = await service.decide('farm', { context: { rain: 120 }, size: 4 }, NO_KEY);
      const receipt = JSON.parse(text) as DecisionReceipt;
      if (receipt.parts!.some(({ role }) => role === 'try')) return receipt;
      await service.reward(receipt.id, { check: 10 });
    }
    throw new Error('Nothing was ever tried.');
  }

  it('come late, alone, twice and corrected, and the whole is their mean', async () => {
    const sample = await defined(DIVIDED);
    const { service } = sample;
    const { id, parts } = await tried(sample);
    const share = parts![0]!.share;
    expect(await service.reward(id, { check: 8 })).toMatchObject({
      outcome: 'recorded',
      state: 'executed',
      reward: null,
      partRewards: { share, try: null, check: 8 },
    });
    expect(await service.reward(id, { check: 8 })).toMatchObject({ outcome: 'repeated' });
    expect(await refusalOf(service.reward(id, { check: 9 }))).toBe('HR_REWARD_CONTRADICTS');
    expect(await refusalOf(service.correct(id, { try: 9, reason: 'x' }))).toBe('HR_NO_REWARD_YET');
    const whole = await service.reward(id, { try: 12 });
    expect(whole.reward).toBe(share * 12 + (1 - share) * 8);
    const corrected = await service.correct(id, { check: 9, reason: 'scale' });
    expect(corrected.reward).toBe(share * 12 + (1 - share) * 9);
    expect(await refusalOf(service.reward(id, { value: 9 }))).toBe('HR_INVALID_INPUT');
    expect(await refusalOf(service.reward(id, { try: 21 }))).toBe('HR_INVALID_INPUT');
    expect(await refusalOf(service.reward(id, {}))).toBe('HR_INVALID_INPUT');
    const view = await service.decision(id);
    expect(view.events.map(({ kind, value }) => [kind, value])).toEqual([
      ['rewarded', null],
      ['rewarded', whole.reward],
      ['corrected', corrected.reward],
    ]);
    await requireWhole(sample);
  });

  it('are remembered by a new process from the snapshot, half-told', async () => {
    const sample = await defined(DIVIDED);
    const { id, parts } = await tried(sample);
    await sample.service.reward(id, { check: 8 });
    await sample.service.close();
    const again = reopened(sample);
    expect(await refusalOf(again.service.reward(id, { check: 9 }))).toBe('HR_REWARD_CONTRADICTS');
    const { reward } = await again.service.reward(id, { try: { reward: 12, measuredShare: 0.5 } });
    const { share } = parts![0]!;
    expect(reward).toBe(share * 12 + (1 - share) * 8);
    await requireWhole(again);
  });

  it('may have been carried out on another share, or not at all', async () => {
    const sample = await defined(DIVIDED);
    const { service } = sample;
    const first = await tried(sample);
    const executed = { share: first.parts![0]!.share / 2, isInnocent: true };
    expect(await service.ack(first.id, { executed })).toMatchObject({
      state: 'executed',
      partRewards: { share: executed.share },
    });
    const second = await tried(sample);
    expect(await service.ack(second.id, { played: 'baseline', reason: 'unrelated' })).toMatchObject(
      {
        partRewards: { share: 0 },
      },
    );
    expect(await refusalOf(service.reward(second.id, { try: 9 }))).toBe('HR_INVALID_INPUT');
    expect(await service.reward(second.id, { check: 9 })).toMatchObject({ reward: 9 });
    await requireWhole(sample);
  });

  it('that were carried out otherwise, for reasons that may know the strips, cost what they can hide', async () => {
    const marginAfter = async (executed: { share: number; isInnocent: boolean } | null) => {
      const sample = await defined(DIVIDED);
      const { id } = await tried(sample);
      await sample.service.ack(id, executed === null ? {} : { executed });
      await sample.service.reward(id, { check: 10 });
      return (await sample.service.policy('farm')).margin!;
    };
    const asPlanned = await marginAfter(null);
    const innocent = await marginAfter({ share: 0.05, isInnocent: true });
    const doubtful = await marginAfter({ share: 0.05, isInnocent: false });
    expect(new Set([asPlanned, innocent, doubtful]).size).toBeGreaterThan(1);
    expect(doubtful).toBeLessThanOrEqual(innocent);
  });

  it('are refused of a decision that is one', async () => {
    const sample = await defined(SIZED);
    const { service } = sample;
    await service.decide('farm', { context: { rain: 12 } }, NO_KEY);
    expect(await refusalOf(service.reward('farm.1.1', { try: 9 }))).toBe('HR_INVALID_INPUT');
    const executed = { share: 0.5, isInnocent: true };
    expect(await refusalOf(service.ack('farm.1.1', { executed }))).toBe('HR_INVALID_INPUT');
  });

  it('are drawn with the key of the service, and made again without it', async () => {
    const strips = async (keyByte: number) => {
      const disk = new MemoryDisk();
      disk.coinKey = Buffer.alloc(32, keyByte);
      const sample = await defined(DIVIDED, { journal: new MemoryJournal({ disk }) });
      const { parts } = await tried(sample);
      disk.coinKey = Buffer.alloc(32, 99);
      await requireWhole(sample);
      return JSON.stringify(parts![0]!.strips);
    };
    const seen = new Set([await strips(1), await strips(2), await strips(3), await strips(4)]);
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe.each([
  ['with groups', SIZED, { ...SEASON, situations: SEASON.situations.map(({ blocks, ...s }) => s) }],
  ['with parts', DIVIDED, SEASON],
] as const)('a plan %s', (_name, definition, request: GroupRequest) => {
  it('is shown without being booked', async () => {
    const { service, journal } = await defined(definition);
    const before = await journal.head('farm');
    const plan = await service.previewGroup('farm', request);
    expect(plan).toMatchObject({ isCommitted: false, group: '2027' });
    expect(plan.sites.map(({ site }) => site)).toEqual(['north', 'south']);
    expect(await journal.head('farm')).toEqual(before);
  });

  it('is issued in one turn, a decision each, in the order that was asked', async () => {
    const sample = await defined(definition);
    const { plan } = await sample.service.issueGroup('farm', request, NO_KEY);
    const receipts = receiptsOf(plan);
    expect(receipts.map(({ size, site, group }) => [size, site, group])).toEqual(
      definition.split === undefined
        ? [
            [3, 'north', '2027'],
            [7, 'south', '2027'],
            [0.5, 'north', '2027'],
          ]
        : [
            [3, 'north', '2027'],
            [3.5, 'south', '2027'],
            [3.5, 'south', '2027'],
            [0.5, 'north', '2027'],
          ],
    );
    const sequences = receipts.map(({ sequence }) => sequence).sort();
    expect(sequences).toEqual(receipts.map((_, i) => i + 1));
    for (const receipt of receipts) {
      expect((await sample.service.decision(receipt.id)).receipt).toEqual(receipt);
    }
    await requireWhole(sample);
  });

  it('is answered again, word for word, for the same key, also by a new process', async () => {
    const sample = await defined(definition);
    const first = await sample.service.issueGroup('farm', request, keyed('k'));
    const second = await sample.service.issueGroup('farm', request, keyed('k'));
    const third = await reopened(sample).service.issueGroup('farm', request, keyed('k'));
    expect([first.isReplay, second.isReplay, third.isReplay]).toEqual([false, true, true]);
    expect(JSON.stringify(second.plan)).toBe(JSON.stringify(first.plan));
    expect(JSON.stringify(third.plan)).toBe(JSON.stringify(first.plan));
    const other = { ...request, group: '2028' };
    expect(await refusalOf(sample.service.issueGroup('farm', other, keyed('k')))).toBe(
      'HR_KEY_REUSED',
    );
    const single = sample.service.decide('farm', { context: { rain: 1 } }, keyed('k'));
    expect(await refusalOf(single)).toBe('HR_KEY_REUSED');
  });

  it('that is refused leaves nothing behind', async () => {
    const { service, journal } = await defined(definition);
    const before = await journal.head('farm');
    const wrong = { ...request, situations: [...request.situations, { context: {} }] };
    expect(await refusalOf(service.issueGroup('farm', wrong, keyed('k')))).toBe('HR_INVALID_INPUT');
    expect(await journal.head('farm')).toEqual(before);
    expect((await service.issueGroup('farm', request, keyed('k'))).isReplay).toBe(false);
  });

  it('that could not be stored is made once, and the same, when it is asked for again', async () => {
    let isFailing = false;
    const beforeStore = async () => {
      if (isFailing) throw new Error('EIO');
    };
    const sample = await defined(definition, { journal: new MemoryJournal({ beforeStore }) });
    isFailing = true;
    expect(await refusalOf(sample.service.issueGroup('farm', request, keyed('k')))).toBe(
      'HR_JOURNAL_UNAVAILABLE',
    );
    isFailing = false;
    const { plan, isReplay } = await sample.service.issueGroup('farm', request, keyed('k'));
    expect(isReplay).toBe(false);
    const twin = await defined(definition);
    const { plan: undisturbed } = await twin.service.issueGroup('farm', request, keyed('k'));
    const actionsOf = (receipts: readonly DecisionReceipt[]) =>
      receipts.map(({ action, parts }) => JSON.stringify([action, parts]));
    expect(actionsOf(receiptsOf(plan))).toEqual(actionsOf(receiptsOf(undisturbed)));
    await requireWhole(sample);
  });

  it('whose last entries were cut off is found by verify', async () => {
    const sample = await defined(definition);
    await sample.service.issueGroup('farm', request, NO_KEY);
    const { disk } = sample.journal as MemoryJournal;
    const chain = disk.chains.get('farm')!;
    const last = chain.pop()!;
    const body = readEntryText(last.text);
    if (body.kind !== 'decided') throw new Error('The last entry must be a decision.');
    disk.rows.delete(body.receipt.id);
    disk.ids.get('farm')!.pop();
    const { problem } = (await verifyJournal(sample.journal)).policies[0]!;
    expect(problem).toMatchObject({ what: 'The last plan is not complete.' });
  });

  it('goes on after a restart exactly as without one', async () => {
    const run = async (isRestarted: boolean) => {
      let sample = await defined(definition);
      const { plan } = await sample.service.issueGroup('farm', request, NO_KEY);
      const reward = definition.split === undefined ? { value: 14 } : { check: 9 };
      for (const { id } of receiptsOf(plan)) await sample.service.reward(id, reward);
      if (isRestarted) {
        await sample.service.close();
        sample = reopened(sample);
      }
      const next = { ...request, group: '2028' };
      const { plan: second } = await sample.service.issueGroup('farm', next, NO_KEY);
      await requireWhole(sample);
      return receiptsOf(second).map(({ margin, action, parts }) => ({ margin, action, parts }));
    };
    expect(await run(true)).toEqual(await run(false));
  });
});
