/**
 * The line of a policy says after every append what the policy itself says, whatever happened.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import type { Journal, Turn } from '../../journal/journal.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { DecisionReceipt, PolicyView } from '../../wire.ts';
import { busySeason } from '../testing/busy-season.ts';
import { FARM, NO_KEY, RAIN, refusalOf, sampleService } from '../testing/sample-service.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { listedView } from '../views/listed-view.ts';

const SITED: PolicyDefinition = {
  ...FARM,
  reserve: 30,
  size: { typical: 4, unit: 'ha' },
  execution: 'confirm',
};

async function lineOf(journal: Journal, policy = 'farm'): Promise<PolicyView> {
  const [line] = await journal.readStandings([policy]);
  return listedView(line!);
}

/** Appends without a standing, as an earlier release does. */
function withoutStandings(journal: Journal): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'beginTurn') return typeof member === 'function' ? member.bind(target) : member;
      return async (policy: string, version: number): Promise<Turn> => {
        const turn = await target.beginTurn(policy, version);
        return { ...turn, append: (entries) => turn.append(entries) };
      };
    },
  });
}

describe('the standing of a policy', () => {
  it.each([1, 2, 3])('is its view after everything that can happen, seed %i', async (seed) => {
    const { service, journal } = sampleService();
    for (let part = 0; part < 12; part++) {
      await busySeason({ service, seed: 100 * seed + part, steps: 4 });
      expect(await lineOf(journal)).toEqual(await service.policy('farm'));
    }
    await service.define('farm', { definition: { ...FARM, allowedShortfall: 0.3 }, reason: 'new' });
    expect(await lineOf(journal)).toEqual(await service.policy('farm'));
    await service.remove('farm', {});
    expect(await lineOf(journal)).toEqual(await service.policy('farm'));
  });

  it.each([1, 2])('has the least budget of many sites and groups, seed %i', async (seed) => {
    const { service, journal } = sampleService();
    const random = seededRandom(seed);
    await service.define('farm', { definition: SITED });
    const ids: string[] = [];
    const decide = async () => {
      const site = random.chance(0.2) ? {} : { site: `s${random.below(30)}` };
      const group = random.chance(0.5) ? {} : { group: `g${random.below(3)}` };
      const context = { rain: random.below(400) };
      const { text } = await service.decide('farm', { context, ...site, ...group }, NO_KEY);
      ids.push((JSON.parse(text) as DecisionReceipt).id);
    };
    const acts: (() => Promise<unknown>)[] = [
      decide,
      decide,
      () => service.reward(random.pick(ids), { value: random.below(21) }),
      () =>
        service.ack(
          random.pick(ids),
          random.chance(0.3) ? { played: 'baseline', reason: 'unrelated' } : {},
        ),
      () => service.correct(random.pick(ids), { value: random.below(21), reason: 'scale' }),
      () => service.closeGroup('farm', `g${random.below(3)}`),
    ];
    await decide();
    for (let step = 0; step < 150; step++) {
      await refusalOf(random.pick(acts)());
      expect(await lineOf(journal)).toEqual(await service.policy('farm'));
    }
    const { sites } = await service.sites('farm');
    const named = sites.filter(({ site }) => site !== null);
    const smallest = named.map(({ margin }) => margin!).sort((a, b) => a - b);
    const [worst] = (await service.totals()).worst;
    expect(worst!.siteCount).toBe(named.length);
    expect(worst!.sites.map(({ margin }) => margin)).toEqual(smallest.slice(0, 20));
  });

  it('of an earlier release is filled in when the policy is loaded, and listed right before', async () => {
    const disk = new MemoryDisk();
    const old = sampleService({ journal: withoutStandings(new MemoryJournal({ disk })) });
    await old.decide();
    await old.service.close();
    const { service, journal } = sampleService({ journal: new MemoryJournal({ disk }) });
    expect(await service.totals()).toMatchObject({ ok: 0, unread: 1, worst: [] });
    const [view] = (await service.policies()).policies;
    expect(view).toEqual(await service.policy('farm'));
    await service.close();
    expect(await lineOf(journal)).toEqual(view);
    expect((await journal.readLine('farm'))!.standing).toMatchObject({ failureProbability: 0.05 });
  });

  it('tells that a policy is halted although nothing was appended', async () => {
    const { journal, decide, service } = sampleService();
    await decide();
    await service.close();
    const { disk } = journal as MemoryJournal;
    const chain = disk.chains.get('farm')!;
    chain[1] = { ...chain[1]!, text: chain[1]!.text.replace('local', 'early') };
    disk.snapshots.clear();
    const again = sampleService({ journal: new MemoryJournal({ disk }) });
    expect(await again.service.totals()).toMatchObject({ halted: 0, ok: 1 });
    const { health } = await again.service.policy('farm');
    expect(health.state).toBe('halted');
    await again.service.close();
    const later = sampleService({ journal: new MemoryJournal({ disk }) });
    expect(await later.service.totals()).toMatchObject({ halted: 1, ok: 0 });
    expect((await later.service.policies()).policies[0]!.health).toEqual(health);
  });

  it('is added up no more often than a twentieth of the time allows', async () => {
    let nowMs = 0;
    let scans = 0;
    const journal = new MemoryJournal();
    const listLines = journal.listLines.bind(journal);
    journal.listLines = async (page) => {
      scans += 1;
      nowMs += 10;
      return listLines(page);
    };
    const { service, decide } = sampleService({ journal, monotonic: { nowMs: () => nowMs } });
    await decide();
    expect(await Promise.all([service.totals(), service.totals()])).toMatchObject([
      { ok: 1 },
      { ok: 1 },
    ]);
    await decide({}, null, 'other');
    nowMs += 199;
    expect(await service.totals()).toMatchObject({ ok: 1 });
    expect(scans).toBe(1);
    nowMs += 1;
    expect(await service.totals()).toMatchObject({ ok: 2 });
    expect(scans).toBe(2);
  });

  it('shows the worst few of many policies, and all of few', async () => {
    const { service, decide } = sampleService();
    for (let k = 0; k < 60; k++) await decide({}, null, `p${String(k).padStart(2, '0')}`);
    for (let k = 0; k < 5; k++) await decide(RAIN, null, 'p33');
    const { worst, ok, pending } = await service.totals();
    expect({ ok, pending }).toEqual({ ok: 60, pending: 65 });
    expect(worst.length).toBeLessThanOrEqual(50);
    expect(worst.map(({ policy }) => policy)).toContain('p33');
  });
});
