/**
 * The state is what the entries add up to, whoever looked in between and wherever it was taken up
 * again; and what does not add up halts the policy.
 */
import { createEngine, HedgerowError, type Policy } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { EMPTY_HEAD, sealEntries } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { NewEntry, StoredEntry } from '../../journal/journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { decideCommand } from '../commands/decide-command.ts';
import { busySeason } from '../testing/busy-season.ts';
import { FARM, RAIN, refusalOf, sampleService, tickingClock } from '../testing/sample-service.ts';
import { loadPolicy } from '../writer/load-policy.ts';
import { Makings } from '../writer/makings.ts';
import { DEFAULT_LIMITS } from '../writer/options.ts';
import { PolicyWriter } from '../writer/policy-writer.ts';
import { applyEntry } from './policy-fold.ts';
import { emptyState, type PolicyState } from './policy-state.ts';
import { writeSnapshotText } from './snapshot-text.ts';

const NO_PAUSES = { everyMs: 0, nowMs: () => 0, pause: () => Promise.resolve() };

const engine = createEngine();

async function folded(journal: MemoryJournal): Promise<PolicyState> {
  const state = emptyState('farm', engine);
  for (const entry of await journal.read('farm', 0, 100_000)) applyEntry(state, entry);
  return state;
}

const load = (journal: MemoryJournal, refused: string[] = []) =>
  loadPolicy({
    journal,
    policy: 'farm',
    engine,
    decisionsHeld: 1000,
    flip: () => 0.5,
    pauses: NO_PAUSES,
    makings: new Makings({ pauses: NO_PAUSES, isOrdered: true }),
    onRefused: (detail) => refused.push(detail),
  });

describe('the state', () => {
  it('is the fold of the entries (I3, I8), also with looks, previews and snapshots in between', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const journal = new MemoryJournal();
      const { service } = sampleService({ journal, limits: { snapshotEntries: 13 } });
      await busySeason({ service, seed, steps: 150 });
      await service.close();
      const [newest] = await journal.readSnapshots('farm');
      const state = await folded(journal);
      expect(state.halt).toBeNull();
      expect(newest!.body).toBe(writeSnapshotText(state));
    }
  });

  it('is the same from a snapshot and from the first entry, bit for bit', async () => {
    const journal = new MemoryJournal();
    const { service } = sampleService({ journal, limits: { snapshotEntries: 40 } });
    await busySeason({ service, seed: 3, steps: 170 });
    const { state, snapshotVersion } = await load(journal);
    expect(snapshotVersion).toBeGreaterThan(0);
    expect(snapshotVersion).toBeLessThan(state.version);
    expect(writeSnapshotText(state)).toBe(writeSnapshotText(await folded(journal)));
  });

  it('counts as many entries as there are (I7)', async () => {
    const journal = new MemoryJournal();
    const { service } = sampleService({ journal });
    await busySeason({ service, seed: 4, steps: 60 });
    const { version, counts } = await service.policy('farm');
    const entries = await journal.read('farm', 0, 1000);
    expect(version).toBe(entries.length);
    expect((await journal.head('farm'))?.version).toBe(version);
    expect(counts.decisions).toBe([...journal.disk.rows.values()].length);
  });

  it('does not change with time alone (I11)', async () => {
    const journal = new MemoryJournal();
    const { service, decide } = sampleService({ journal });
    await decide();
    const before = await service.policy('farm');
    const late = sampleService({
      journal,
      clock: { now: () => '2036-01-01T00:00:00.000Z' },
      monotonic: { nowMs: () => 1e12 },
    });
    expect(await late.service.policy('farm')).toEqual(before);
  });
});

describe('loading', () => {
  async function season() {
    const journal = new MemoryJournal();
    const { service } = sampleService({ journal, limits: { snapshotEntries: 30 } });
    await busySeason({ service, seed: 5, steps: 300 });
    return { journal, service, whole: writeSnapshotText(await folded(journal)) };
  }

  it('leaves a damaged snapshot aside, says so, and uses the one before', async () => {
    const { journal, whole } = await season();
    const [newest, older] = journal.disk.snapshots.get('farm')!;
    const body = newest!.body.replace('"sequence":', '"sequence":1');
    journal.disk.snapshots.set('farm', [{ ...newest!, body }, older!]);
    const refused: string[] = [];
    const { state, snapshotVersion } = await load(journal, refused);
    expect(snapshotVersion).toBe(older!.version);
    expect(refused).toHaveLength(1);
    expect(writeSnapshotText(state)).toBe(whole);
  });

  it('does not believe a damaged snapshot even if nothing follows that could contradict it', async () => {
    const { journal, service, whole } = await season();
    await service.close();
    const [newest] = journal.disk.snapshots.get('farm')!;
    expect(newest!.version).toBe((await journal.head('farm'))!.version);
    const body = newest!.body.replace('"decisions":', '"decisions":1');
    journal.disk.snapshots.set('farm', [{ ...newest!, body }]);
    expect(writeSnapshotText((await load(journal)).state)).toBe(whole);
  });

  it('does not believe a good snapshot of another chain', async () => {
    const journals = [new MemoryJournal(), new MemoryJournal()];
    for (const [i, journal] of journals.entries()) {
      const { service, decide } = sampleService({ journal });
      for (let n = 0; n < 4; n++) await decide({ context: { rain: 100 * i } });
      await service.close();
    }
    const [own, other] = journals;
    const whole = writeSnapshotText(await folded(own!));
    own!.disk.snapshots.set('farm', other!.disk.snapshots.get('farm')!);
    expect(writeSnapshotText((await load(own!)).state)).toBe(whole);
  });

  it('leaves a snapshot aside that is of another chain or ahead of this one', async () => {
    const { journal, whole } = await season();
    const [newest, older] = journal.disk.snapshots.get('farm')!;
    journal.disk.snapshots.set('farm', [
      { ...newest!, version: newest!.version + 1000 },
      { ...older!, hash: 'f'.repeat(64) },
    ]);
    const refused: string[] = [];
    const { state, snapshotVersion } = await load(journal, refused);
    expect(snapshotVersion).toBe(0);
    expect(refused).toHaveLength(2);
    expect(writeSnapshotText(state)).toBe(whole);
  });

  it('reads only the snapshot and what came after it', async () => {
    const { journal } = await season();
    const positions: number[] = [];
    const read = journal.read.bind(journal);
    journal.read = async (policy, after, limit) => {
      const page = await read(policy, after, limit);
      positions.push(...page.map(({ position }) => position));
      return page;
    };
    const { snapshotVersion } = await load(journal);
    expect(Math.min(...positions)).toBe(snapshotVersion);
  });
});

describe('an entry that does not fit', () => {
  /** Five decisions; then one entry is changed. */
  async function tampered(change: (entry: StoredEntry) => StoredEntry) {
    const journal = new MemoryJournal();
    const { decide } = sampleService({ journal });
    const receipts = [];
    for (let i = 0; i < 5; i++) receipts.push(await decide());
    const chain = journal.disk.chains.get('farm')!;
    chain[3] = change(chain[3]!);
    const resealed = (entries: readonly NewEntry[]) => {
      journal.disk.chains.set('farm', sealEntries('farm', EMPTY_HEAD, entries));
      return sampleService({ journal: new MemoryJournal({ disk: journal.disk }) }).service;
    };
    return { receipts, chain, resealed, ...sampleService({ journal }) };
  }

  const changes: [string, (entry: StoredEntry) => StoredEntry][] = [
    ['with another text', (entry) => ({ ...entry, text: entry.text.replace('early', 'later') })],
    ['with text that is no JSON', (entry) => ({ ...entry, text: entry.text.slice(1) })],
    ['with another time', (entry) => ({ ...entry, time: '2026-01-01T00:00:00.000Z' })],
    ['with another hash', (entry) => ({ ...entry, hash: 'e'.repeat(64) })],
    ['that does not follow', (entry) => ({ ...entry, previousHash: 'd'.repeat(64) })],
  ];

  it.each(changes)(
    '%s halts the policy, which answers with the baseline and books nothing',
    async (_, change) => {
      const { service, decide, events, receipts } = await tampered(change);
      const answer = await decide({ baseline: { action: 'late', reward: 8 } }, 'k');
      expect(answer).toMatchObject({ reason: 'halted', chosenBy: 'baseline', action: 'late' });
      expect(answer.sequence).toBeGreaterThanOrEqual(6);
      expect(await decide({ baseline: { action: 'late', reward: 8 } }, 'k')).toEqual(answer);
      const view = await service.policy('farm');
      expect(view).toMatchObject({ margin: null, health: { state: 'halted' } });
      expect(view.health.detail).toContain('Entry 4');
      expect(events.filter(({ kind }) => kind === 'halted')).toHaveLength(1);
      expect((await service.audit('farm')).alarms.join()).toContain('halted');
      for (const look of [service.weights('farm'), service.preview('farm', RAIN)]) {
        await expect(look).rejects.toMatchObject({
          code: 'HR_JOURNAL_UNAVAILABLE',
          message: expect.stringContaining('this policy is halted'),
        });
      }
      // What is said of decisions is kept, and not learnt from.
      expect(await service.reward(receipts[0]!.id, { value: 12 })).toMatchObject({
        outcome: 'recorded',
        isLearnt: false,
      });
      expect(await service.reward(answer.id, { value: 12 })).toMatchObject({ isLearnt: false });
    },
  );

  it('refuses wrong input as ever while it is halted', async () => {
    const { decide } = await tampered(changes[0]![1]);
    expect(await refusalOf(decide({ context: { rain: 'much' } }))).toBe('HR_INVALID_INPUT');
  });

  it('does no harm any more once a new generation has started', async () => {
    const { service, decide, journal } = await tampered(changes[0]![1]);
    await decide();
    const { definition } = await service.definition('farm');
    const view = await service.define('farm', { definition, reason: 'damaged entry' });
    expect(view).toMatchObject({ generation: 2, health: { state: 'ok' } });
    expect((await decide()).reason).not.toBe('halted');
    const restarted = sampleService({ journal });
    expect(await restarted.service.policy('farm')).toEqual(await service.policy('farm'));
  });

  it('is noticed though all hashes fit: what is made again comes out differently', async () => {
    const { chain, resealed } = await tampered((entry) => entry);
    const bodies = chain.map(({ time, text }) => ({ time, body: readEntryText(text) }));
    const third = bodies[2]!.body as { receipt: { margin: { before: number } } };
    third.receipt.margin.before += 1e-12;
    const { health } = await resealed(bodies).policy('farm');
    expect(health.detail).toContain('Entry 3: made again');
  });

  it('of another version that comes out differently is told with its version and what to do', async () => {
    const details = await Promise.all(
      [undefined, '0.0.7'].map(async (core) => {
        const { chain, resealed } = await tampered((entry) => entry);
        const bodies = chain.map(({ time, text }) => {
          const { core: _own, ...body } = readEntryText(text);
          const written = JSON.stringify({ ...body, ...(core === undefined ? {} : { core }) });
          const forged = written.replace('"proposedBy":"learner"', '"proposedBy":"caller"');
          return { time, body, text: forged };
        });
        return (await resealed(bodies).policy('farm')).health.detail;
      }),
    );
    expect(details[0]).toContain('Entry 2: made again, it comes out differently (proposedBy).');
    expect(details[0]).toContain('a version before entries told theirs');
    expect(details[1]).toContain('written by version 0.0.7');
    for (const detail of details) expect(detail).toContain('start a new generation');
  });

  it('is not one whose sentences were worded otherwise by an earlier version', async () => {
    const { chain, resealed } = await tampered((entry) => entry);
    const bodies = chain.map(({ time, text }) => ({
      time,
      body: readEntryText(text.replaceAll('looks', 'seems')),
    }));
    expect((await resealed(bodies).policy('farm')).health.state).toBe('ok');
  });
});

describe('a journal that contradicts itself', () => {
  it('refuses whoever waits and does not try for ever', async () => {
    const journal = new MemoryJournal();
    const { decide } = sampleService({ journal });
    await decide();
    journal.disk.chains.get('farm')!.pop();
    expect(await refusalOf(sampleService({ journal }).decide())).toBe('HR_JOURNAL_UNAVAILABLE');
  });
});

describe('a core that fails (I10)', () => {
  const invariant = new HedgerowError({ code: 'HR_INVARIANT', rule: 'sound', received: 'NaN' });

  /** The real core, but for one method that throws. */
  function failing(core: Policy, method: keyof Policy, error: Error): Policy {
    return new Proxy(core, {
      get(target, name) {
        if (name === method) return () => thrown(error);
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }

  function thrown(error: Error): never {
    throw error;
  }

  async function writerWith(method: keyof Policy, error: Error) {
    const journal = new MemoryJournal();
    const first = sampleService({ journal });
    const { id } = await first.decide();
    let loads = 0;
    const writer = new PolicyWriter({
      policy: 'farm',
      journal,
      load: async () => {
        const loaded = await load(journal);
        loads += 1;
        if (loads === 1) loaded.state.core = failing(loaded.state.core!, method, error);
        return loaded;
      },
      now: () => tickingClock().now(),
      monotonic: { nowMs: () => 0 },
      arrivals: () => Promise.resolve(),
      limits: DEFAULT_LIMITS,
      report: () => {},
      onIdle: () => {},
      onChange: () => {},
    });
    const decide = async () => {
      const caller = { scope: 'local', text: null };
      const drawSeed = () => '1';
      const answer = await writer.submit(
        decideCommand({ request: RAIN, caller, journal, policiesPerKey: 0, drawSeed }),
      );
      return answer.kind === 'new' ? answer.receipt : null;
    };
    return { journal, writer, decide, id, loads: () => loads };
  }

  it.each([
    ['a broken invariant', invariant],
    ['anything unexpected', new TypeError('oops')],
  ])(
    'answers with the baseline after %s, and is made anew before the next turn',
    async (_, error) => {
      const { journal, decide, loads } = await writerWith('decide', error);
      expect(await decide()).toMatchObject({ reason: 'halted', action: 'local', sequence: 2 });
      const next = await decide();
      expect(loads()).toBe(2);
      expect(next).toMatchObject({ sequence: 3 });
      expect(next!.reason).not.toBe('halted');
      const state = await folded(journal);
      expect(state.halt).toBeNull();
      expect(state.unasked).toEqual([[2, 2]]);
    },
  );

  it('still finds the right decision in the core afterwards', async () => {
    const { journal, decide } = await writerWith('decide', invariant);
    await decide();
    const third = await decide();
    const { service } = sampleService({ journal });
    expect(await service.reward(third!.id, { value: 12 })).toMatchObject({ isLearnt: true });
    expect(await service.reward('farm.1.2', { value: 12 })).toMatchObject({ isLearnt: false });
    expect(await service.reward('farm.1.1', { value: 12 })).toMatchObject({ isLearnt: true });
    expect((await folded(journal)).halt).toBeNull();
  });
});

it('knows FARM as a policy that both follows and leaves its baseline', async () => {
  const { service, decide } = sampleService();
  for (let i = 0; i < 20; i++) {
    const { id, action } = await decide({ policy: FARM });
    await service.reward(id, { value: action === 'local' ? 10 : 15 });
  }
  const { counts } = await service.policy('farm');
  expect(counts.learner).toBeGreaterThan(0);
  expect(counts.baseline).toBeGreaterThan(0);
});
