/**
 * Rewards that are waited for only so long (`rewardWithin`).
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { readEntryText } from '../journal/entry-text.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import type { DecisionReceipt } from '../wire.ts';
import { FARM, NO_KEY, refusalOf, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const HOUR_MS = 3_600_000;
const DAY: PolicyDefinition = { ...FARM, reserve: 20, rewardWithin: { days: 1 } };
const FOR_EVER: PolicyDefinition = { ...FARM, reserve: 20 };

/** A service whose clock is set by hand. */
function timed(definition: PolicyDefinition | null, journal: MemoryJournal = new MemoryJournal()) {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = { now: () => new Date(now).toISOString() };
  const { service } = sampleService({ journal, clock, limits: { decisionsHeld: 5 } });
  const pass = (hours: number) => {
    now += HOUR_MS * hours;
  };
  const decide = async () => {
    const request = { context: { rain: 120 } };
    const { text } = await service.decide(
      'farm',
      definition === null ? request : { policy: definition, ...request },
      NO_KEY,
    );
    return JSON.parse(text) as DecisionReceipt;
  };
  /** A decision every hour. */
  const decideFor = async (hours: number) => {
    const margins: number[] = [];
    for (let i = 0; i < hours; i++) {
      pass(1);
      margins.push((await decide()).margin.after);
    }
    return margins;
  };
  return { service, journal, pass, decide, decideFor };
}

describe('rewards that are waited for a day', () => {
  it('are refused after it, and nothing but the counts has changed', async () => {
    const { service, journal, decideFor } = timed(DAY);
    const margins = await decideFor(40);
    expect(margins).toEqual(await timed(FOR_EVER).decideFor(40));
    const { counts } = await service.policy('farm');
    expect(counts.expired).toBeGreaterThan(10);
    expect(counts.expired! + counts.pending).toBe(40);
    const { sites } = await service.sites('farm');
    expect(sites.map((site) => site.counts)).toEqual([counts]);
    for (const said of [
      service.reward('farm.1.2', { value: 12 }),
      service.ack('farm.1.2', {}),
      service.void('farm.1.2', { reason: 'unrelated' }),
    ]) {
      expect(await refusalOf(said)).toBe('HR_REWARD_EXPIRED');
    }
    const [late] = await service.rewardMany('farm', [{ decision: 'farm.1.2', value: 12 }]);
    expect(late).toMatchObject({ outcome: 'refused', code: 'HR_REWARD_EXPIRED' });
    expect((await service.reward('farm.1.38', { value: 12 })).isLearnt).toBe(true);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('count as given up after a restart, and in a later generation, too', async () => {
    const first = timed(DAY);
    await first.service.define('farm', { definition: DAY });
    await first.decideFor(40);
    const { counts } = await first.service.policy('farm');
    for (const isClean of [false, true]) {
      if (isClean) await first.service.close();
      const { service } = timed(null, first.journal);
      expect((await service.policy('farm')).counts).toEqual(counts);
      expect(await refusalOf(service.reward('farm.1.2', { value: 12 }))).toBe('HR_REWARD_EXPIRED');
    }
    const { service } = timed(null, first.journal);
    await service.renew('farm', 'again');
    expect(await refusalOf(service.reward('farm.1.2', { value: 12 }))).toBe('HR_REWARD_EXPIRED');
    expect((await service.reward('farm.1.39', { value: 12 })).outcome).toBe('recorded');
  });

  it('are corrected and repeated as ever where they came in time', async () => {
    const { service, decideFor } = timed(DAY);
    await decideFor(1);
    await service.reward('farm.1.1', { value: 12 });
    await decideFor(40);
    expect((await service.reward('farm.1.1', { value: 12 })).outcome).toBe('repeated');
    const correction = { value: 11, reason: 'misread' };
    expect(await service.correct('farm.1.1', correction)).toMatchObject({ isLearnt: true });
  });

  it('are not given up because a clock jumped by ten years', async () => {
    const { service, pass, decide, decideFor } = timed(DAY);
    await decideFor(10);
    pass(10 * 365 * 24);
    await decide();
    pass(-10 * 365 * 24);
    await decideFor(5);
    const { counts } = await service.policy('farm');
    expect(counts.expired).toBeUndefined();
    expect((await service.reward('farm.1.1', { value: 12 })).outcome).toBe('recorded');
  });

  it('can be waited for longer, or for ever, without a new generation; what is given up stays so', async () => {
    const { service, journal, decideFor } = timed(DAY);
    await decideFor(40);
    const { expired } = (await service.policy('farm')).counts;
    const reply = await service.define('farm', { definition: FOR_EVER });
    expect(reply).toMatchObject({ generation: 1, definition: { reserve: 20 } });
    expect(reply).not.toHaveProperty('definition.rewardWithin');
    await service.decide('farm', { context: { rain: 1 } }, NO_KEY);
    const entries = await journal.read('farm', 0, 1000);
    const before = entries
      .map(({ text }) => readEntryText(text))
      .filter(({ kind }) => kind === 'expired');
    expect(before.length).toBeGreaterThan(1);
    expect((await service.policy('farm')).counts.expired).toBe(expired);
    expect(await refusalOf(service.reward('farm.1.2', { value: 12 }))).toBe('HR_REWARD_EXPIRED');
  });
});
