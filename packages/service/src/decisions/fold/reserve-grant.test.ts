/**
 * The reserve is lost once in the life of a policy, however many generations it has.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { sealEntries } from '../../journal/entry-hash.ts';
import { readEntryText, writeEntryText } from '../../journal/entry-text.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { FARM, sampleService } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';

/** At worst a proposal costs 7.5, and a baseline round that is played earns 2.5. */
const RESERVED: PolicyDefinition = { ...FARM, reserve: 10 };
/** The same promise for all but the eye: starts a new generation. */
const anew = (round: number, reserve = 10): PolicyDefinition => ({
  ...FARM,
  reserve,
  seed: 1000 + round,
});

function farm(): ReturnType<typeof sampleService> & { journal: MemoryJournal } {
  const journal = new MemoryJournal();
  return { ...sampleService({ journal, definition: RESERVED }), journal };
}

describe('the reserve of a policy', () => {
  it('is lost once: twenty generations of the worst action lose no more than it', async () => {
    const { service, journal } = farm();
    let lost = 0;
    let worst = 0;
    let proposed = 0;
    for (let generation = 1; generation <= 20; generation++) {
      const definition = anew(generation);
      await service.define('farm', { definition, reason: 'once more' });
      for (let round = 0; round < 3; round++) {
        const request = { context: { rain: 10 }, proposal: 'early' };
        const { text } = await service.decide('farm', request, { scope: 'local', text: null });
        const { id, action } = JSON.parse(text);
        await service.ack(id, {});
        // The worst there is: `early` pays nothing; what the baseline earns is as declared.
        lost += action === 'early' ? 7.5 : -2.5;
        worst = Math.max(worst, lost);
        if (action === 'early') proposed += 1;
      }
      // What a generation earned beyond its losses makes up for none of another's.
      lost = Math.max(lost, 0);
    }
    expect(proposed).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(10);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('is inherited with what is left, and the policy says so', async () => {
    const { service, decide } = farm();
    expect((await decide({ proposal: 'early' })).action).toBe('early');
    expect((await service.audit('farm')).summary).toContain(
      'The reserve is 10 t/ha, once in the life of the policy.',
    );
    const view = await service.define('farm', { definition: anew(2), reason: 'new prices' });
    expect(view).toMatchObject({
      margin: expect.closeTo(2.5, 9),
      reserve: { declared: 10, granted: expect.closeTo(2.5, 9) },
    });
    expect(view.promise.text).toContain('less 2.5 t/ha');
    expect((await service.audit('farm')).summary).toContain(
      'The reserve is 10 t/ha, once in the life of the policy; 2.5 t/ha of it were left when this generation began.',
    );
    // The definition stays as it was asked for, so that the caller's own is still the same.
    expect((await service.define('farm', { definition: anew(2) })).generation).toBe(2);
    const { points } = await service.corridor('farm', 10);
    expect(points).toEqual([]);
    await decide({ policy: anew(2), proposal: 'local' });
    const [first] = (await service.corridor('farm', 10)).points;
    expect(first!.promisedTotal).toBeCloseTo(7.5 - 2.5, 9);
  });

  it('grows by nothing: not by earnings, not by asking for more', async () => {
    const { service, decide } = farm();
    for (let i = 0; i < 8; i++) {
      const { id } = await decide({ proposal: 'local' });
      await service.ack(id, {});
    }
    expect((await service.policy('farm')).margin).toBeCloseTo(30, 9);
    const more = await service.define('farm', { definition: anew(2, 500), reason: 'more' });
    expect(more.reserve).toEqual({ declared: 500, granted: 10 });
  });

  it('keeps the part that a generation did not ask for', async () => {
    const { service } = farm();
    await service.define('farm', { definition: RESERVED });
    const less = await service.define('farm', { definition: anew(2, 4), reason: 'less' });
    expect(less.reserve).toEqual({ declared: 4, granted: 4 });
    const back = await service.define('farm', { definition: anew(3), reason: 'back' });
    expect(back.reserve).toEqual({ declared: 10, granted: 10 });
  });

  it('is not made up for by what a later period earned', async () => {
    const { service, decide, journal } = farm();
    const definition: PolicyDefinition = { ...RESERVED, period: 'named' };
    const of = (period: string, proposal: string) =>
      decide({ policy: definition, period, proposal });
    expect((await of('2026', 'early')).action).toBe('early');
    // Of ten, 2.5 are left; what 2027 earns is its own.
    for (let i = 0; i < 8; i++) {
      const { id } = await of('2027', 'local');
      await service.ack(id, {});
    }
    expect((await service.policy('farm')).margin).toBeCloseTo(2.5 + 20, 9);
    const next = { ...definition, seed: 1002 };
    const view = await service.define('farm', { definition: next, reason: 'new prices' });
    expect(view.reserve).toEqual({ declared: 10, granted: expect.closeTo(2.5, 9) });
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('is not given to a policy that began without one', async () => {
    const { service } = sampleService();
    await service.define('farm', { definition: FARM });
    const view = await service.define('farm', { definition: RESERVED, reason: 'more' });
    expect(view.reserve).toEqual({ declared: 10, granted: 0 });
    expect(view.margin).toBe(0);
  });

  it('is gone where the books cannot be trusted, or come from a backup', async () => {
    const { service, decide, journal } = farm();
    await decide({ proposal: 'local' });
    const renewed = await service.renew('farm', 'restored');
    expect(renewed).toMatchObject({ generation: 2, reserve: { declared: 10, granted: 0 } });

    const other = farm();
    await other.decide({ proposal: 'local' });
    await other.service.close();
    const chain = other.journal.disk.chains.get('farm')!;
    chain[1] = { ...chain[1]!, text: chain[1]!.text.replace('local', 'early') };
    const { disk } = other.journal;
    disk.snapshots.clear();
    const late = sampleService({ journal: new MemoryJournal({ disk }), definition: RESERVED });
    expect((await late.service.policy('farm')).health.state).toBe('halted');
    const begun = await late.service.define('farm', { definition: RESERVED, reason: 'way out' });
    expect(begun).toMatchObject({ health: { state: 'ok' }, reserve: { granted: 0 } });
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });
});

describe('an entry that begins a generation', () => {
  async function twoGenerations(): Promise<MemoryJournal> {
    const { service, decide, journal } = farm();
    await decide({ proposal: 'early' });
    await service.define('farm', { definition: anew(2), reason: 'new prices' });
    return journal;
  }

  /** Writes the last entry anew, as somebody would who can seal entries. */
  function rewriteLast(journal: MemoryJournal, reserve: unknown): void {
    const chain = journal.disk.chains.get('farm')!;
    const last = chain.pop()!;
    const body = readEntryText(last.text);
    if (body.kind !== 'generation-started')
      throw new Error('the last entry must begin a generation');
    const before = { version: last.position - 1, hash: last.previousHash };
    const changed = JSON.parse(writeEntryText({ ...body, ...(reserve as object) }));
    chain.push(...sealEntries('farm', before, [{ time: last.time, body: changed }]));
  }

  it('holds what was granted, and may not grant more than was left', async () => {
    const journal = await twoGenerations();
    const [last] = (await journal.read('farm', 0, 10)).slice(-1);
    expect(readEntryText(last!.text)).toMatchObject({
      reserve: { left: expect.closeTo(2.5, 9), granted: expect.closeTo(2.5, 9) },
    });
    rewriteLast(journal, { reserve: { left: 10, granted: 10 } });
    const { policies } = await verifyJournal(journal);
    expect(policies[0]!.problem?.what).toContain('grants more of the reserve than was left');
  });

  it('of an earlier version had the reserve anew, and is taken in as it was', async () => {
    const journal = await twoGenerations();
    rewriteLast(journal, { reserve: undefined });
    const { disk } = journal;
    const { service } = sampleService({
      journal: new MemoryJournal({ disk }),
      definition: RESERVED,
    });
    const view = await service.policy('farm');
    expect(view).toMatchObject({ health: { state: 'ok' }, margin: 10, reserve: { granted: 10 } });
  });
});

describe('a debt', () => {
  /** Proposals that were typed as 20 and truly earned nothing. */
  async function overdrawn() {
    const { service, decide, journal } = farm();
    let lost = 0;
    for (let i = 0; i < 40 && lost <= 10; i++) {
      const { id, action } = await decide({ policy: RESERVED, proposal: 'early' });
      if (action !== 'early') await service.ack(id, {});
      else await service.reward(id, { value: 20 });
      lost += action === 'early' ? 7.5 : -2.5;
    }
    expect(lost).toBeGreaterThan(10);
    return { service, decide, journal };
  }

  it('is inherited like the reserve, and made up for before anything is tried', async () => {
    const { service, decide, journal } = await overdrawn();
    const { decisions } = await service.decisions('farm', { limit: 100 });
    for (const { id, action } of decisions) {
      if (action === 'early') await service.correct(id, { value: 0, reason: 'typed wrong' });
    }
    const before = (await service.policy('farm')).margin!;
    expect(before).toBeLessThan(0);
    for (const round of [2, 3]) {
      const view = await service.define('farm', { definition: anew(round), reason: 'once more' });
      expect(view.margin).toBe(before);
      expect(view.reserve).toEqual({ declared: 10, granted: before });
    }
    expect((await decide({ policy: anew(3), proposal: 'early' })).action).toBe('local');
    expect((await service.audit('farm')).summary.join(' ')).toContain('had overdrawn');
    const renewed = await service.renew('farm', 'restored');
    expect(renewed.reserve.granted).toBeLessThan(0);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('of a window that is not over is inherited, too', async () => {
    const journal = new MemoryJournal();
    const windowed = (round: number): PolicyDefinition => ({
      ...FARM,
      window: 8,
      seed: 1000 + round,
    });
    const { service, decide } = sampleService({ journal, definition: windowed(0) });
    let lost = 0;
    for (let round = 1; round <= 8; round++) {
      const { id, action } = await decide({ policy: windowed(round - 1), proposal: 'early' });
      await service.ack(id, {});
      lost += action === 'early' ? 7.5 : -2.5;
      await service.define('farm', { definition: windowed(round), reason: 'once more' });
    }
    // Seven rounds of the baseline make up for that.
    expect(lost).toBeLessThanOrEqual(7 * 2.5);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });
});
