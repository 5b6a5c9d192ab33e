/**
 * Policies that sleep: few are in memory however many there are, and nobody notices but by the time it takes.
 *
 * HEDGEROW_SOAK=20 runs twenty times as many interleavings.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { MemoryDisk, MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { DecisionReceipt, PolicyNews } from '../../wire.ts';
import { FARM, RAIN, refusalOf, sampleService, soakFactor } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';

const FIRST = { policy: FARM, ...RAIN };
const local = (text: string | null) => ({ scope: 'local', text });
const FEW = { policiesAwake: 2, wokenEntries: 3 };
const NAMES = Array.from({ length: 9 }, (_, k) => `p${k}`);

/** As much of the host's WebAssembly as is counted. */
interface WasmHost {
  Memory: new (limits: { readonly initial: number }) => object;
}

/** Lets everything run that waits for nothing but other promises. */
async function settle(): Promise<void> {
  for (let i = 0; i < 500; i++) await Promise.resolve();
}

/** The journal, with pictures that are stored when it is let. */
function withSlowSnapshots(journal: Journal, wait: () => Promise<unknown>): Journal {
  return new Proxy(journal, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'writeSnapshot') return member.bind(target);
      return async (...given: unknown[]) => {
        await wait();
        return member.apply(target, given);
      };
    },
  });
}

describe('policies asleep', () => {
  it('cost no memory, and go on where they were', async () => {
    const { service, decide, journal } = sampleService({ limits: FEW });
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (const name of NAMES) ids.push((await decide({}, `${round}`, name)).id);
      await settle();
      expect(service.awakeCount!()).toBe(2);
    }
    expect(ids).toEqual([1, 2, 3, 4].flatMap((k) => NAMES.map((name) => `${name}.1.${k}`)));
    // A key is known from the table, a reward finds its decision, and a preview changes nothing.
    expect((await decide({}, '2', 'p0')).id).toBe('p0.1.3');
    await service.reward('p1.1.1', { value: 12 });
    await service.preview('p2', RAIN);
    await service.close();
    const { policies } = await verifyJournal(journal);
    expect(policies.map(({ problem }) => problem)).toEqual(NAMES.map(() => null));
    const versions = NAMES.map((name) => (journal as MemoryJournal).disk.chains.get(name)!.length);
    expect(versions).toEqual([5, 6, 5, 5, 5, 5, 5, 5, 5]);
  });

  it('are more where memory is short, and nobody notices', async () => {
    let [seconds, usedBytes] = [0, 0];
    const { service, decide, journal } = sampleService({
      limits: { policiesAwake: 8, wokenEntries: 3 },
      monotonic: { nowMs: () => 1000 * seconds++ },
      oldSpaceUse: () => ({ usedBytes, limitBytes: 100 }),
    });
    const round = async (key: string) => {
      for (const name of NAMES) await decide({}, key, name);
      await settle();
      return service.awakeCount!();
    };
    expect(await round('a')).toBe(8);
    usedBytes = 95;
    for (let i = 0; i < 9; i++) await round(`full ${i}`);
    expect(service.awakeCount!()).toBe(1);
    usedBytes = 10;
    for (let i = 0; i < 3; i++) await round(`empty ${i}`);
    expect(service.awakeCount!()).toBe(8);
    expect((await decide({}, 'full 4', 'p3')).id).toBe('p3.1.6');
    await service.close();
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('give the memory of their models back, and so do trials, previews and what is made again', async () => {
    const host = (globalThis as unknown as { WebAssembly: WasmHost }).WebAssembly;
    const { Memory } = host;
    let bytes = 0;
    host.Memory = class extends Memory {
      constructor(limits: { readonly initial: number }) {
        super(limits);
        bytes += limits.initial * 65_536;
      }
    };
    try {
      const { service, decide } = sampleService({ limits: FEW });
      const names = Array.from({ length: 40 }, (_, k) => `x${k}`);
      const named = <Value>(value: Value) => Object.fromEntries(names.map((one) => [one, value]));
      const wide = { policy: { ...FARM, context: named({ min: 0, max: 1 }) }, context: named(0.5) };
      for (let round = 0; round < 3; round++) {
        for (const name of NAMES) {
          await decide(wide, `${round}`, name);
          await refusalOf(service.preview(`no-${name}`, wide));
        }
      }
      expect(bytes).toBeLessThan(13e6);
    } finally {
      host.Memory = Memory;
    }
  });

  it('get a snapshot if many entries would have to be read again, and none otherwise', async () => {
    const { decide, journal } = sampleService({ limits: FEW });
    const { disk } = journal as MemoryJournal;
    for (let k = 0; k < 4; k++) await decide({}, null, 'much');
    for (const name of NAMES) await decide({}, null, name);
    await settle();
    expect([...disk.snapshots.keys()]).toEqual(['much']);
  });

  it('are unknown names at once', async () => {
    const { service, decide } = sampleService();
    await decide();
    for (let k = 0; k < 50; k++) {
      expect(await refusalOf(service.policy(`nobody${k}`))).toBe('HR_POLICY_UNKNOWN');
      expect(await refusalOf(service.decide(`none${k}`, RAIN, local('a')))).toBe(
        'HR_POLICY_UNKNOWN',
      );
    }
    await settle();
    expect(service.awakeCount!()).toBe(1);
  });

  it('are watched: news come although the policy was woken and put to sleep in between', async () => {
    const timer = (callback: () => void) => {
      queueMicrotask(callback);
      return () => {};
    };
    // Nobody else writes, so that nobody is asked again and again.
    const journal = Object.assign(new MemoryJournal(), { isShared: false });
    const { service, decide } = sampleService({ limits: FEW, timer, journal });
    await decide({}, null, 'p0');
    const heard: PolicyNews[] = [];
    const stop = service.watch('p0', (news) => heard.push(news));
    for (const name of NAMES.slice(1)) await decide({}, null, name);
    await settle();
    await decide({}, null, 'p0');
    await settle();
    for (const name of NAMES.slice(1)) await decide({}, null, name);
    await settle();
    await decide({}, null, 'p0');
    await settle();
    expect(heard.at(-1)).toMatchObject({ policy: 'p0', latest: { id: 'p0.1.3' } });
    stop();
  });

  it('wait for room if too many are busy, and are refused if too many wait', async () => {
    const store = Promise.withResolvers<void>();
    const journal = new MemoryJournal({ runsAhead: true, beforeStore: () => store.promise });
    const { service, decide } = sampleService({
      journal,
      limits: { policiesAwake: 1, waitingMax: 100 },
    });
    const asked = Array.from({ length: 138 }, (_, k) =>
      refusalOf(decide({}, 'key', k < 33 ? `p${k}` : 'late')),
    );
    await settle();
    expect(service.awakeCount!()).toBe(33);
    expect(service.waitingCount!()).toBe(100);
    store.resolve();
    const answers = await Promise.all(asked);
    expect(answers.filter((one) => one === 'HR_OVERLOADED')).toHaveLength(5);
    expect(answers.filter((one) => typeof one === 'object')).toHaveLength(133);
    await settle();
    expect(service.awakeCount!()).toBe(1);
    expect(service.waitingCount!()).toBe(0);
  });

  it('lose nothing, whatever overtakes what', { timeout: 120_000 }, async () => {
    const action = fc.record({
      policy: fc.constantFrom('p0', 'p1', 'p2'),
      key: fc.constantFrom('a', 'b', 'c'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(action, { minLength: 6, maxLength: 14 }),
        fc.boolean(),
        async (scheduler, actions, runsAhead) => {
          const disk = new MemoryDisk();
          const inner = new MemoryJournal({
            disk,
            runsAhead,
            beforeStore: () => scheduler.schedule(Promise.resolve(), 'store'),
          });
          const journal = withSlowSnapshots(inner, () =>
            scheduler.schedule(Promise.resolve(), 'snapshot'),
          );
          const { service } = sampleService({
            journal,
            limits: { policiesAwake: 1, wokenEntries: 2 },
          });
          const answers = new Map<string, Set<string>>();
          const runs = actions.map(async ({ policy, key }) => {
            await scheduler.schedule(Promise.resolve(), `begin ${policy} ${key}`);
            const { text } = await service.decide(policy, FIRST, local(key));
            const { id } = JSON.parse(text) as DecisionReceipt;
            const name = `${policy} ${key}`;
            answers.set(name, (answers.get(name) ?? new Set()).add(id));
            await service.reward(id, { value: 12 });
          });
          await scheduler.waitFor(Promise.all(runs));
          await scheduler.waitFor(service.close());
          for (const ids of answers.values()) expect(ids.size).toBe(1);
          expect(new Set([...answers.values()].flatMap((ids) => [...ids])).size).toBe(answers.size);
          const { policies } = await verifyJournal(new MemoryJournal({ disk }));
          expect(policies.map(({ problem }) => problem)).toEqual(policies.map(() => null));
          const decided = [...disk.rows.values()].filter(({ reward }) => reward === 12).length;
          expect(decided).toBe(answers.size);
        },
      ),
      { numRuns: 60 * soakFactor() },
    );
  });
});

describe('closing', () => {
  it('writes snapshots while there is time, tells how many are left, and loses nothing', async () => {
    let nowMs = 0;
    const inner = new MemoryJournal();
    const journal = withSlowSnapshots(inner, async () => {
      nowMs += 1000;
    });
    const { service, decide, events } = sampleService({
      journal,
      limits: { closingMs: 2_500 },
      monotonic: { nowMs: () => nowMs },
    });
    for (let k = 0; k < 40; k++) await decide({}, null, `p${k}`);
    await service.close();
    const [left] = events.filter((event) => event.kind === 'snapshots-left');
    expect(left!.count).toBe(40 - inner.disk.snapshots.size);
    expect(inner.disk.snapshots.size).toBeGreaterThan(0);
    expect(inner.disk.snapshots.size).toBeLessThan(20);
    const again = sampleService({ journal: new MemoryJournal({ disk: inner.disk }) });
    expect((await again.decide({}, null, 'p39')).id).toBe('p39.1.2');
    expect((await again.decide({}, null, 'p0')).id).toBe('p0.1.2');
  });

  it('refuses who waits for room', async () => {
    const store = Promise.withResolvers<void>();
    const journal = new MemoryJournal({ runsAhead: true, beforeStore: () => store.promise });
    const { service, decide } = sampleService({ journal, limits: { policiesAwake: 1 } });
    const asked = Array.from({ length: 40 }, (_, k) => refusalOf(decide({}, null, `p${k}`)));
    await settle();
    const closed = service.close();
    store.resolve();
    await closed;
    const answers = await Promise.all(asked);
    expect(answers.filter((one) => one === 'HR_CLOSING')).toHaveLength(7);
    expect(journal.disk.chains.size).toBe(33);
  });
});
