/**
 * When the writer answers, and what it does when the disk fails.
 *
 * HEDGEROW_SOAK=20 runs twenty times as many interleavings.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultyJournal } from '../../journal/testing/faulty-journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { DecisionReceipt } from '../../wire.ts';
import { FARM, RAIN, refusalOf, sampleService, soakFactor } from '../testing/sample-service.ts';
import { verifyJournal } from '../verify/verify-journal.ts';

const local = (text: string | null) => ({ scope: 'local', text });
const FIRST = { policy: FARM, ...RAIN };

/** Lets everything run that waits for nothing but other promises. */
async function settle(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve();
}

function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, open: resolve, fail: reject };
}

it('a policy that another process holds is not even loaded', async () => {
  const asked: string[] = [];
  const journal = new Proxy(new MemoryJournal(), {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      asked.push(String(name));
      if (name === 'placement') {
        return { find: async () => ({ kind: 'elsewhere', address: 'http://127.0.0.1:1' }) };
      }
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const { service } = sampleService({ journal });
  expect(await refusalOf(service.decide('farm', FIRST, local('a')))).toBe('HR_OWNER_AWAY');
  expect(await refusalOf(service.policy('farm'))).toBe('HR_OWNER_AWAY');
  expect(asked).not.toContain('readSnapshots');
  expect(asked).not.toContain('beginTurn');
});

describe('an answer', () => {
  it('never comes before it is stored (I6), nor before what it rests on', async () => {
    const gates = [gate(), gate()];
    let batch = 0;
    const journal = new MemoryJournal({
      runsAhead: true,
      beforeStore: () => gates[batch++]!.promise,
    });
    const { service } = sampleService({ journal });
    const answered: string[] = [];
    const note = (name: string) => () => void answered.push(name);
    const first = service.decide('farm', FIRST, local('a')).then(note('first'));
    await settle();
    const again = service.decide('farm', FIRST, local('a')).then(note('again'));
    await settle();
    const look = service.policy('farm').then(note('look'));
    await settle();
    const second = service.decide('farm', RAIN, local('b')).then(note('second'));
    await settle();
    expect(answered).toEqual([]);
    gates[0]!.open();
    await Promise.all([first, again, look]);
    expect(answered).not.toContain('second');
    gates[1]!.open();
    await second;
    expect(answered).toHaveLength(4);
  });

  it('to a refusal waits too, because it may rest on what is not stored yet', async () => {
    const hold = gate();
    let batch = 0;
    const journal = new MemoryJournal({
      runsAhead: true,
      beforeStore: () => (batch++ === 1 ? hold.promise : Promise.resolve()),
    });
    const { service, decide } = sampleService({ journal });
    const { id } = await decide();
    let isRefused = false;
    const reward = service.reward(id, { value: 12 });
    await settle();
    const other = refusalOf(service.reward(id, { value: 13 })).then((code) => {
      isRefused = true;
      return code;
    });
    await settle();
    expect(isRefused).toBe(false);
    hold.open();
    await reward;
    expect(await other).toBe('HR_REWARD_CONTRADICTS');
  });
});

describe('while the disk is busy', () => {
  /**
   * Asks twenty times, so many milliseconds apart, while nothing is stored. Returns how many turns were handed in by then; all are answered in
   * the end.
   */
  async function turnsHandedIn(batchMax: number, stepMs = 0): Promise<number> {
    const hold = gate();
    let turnCount = 0;
    const journal = new MemoryJournal({
      runsAhead: true,
      beforeStore: () => {
        turnCount += 1;
        return hold.promise;
      },
    });
    let nowMs = 0;
    const monotonic = { nowMs: () => nowMs };
    const { decide } = sampleService({ journal, monotonic, limits: { batchMax } });
    const asked: Promise<DecisionReceipt>[] = [];
    for (let i = 0; i < 20; i++) {
      nowMs += stepMs;
      asked.push(decide());
      await settle();
    }
    const handedIn = turnCount;
    hold.open();
    const sequences = (await Promise.all(asked)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(asked.map((_, i) => i + 1));
    return handedIn;
  }

  it('whoever asks is in time for the next commit, in a turn of its own', async () => {
    expect(await turnsHandedIn(32)).toBe(20);
  });

  it('no more requests run than one turn may have, or than eight turns do', async () => {
    expect(await turnsHandedIn(12)).toBe(12);
    expect(await turnsHandedIn(2)).toBe(8);
  });

  it('no more than eight turns run if it hangs', async () => {
    expect(await turnsHandedIn(32, 8)).toBe(13);
    expect(await turnsHandedIn(32, 20)).toBe(8);
  });
});

describe('a commit that fails', () => {
  it('refuses everything that rests on it, and the state is made again from what is stored', async () => {
    const hold = gate();
    let batch = 0;
    const journal = new MemoryJournal({
      runsAhead: true,
      beforeStore: () => (batch++ === 1 ? hold.promise : Promise.resolve()),
    });
    const { service, decide } = sampleService({ journal });
    const { id } = await decide();
    const before = await service.policy('farm');
    const lost = [refusalOf(service.reward(id, { value: 12 }))];
    await settle();
    lost.push(refusalOf(service.reward(id, { value: 12 })), refusalOf(decide()));
    await settle();
    hold.fail(new Error('no space'));
    expect(await Promise.all(lost)).toEqual(Array(3).fill('HR_JOURNAL_UNAVAILABLE'));
    expect(await service.policy('farm')).toEqual(before);
    expect((await service.reward(id, { value: 13 })).outcome).toBe('recorded');
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('but was stored after all is found by its key, and not decided again', async () => {
    const inner = new MemoryJournal();
    const faulty = new FaultyJournal({ inner });
    const { service, decide } = sampleService({ journal: faulty.journal });
    await decide();
    faulty.failNext('after-store');
    expect(await refusalOf(decide({}, 'k'))).toBe('HR_JOURNAL_UNAVAILABLE');
    const receipt = await decide({}, 'k');
    expect(receipt.sequence).toBe(2);
    expect((await service.policy('farm')).counts.decisions).toBe(2);
  });

  it('and was not stored is decided anew under the same key', async () => {
    const inner = new MemoryJournal();
    const faulty = new FaultyJournal({ inner });
    const { service, decide } = sampleService({ journal: faulty.journal });
    await decide();
    faulty.failNext('before-store');
    expect(await refusalOf(decide({}, 'k'))).toBe('HR_JOURNAL_UNAVAILABLE');
    expect((await decide({}, 'k')).sequence).toBe(2);
    expect((await service.policy('farm')).counts.decisions).toBe(2);
  });

  it('is noticed by the next turn even before it is told: the head is not what it should be', async () => {
    const inner = new MemoryJournal({ runsAhead: true });
    const hold = gate();
    let appends = 0;
    const faulty = new FaultyJournal({
      inner,
      faults: [{ append: 2, when: 'before-store' }],
      release: () => (++appends === 2 ? hold.promise : Promise.resolve()),
    });
    const { decide } = sampleService({ journal: faulty.journal });
    await decide();
    const lost = refusalOf(decide({}, 'a'));
    await settle();
    const next = decide({}, 'b');
    await settle();
    hold.open();
    expect(await lost).toBe('HR_JOURNAL_UNAVAILABLE');
    expect((await next).id).toBe('farm.1.2');
    expect((await verifyJournal(inner)).isWhole).toBe(true);
  });

  it('is noticed when another replica has written at its place meanwhile', async () => {
    const inner = new MemoryJournal();
    const hold = gate();
    let appends = 0;
    const faulty = new FaultyJournal({
      inner,
      faults: [{ append: 2, when: 'before-store' }],
      release: () => (++appends === 2 ? hold.promise : Promise.resolve()),
    });
    const [own, other] = [
      sampleService({ journal: faulty.journal }),
      sampleService({ journal: inner }),
    ];
    await own.decide();
    const lost = refusalOf(own.decide({}, 'a'));
    await settle();
    expect((await other.decide({}, 'c')).id).toBe('farm.1.2');
    const next = own.decide({}, 'b');
    await settle();
    hold.open();
    expect(await lost).toBe('HR_JOURNAL_UNAVAILABLE');
    expect((await next).id).toBe('farm.1.3');
    expect((await verifyJournal(inner)).isWhole).toBe(true);
  });

  it.each(['beginTurn', 'read', 'findByKey', 'readSnapshots', 'findDecision'] as const)(
    'or a call of %s that fails refuses with 503 and does no harm',
    async (call) => {
      const inner = new MemoryJournal();
      const first = sampleService({ journal: inner });
      const { id } = await first.decide();
      await first.service.reward(id, { value: 12 });
      // With the snapshot, what was said of the decision is in the table only.
      await first.service.close();
      const faulty = new FaultyJournal({ inner, faults: [{ call, count: 1 }] });
      const { service } = sampleService({ journal: faulty.journal });
      const attempts = [
        await refusalOf(service.decide('farm', RAIN, local('n'))),
        await refusalOf(service.reward(id, { value: 12 })),
      ];
      expect(attempts).toContain('HR_JOURNAL_UNAVAILABLE');
      expect((await service.reward(id, { value: 12 })).outcome).toBe('repeated');
      expect((await verifyJournal(inner)).isWhole).toBe(true);
    },
  );
});

describe('too many requests', () => {
  it('are refused at once beyond the limit, and those that wait are answered', async () => {
    const { decide } = sampleService({ limits: { waitingMax: 5, batchMax: 2 } });
    const calls = Array.from({ length: 9 }, () => refusalOf(decide()));
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === 'HR_OVERLOADED')).toHaveLength(4);
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(5);
  });

  it('are refused when the oldest has waited too long', async () => {
    const hold = gate();
    const journal = new MemoryJournal({ beforeStore: () => hold.promise });
    let nowMs = 0;
    const monotonic = { nowMs: () => nowMs };
    const { decide } = sampleService({ journal, monotonic, limits: { waitingMsMax: 100 } });
    const first = decide();
    await settle();
    const second = decide();
    nowMs = 101;
    expect(await refusalOf(decide())).toBe('HR_OVERLOADED');
    hold.open();
    expect((await Promise.all([first, second])).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect((await decide()).sequence).toBe(3);
  });
});

describe('several replicas on one journal', () => {
  it('take in what the others wrote before they check', async () => {
    const journal = new MemoryJournal();
    const definition = { ...FARM, reserve: 16 };
    const replicas = [1, 2, 3].map(() => sampleService({ journal, definition }));
    const receipts: DecisionReceipt[] = [];
    for (let round = 0; round < 9; round++) {
      receipts.push(await replicas[round % 3]!.decide());
    }
    expect(receipts.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // A proposal may cost 7.5 and nothing is confirmed: 16 is enough for two, whoever asks.
    expect(receipts.filter(({ chosenBy }) => chosenBy === 'learner')).toHaveLength(2);
    expect((await verifyJournal(journal)).isWhole).toBe(true);
  });

  it('know the others’ keys and decisions', async () => {
    const journal = new MemoryJournal();
    const [one, two] = [sampleService({ journal }), sampleService({ journal })];
    const first = await one.decide({}, 'k');
    expect(await two.decide({}, 'k')).toEqual(first);
    await two.service.reward(first.id, { value: 12 });
    expect((await one.service.reward(first.id, { value: 12 })).outcome).toBe('repeated');
    expect(await one.service.policy('farm')).toEqual(await two.service.policy('farm'));
  });
});

describe('any interleaving of requests, stores and failures', () => {
  const anyClient = fc.record({
    replica: fc.nat({ max: 1 }),
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    isRewarded: fc.boolean(),
  });
  const anyFault = fc.option(
    fc.record({
      append: fc.integer({ min: 1, max: 6 }),
      when: fc.constantFrom('before-store' as const, 'after-store' as const),
    }),
  );

  it('answers only what is stored, decides once for a key, and spends no budget twice (I1, I4–I7)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(anyClient, { minLength: 2, maxLength: 8 }),
        anyFault,
        fc.boolean(),
        async (scheduler, clients, fault, runsAhead) => {
          const inner = new MemoryJournal({
            runsAhead,
            beforeStore: () => scheduler.schedule(Promise.resolve(), 'store'),
          });
          const faulty = new FaultyJournal({
            inner,
            faults: fault === null ? [] : [fault],
            release: () => scheduler.schedule(Promise.resolve(), 'tell'),
          });
          const definition = { ...FARM, reserve: 16 };
          const create = () => sampleService({ journal: faulty.journal, definition });
          const own = create();
          // A journal that runs ahead of the disk belongs to one process.
          const replicas = [own, runsAhead ? own : create()];
          const idsByKey = new Map<string, string>();
          const run = async ({ replica, key, isRewarded }: (typeof clients)[number]) => {
            await scheduler.schedule(Promise.resolve(), `begin ${key}`);
            const { service, decide } = replicas[replica]!;
            const receipt = await decide({}, key);
            // Whoever is answered finds it on the disk at that very moment.
            expect(inner.disk.rows.get(receipt.id)?.keyText).toBe(key);
            expect(idsByKey.get(key) ?? receipt.id).toBe(receipt.id);
            idsByKey.set(key, receipt.id);
            if (!isRewarded) return;
            await service.reward(receipt.id, { value: 10 });
            expect(inner.disk.rows.get(receipt.id)?.reward).toBe(10);
          };
          const runs = clients.map((client) =>
            run(client).catch((error) => {
              if (error.code !== 'HR_JOURNAL_UNAVAILABLE') throw error;
            }),
          );
          await scheduler.waitFor(Promise.all(runs));
          const rows = [...inner.disk.rows.values()];
          expect(new Set(rows.map(({ keyText }) => keyText)).size).toBe(rows.length);
          expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => i + 1));
          const learnerCount = rows.filter(({ chosenBy }) => chosenBy === 'learner').length;
          const rewardCount = rows.filter(({ reward }) => reward !== null).length;
          if (rewardCount === 0) expect(learnerCount).toBeLessThanOrEqual(2);
          expect(rows.every(({ marginAfter }) => marginAfter! >= 0)).toBe(true);
          expect(await verifyJournal(inner)).toMatchObject({ isWhole: true });
        },
      ),
      { numRuns: 150 * soakFactor() },
    );
  });
});
