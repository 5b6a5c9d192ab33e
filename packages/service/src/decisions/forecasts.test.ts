/**
 * Are the forecasts any good: outcomes told with rewards, the alarm and what follows from it, and all of it again from the
 * journal.
 */
import { createEngine, type PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { hashEntry } from '../journal/entry-hash.ts';
import { readEntryText, writeEntryText } from '../journal/entry-text.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import type { DecisionReceipt, DecisionRequest, GroupRequest, WireContextValue } from '../wire.ts';
import { alarmsDue, emptyForecastBook, keepForecasts } from './fold/forecast-book.ts';
import { applyEntry } from './fold/policy-fold.ts';
import { emptyState } from './fold/policy-state.ts';
import { seenContext } from './fold/seen-context.ts';
import {
  FARM,
  NO_KEY,
  refusalOf,
  type SampleService,
  sampleService,
} from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const FORECAST = { kind: 'normal', mean: 120, sd: 10 } as const;
/** Three deviations off, to either side. */
const WILD = [150, 90, 152, 88, 149, 91];
const ALARM_AFTER = 3;
const PER_CALL: PolicyDefinition = { ...FARM, baseline: { action: 'local', reward: 'per-call' } };
const SIZED: PolicyDefinition = { ...FARM, size: { typical: 4, unit: 'ha' }, execution: 'assume' };
const DIVIDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 }, soil: { categories: ['clay', 'sand'] } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.25,
  size: { typical: 4, unit: 'ha' },
  split: { strips: 20, drop: 4 },
};

async function defined(definition: PolicyDefinition, options = {}): Promise<SampleService> {
  const sample = sampleService(options);
  await sample.service.define('farm', { definition });
  return sample;
}

async function decided(
  { service }: SampleService,
  request: Partial<DecisionRequest> = {},
): Promise<DecisionReceipt> {
  const whole = { context: { rain: FORECAST }, ...request };
  return JSON.parse((await service.decide('farm', whole, NO_KEY)).text);
}

/** Decisions one after the other, each with the weather that came. */
async function live(sample: SampleService, outcomes: readonly number[]): Promise<void> {
  const reward =
    (await sample.service.policy('farm')).definition.baseline.reward === 'per-call'
      ? { baseline: { reward: 10 } }
      : {};
  for (const rain of outcomes) {
    const { id } = await decided(sample, reward);
    await sample.service.reward(id, { value: 10, context: { rain } });
  }
}

const recordOf = async ({ service }: SampleService) =>
  (await service.forecasts('farm')).variables[0]!;

/** The same journal in a new process. */
function reopened({ journal }: SampleService): SampleService {
  return sampleService({ journal: new MemoryJournal({ disk: (journal as MemoryJournal).disk }) });
}

async function requireWhole({ journal }: SampleService): Promise<void> {
  const report = await verifyJournal(journal);
  expect(report.policies.map(({ problem }) => problem)).toEqual([null]);
}

async function kindsOf({ journal }: SampleService): Promise<string[]> {
  return (await journal.read('farm', 0, 1000)).map(({ text }) => readEntryText(text).kind);
}

describe('forecasts and what came', () => {
  it('are counted, scored and bet on', async () => {
    const sample = await defined(FARM);
    await live(sample, [121, 118, 127]);
    const view = await sample.service.forecasts('farm');
    expect(view).toMatchObject({ policy: 'farm', generation: 1, level: 0.01 });
    expect(view.variables).toMatchObject([
      { variable: 'rain', outcomeCount: 3, betCount: 3, isAlarmed: false },
    ]);
    const { histogram, skill, wealth, spread } = view.variables[0]!;
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBeCloseTo(3, 12);
    // By the error function of another program: 2.37681, 2.49600 and 4.21569.
    expect(skill!.crps).toBeCloseTo(3.0294998, 6);
    expect(wealth).toBeLessThan(1.2);
    expect(spread).toBeLessThan(1);
    expect((await sample.service.policy('farm')).alarms).toBeUndefined();
    await requireWhole(sample);
  });

  it('say nothing where nothing was forecast, or nothing was seen', async () => {
    const sample = await defined(FARM);
    const { id } = await decided(sample, { context: { rain: 120 } });
    await sample.service.reward(id, { value: 10, context: { rain: 150 } });
    await sample.service.reward((await decided(sample)).id, { value: 10 });
    expect((await sample.service.forecasts('farm')).variables).toEqual([]);
  });

  it('never stake the same money on decisions that wait together', async () => {
    const sample = await defined(FARM);
    const receipts = [await decided(sample), await decided(sample), await decided(sample)];
    for (const { id } of receipts) {
      await sample.service.reward(id, { value: 10, context: { rain: 150 } });
    }
    const together = await recordOf(sample);
    const another = await defined(FARM);
    await live(another, [150, 150, 150]);
    const apart = await recordOf(another);
    expect(together.betCount).toBe(3);
    expect(apart.wealthMax).toBeGreaterThan(100);
    expect(together.wealthMax).toBeLessThan(20);
  });

  it('are one bet where decisions share their weather', async () => {
    const sample = await defined(SIZED);
    const ids: string[] = [];
    for (let field = 0; field < 4; field++) {
      ids.push((await decided(sample, { group: 'May' })).id);
    }
    for (const id of ids) await sample.service.reward(id, { value: 10, context: { rain: 150 } });
    expect(await recordOf(sample)).toMatchObject({ outcomeCount: 4, betCount: 1 });
    const { id } = await decided(sample, { group: 'June' });
    await sample.service.reward(id, { value: 10, context: { rain: 150 } });
    expect(await recordOf(sample)).toMatchObject({ outcomeCount: 5, betCount: 2 });
  });

  it('are told with the parts of divided decisions as well', async () => {
    const sample = await defined(DIVIDED);
    const season: GroupRequest = {
      group: '2027',
      situations: [{ context: { rain: FORECAST, soil: 'clay' }, size: 4 }],
      commit: true,
    };
    const { plan } = await sample.service.issueGroup('farm', season, NO_KEY);
    const { id, parts } = plan.receipts[0] as DecisionReceipt;
    const told = parts!.some(({ role }) => role === 'try') ? { try: 12, check: 10 } : { check: 10 };
    const reward = (context: Record<string, unknown>) =>
      sample.service.reward(id, { ...told, context } as never);
    expect(await refusalOf(reward({ rain: FORECAST }))).toBe('HR_INVALID_INPUT');
    expect(await refusalOf(reward({ soil: 'peat' }))).toBe('HR_INVALID_INPUT');
    expect(await refusalOf(reward({ snow: 3 }))).toBe('HR_INVALID_INPUT');
    await reward({ rain: 150, soil: 'clay' });
    expect(await recordOf(sample)).toMatchObject({ outcomeCount: 1, betCount: 1 });
    await sample.service.close();
    await requireWhole(reopened(sample));
  });
});

describe('forecasts that are called wrong', () => {
  it('raise the alarm once, in the journal, in the view and in the audit', async () => {
    const sample = await defined(FARM);
    await live(sample, WILD);
    expect((await kindsOf(sample)).filter((kind) => kind === 'forecast-alarmed')).toHaveLength(1);
    const { alarms } = await sample.service.policy('farm');
    expect(alarms).toHaveLength(1);
    expect(alarms![0]).toMatch(/^The forecasts of rain are not calibrated: .* 2\.\d times as far/);
    expect((await sample.service.audit('farm')).alarms).toContain(alarms![0]);
    expect((await sample.service.policy('farm', 'north')).alarms).toBeUndefined();
    expect(await recordOf(sample)).toMatchObject({ isAlarmed: true });
    await requireWhole(sample);
  });

  it('are put right before anything is decided, and the receipt says so', async () => {
    const sample = await defined(FARM);
    expect(await decided(sample)).not.toHaveProperty('recalibrated');
    await live(sample, WILD);
    const { bias, spread } = await recordOf(sample);
    const receipt = await decided(sample);
    const mean = 120 + 10 * bias;
    expect(receipt.recalibrated).toEqual([{ variable: 'rain', bias, spread }]);
    expect(receipt.context).toEqual({ kind: 'normal', mean, sd: 10 * spread });
    const preview = await sample.service.preview('farm', { context: { rain: FORECAST } });
    expect(preview.context).toEqual(receipt.context);
    const exact = await decided(sample, { context: { rain: 99 } });
    expect(exact).not.toHaveProperty('recalibrated');
    expect(exact.context).toMatchObject({ kind: 'exact' });
  });

  it('are put right in plans, too, shown or issued', async () => {
    const sample = await defined(SIZED);
    await live(sample, WILD);
    const season = { group: '2027', situations: [{ context: { rain: FORECAST }, size: 2 }] };
    const shown = await sample.service.previewGroup('farm', season);
    const { plan } = await sample.service.issueGroup('farm', season, NO_KEY);
    const [receipt] = plan.receipts as readonly DecisionReceipt[];
    expect(receipt!.recalibrated).toHaveLength(1);
    expect(receipt!.context).toEqual(shown.receipts[0]!.context);
    expect(receipt!.context).not.toEqual(FORECAST);
    await requireWhole(sample);
  });

  it('carry no reward of the baseline any more: the call is refused and nothing is booked', async () => {
    const sample = await defined(PER_CALL);
    await live(sample, WILD.slice(0, ALARM_AFTER));
    const head = await sample.journal.head('farm');
    const request = { context: { rain: FORECAST }, baseline: { reward: 10 } };
    expect(await refusalOf(sample.service.decide('farm', request, NO_KEY))).toBe(
      'HR_FORECAST_ALARM',
    );
    expect(await refusalOf(sample.service.preview('farm', request))).toBe('HR_FORECAST_ALARM');
    expect(await sample.journal.head('farm')).toEqual(head);
  });

  it('carry no floors of actions any more: with one, an action was played that nothing was saved up for', async () => {
    const sample = await defined(FARM);
    const request = { context: { rain: FORECAST }, proposal: 'early', floors: { early: 19 } };
    expect((await sample.service.preview('farm', request)).action).toBe('early');
    await live(sample, WILD);
    const head = await sample.journal.head('farm');
    for (const call of [
      () => sample.service.decide('farm', request, NO_KEY),
      () => sample.service.preview('farm', request),
      () => sample.service.issueGroup('farm', { group: '2027', situations: [request] }, NO_KEY),
    ]) {
      expect(await refusalOf(call())).toBe('HR_FORECAST_ALARM');
    }
    expect(await sample.journal.head('farm')).toEqual(head);
    expect(await decided(sample, { floors: {} })).toMatchObject({ recalibrated: [{}] });
  });

  it('leave a declared reward of the baseline in force, and refuse one that comes with a plan', async () => {
    const sample = await defined(SIZED);
    await live(sample, WILD);
    expect(await decided(sample)).toMatchObject({ baseline: { reward: { min: 10, max: 10 } } });
    const situations = [{ context: { rain: FORECAST }, baseline: { reward: 11 } }];
    const plan = { group: '2027', situations };
    expect(await refusalOf(sample.service.issueGroup('farm', plan, NO_KEY))).toBe(
      'HR_FORECAST_ALARM',
    );
    expect(await refusalOf(sample.service.previewGroup('farm', plan))).toBe('HR_FORECAST_ALARM');
  });

  it('are forgiven with a new generation', async () => {
    const sample = await defined(FARM);
    await live(sample, WILD);
    const definition = { ...FARM, allowedShortfall: 0.2 };
    const reason = 'forecasts come from elsewhere now';
    const view = await sample.service.define('farm', { definition, reason });
    expect(view.alarms).toBeUndefined();
    expect((await sample.service.forecasts('farm')).variables).toEqual([]);
    await requireWhole(sample);
  });
});

describe('the book of forecasts', () => {
  it('is the same from a snapshot and from the first entry, with forecasts that wait and after the alarm', async () => {
    for (const snapshotEntries of [5, 1000]) {
      const sample = await defined(FARM, { limits: { snapshotEntries } });
      const waiting = await decided(sample);
      await live(sample, WILD);
      const before = await sample.service.forecasts('farm');
      await sample.service.close();
      const again = reopened(sample);
      expect(await again.service.forecasts('farm')).toEqual(before);
      await again.service.reward(waiting.id, { value: 10, context: { rain: 130 } });
      expect(await recordOf(again)).toMatchObject({ outcomeCount: WILD.length + 1 });
      expect((await decided(again)).recalibrated).toHaveLength(1);
      await again.service.close();
      await requireWhole(reopened(again));
    }
  });

  it('takes in no alarm that does not follow from the outcomes before it', async () => {
    const sample = await defined(FARM);
    await live(sample, [121, 118]);
    const [newest] = (await sample.journal.read('farm', 0, 1000)).toReversed();
    const state = emptyState('farm', createEngine());
    for (const entry of await sample.journal.read('farm', 0, 1000)) applyEntry(state, entry);
    const body = { kind: 'forecast-alarmed', variable: 'rain', wealth: 120, betCount: 2 } as const;
    const forged = {
      ...newest!,
      position: newest!.position + 1,
      previousHash: newest!.hash,
      text: writeEntryText(body),
    };
    applyEntry(state, { ...forged, hash: hashEntry(forged) });
    expect(state.halt?.detail).toContain('not called wrong');
  });

  it('changes nothing before the journal tells of the alarm: what earlier versions wrote is made again as it was', async () => {
    const sample = await defined(FARM);
    await live(sample, WILD.slice(0, ALARM_AFTER));
    const state = emptyState('farm', createEngine());
    const entries = await sample.journal.read('farm', 0, 1000);
    for (const entry of entries.slice(0, -1)) applyEntry(state, entry);
    expect(alarmsDue(state.forecasts)).toEqual(['rain']);
    expect(seenContext(state, { rain: FORECAST })).toEqual({ rain: FORECAST });
    applyEntry(state, entries.at(-1)!);
    expect(alarmsDue(state.forecasts)).toEqual([]);
    expect(seenContext(state, { rain: FORECAST })).not.toEqual({ rain: FORECAST });
  });

  it('forgets the oldest of a thousand forecasts that wait, and what nobody waits for', async () => {
    const book = emptyForecastBook();
    for (let sequence = 1; sequence <= 1002; sequence++) {
      keepForecasts(book, FARM, { sequence, request: { context: { rain: FORECAST } } });
    }
    expect(book.waiting.size).toBe(1000);
    expect([...book.waiting][0]![0]).toBe(3);
    const sample = await defined(FARM);
    await sample.service.void((await decided(sample)).id, { reason: 'unrelated' });
    const state = emptyState('farm', createEngine());
    for (const entry of await sample.journal.read('farm', 0, 1000)) applyEntry(state, entry);
    expect(state.forecasts.waiting.size).toBe(0);
  });

  it('forgets the oldest, too, where ensembles are so large that snapshots would grow with them', () => {
    const book = emptyForecastBook();
    const rain = {
      kind: 'ensemble',
      points: Array.from({ length: 5000 }, (_, k) => k / 50),
    } as const;
    for (let sequence = 1; sequence <= 50; sequence++) {
      keepForecasts(book, FARM, { sequence, request: { context: { rain } } });
    }
    const left = [...book.waiting].map(([sequence]) => sequence);
    expect(left).toEqual(Array.from({ length: 40 }, (_, k) => k + 11));
    keepForecasts(book, FARM, { sequence: 51, request: { context: { rain: FORECAST } } });
    expect(book.waiting.size).toBe(41);
  });

  it('keeps what it can bet against, and nothing else', () => {
    const keep = (rain: WireContextValue) => {
      const book = emptyForecastBook();
      keepForecasts(book, FARM, { sequence: 1, request: { context: { rain } } });
      return book.waiting.size === 1;
    };
    expect(keep({ kind: 'ensemble', points: [100, 120] })).toBe(true);
    expect(keep({ kind: 'ensemble', points: [[100], [120]] })).toBe(true);
    expect(keep({ kind: 'quantiles', p10: 90, p90: 150 })).toBe(true);
    expect(keep({ kind: 'uniform', min: 90, max: 150 })).toBe(true);
    expect(keep({ kind: 'ensemble', points: [100, 120], weights: [0.3, 0.7] })).toBe(false);
    expect(keep({ kind: 'quantiles', p10: 150, p90: 90 })).toBe(false);
    expect(keep({ kind: 'normal', mean: 120, sd: 0 })).toBe(false);
    expect(keep(120)).toBe(false);
  });
});
