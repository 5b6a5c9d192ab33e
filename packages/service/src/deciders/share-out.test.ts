/**
 * Policies shared out over deciders answer as one service does, and a decider that dies takes nothing with it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { DecisionService, PoliciesOptions } from '../decisions/decision-service.ts';
import { FARM, RAIN, refusalOf, tickingClock } from '../decisions/testing/sample-service.ts';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import { ServiceProblem } from '../problems/problem.ts';
import type { DecisionReceipt, PolicyNews } from '../wire.ts';
import { placeOf } from './place-of.ts';
import { type SharedOut, type SharedOutOptions, sharedOut } from './testing/shared-out.ts';

const POLICIES = ['apple', 'barley', 'clover', 'dill'];
const KEY = (text: string | null) => ({ scope: 'local', text });

const opened: SharedOut[] = [];
afterEach(async () => {
  for (const { service } of opened.splice(0)) await service.close();
});

async function open(options: Partial<SharedOutOptions> = {}): Promise<SharedOut> {
  const journal = options.journal ?? new MemoryJournal();
  const shared = await sharedOut({
    clock: tickingClock(),
    drawSeed: () => '11',
    limits: { newsMsMin: 0 },
    ...options,
    journal,
  });
  opened.push(shared);
  return shared;
}

async function decide(service: DecisionService, policy: string, key: string | null = null) {
  const { text } = await service.decide(policy, { policy: FARM, ...RAIN }, KEY(key));
  return JSON.parse(text) as DecisionReceipt;
}

/** Resolves when the condition holds; it is looked at in every round of the event loop. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('placeOf', () => {
  it('gives a name the same place for ever', () => {
    expect(POLICIES.map((policy) => placeOf(policy, 8))).toEqual([7, 3, 3, 4]);
    expect(placeOf('apple', 1)).toBe(0);
  });

  it('spreads names that are much alike', () => {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 7000; i += 1) counts[placeOf(`field-${i}`, counts.length)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('calls', () => {
  it('go to the decider that has the policy, and each policy has one writer', async () => {
    const journal = new MemoryJournal();
    const { service } = await open({ journal });
    for (const policy of POLICIES) {
      const { id } = await decide(service, policy);
      expect(await service.reward(id, { value: 9 })).toMatchObject({ outcome: 'recorded' });
      expect((await service.decision(id)).reward).toBe(9);
    }
    const places = new Set(POLICIES.map((policy) => placeOf(policy, 2)));
    expect(places.size).toBe(2);
    expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
  });

  it('about a decision go where its policy is decided, and nowhere else', async () => {
    const { service, threads } = await open({ deciderCount: 2 });
    for (const policy of POLICIES) {
      const { id } = await decide(service, policy);
      const before = threads.map(({ askedCount }) => askedCount);
      await service.ack(id, {});
      await service.reward(id, { value: 9 });
      await service.correct(id, { value: 8, reason: 'weighed again' });
      await service.decision(id);
      const asked = threads.map(({ askedCount }, index) => askedCount - before[index]!);
      expect(asked[1 - placeOf(policy, 2)], policy).toBe(0);
      expect(asked[placeOf(policy, 2)], policy).toBeGreaterThanOrEqual(4);
    }
  });

  it('are refused with the same problem as without threads', async () => {
    const { service } = await open();
    const refused = await service.policy('none').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServiceProblem);
    expect(refused).toMatchObject({ code: 'HR_POLICY_UNKNOWN', status: 404 });
    const wrong = await service
      .decide('apple', { policy: FARM, context: { rain: 'much' } }, KEY(null))
      .catch((error: unknown) => error);
    expect(wrong).toMatchObject({ code: 'HR_INVALID_INPUT', field: 'context.rain' });
    expect((wrong as Error).message).toContain('rain must');
    expect(await refusalOf(service.decision('nonsense'))).toBe('HR_DECISION_UNKNOWN');
  });

  it('that fail for another reason tell what it was, and are no refusal', async () => {
    const more = () => ({
      policy: () => {
        throw new TypeError('no such thing');
      },
    });
    const { service } = await open({ more });
    const error = await service.policy('apple').catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(ServiceProblem);
    expect((error as Error).stack).toContain('TypeError: no such thing');
  });

  it('of one round cross in one message, and so do their answers', async () => {
    const { service, threads } = await open({ deciderCount: 1 });
    await decide(service, 'apple');
    const before = { asked: threads[0]!.askedCount, told: threads[0]!.toldCount };
    await Promise.all(Array.from({ length: 20 }, () => decide(service, 'apple')));
    expect(threads[0]!.askedCount - before.asked).toBe(1);
    expect(threads[0]!.toldCount - before.told).toBeLessThanOrEqual(2);
  });

  it('that cannot cross are refused alone', async () => {
    const { service } = await open({ deciderCount: 1 });
    const unfit = { ...RAIN, policy: FARM, context: { rain: () => 1 } };
    const [bad, good] = await Promise.all([
      refusalOf(service.decide('apple', unfit as never, KEY(null))),
      decide(service, 'apple'),
    ]);
    expect(bad).toBe('HR_INTERNAL');
    expect(good.id).toBe('apple.1.1');
  });

  it('with answers that cannot cross are refused alone', async () => {
    const more = () => ({ policy: async () => () => 1 });
    const { service } = await open({ more });
    await decide(service, 'apple');
    const error = await service.policy('apple').catch((reason: unknown) => reason);
    expect((error as Error).message).toContain('could not be cloned');
    expect((await decide(service, 'apple')).id).toBe('apple.1.2');
  });

  it('tell their events here', async () => {
    const { service, events } = await open();
    await decide(service, 'apple');
    await decide(service, 'dill');
    const decisions = events.filter(({ kind }) => kind === 'decision');
    expect(decisions.map(({ policy }) => policy)).toEqual(['apple', 'dill']);
  });
});

describe('what is told of all policies', () => {
  it('is told in the order of the journal, page by page', async () => {
    const { service } = await open();
    for (const policy of [...POLICIES].reverse()) await decide(service, policy);
    const ids = async (options?: PoliciesOptions) =>
      (await service.policies(options)).policies.map(({ id }) => id);
    expect(await ids()).toEqual(POLICIES);
    expect(await ids({ after: 'apple', limit: 2 })).toEqual(['barley', 'clover']);
    expect(await ids({ site: 'north' })).toEqual(POLICIES);
    await service.remove('clover', {});
    expect(await ids()).toEqual(['apple', 'barley', 'dill']);
    expect((await service.totals()).archived).toBe(1);
  });

  it('counts the policies that any decider has in memory', async () => {
    const { service } = await open();
    for (const policy of POLICIES) await decide(service, policy);
    expect(service.awakeCount?.()).toBe(4);
    expect(service.waitingCount?.()).toBe(0);
  });

  it('adds up failure probabilities over all deciders, for those that the caller may touch', async () => {
    const { service } = await open();
    for (const policy of POLICIES) await decide(service, policy);
    expect((await service.audit('apple')).failureProbabilityTotal).toBeCloseTo(0.2, 12);
    const two = await service.audit('apple', { policies: ['apple', 'dill'] });
    expect(two.failureProbabilityTotal).toBeCloseTo(0.1, 12);
  });
});

describe('pages', () => {
  /** Counts how far a decider has read, and whether it has stopped. */
  function counted() {
    const seen = { pages: 0, isLeft: false };
    const allDecisions = async function* () {
      try {
        for (;;) {
          seen.pages += 1;
          yield [{ id: `apple.1.${seen.pages}` }];
        }
      } finally {
        seen.isLeft = true;
      }
    };
    return { seen, more: () => ({ allDecisions }) };
  }

  it('are made when they are asked for, and no more of them once nobody reads', async () => {
    const { seen, more } = counted();
    const { service } = await open({ more });
    for await (const [first] of service.allDecisions('apple')) {
      if (first!.id === 'apple.1.3') break;
    }
    await until(() => seen.isLeft);
    expect(seen.pages).toBe(3);
  });

  it('bring every decision, and refuse an unknown policy at the first', async () => {
    const { service } = await open();
    for (let i = 0; i < 5; i += 1) await decide(service, 'apple');
    const ids: string[] = [];
    for await (const page of service.allDecisions('apple')) ids.push(...page.map(({ id }) => id));
    expect(ids).toEqual([1, 2, 3, 4, 5].map((sequence) => `apple.1.${sequence}`));
    const pages = service.decisionLog('none')[Symbol.asyncIterator]();
    expect(await refusalOf(pages.next())).toBe('HR_POLICY_UNKNOWN');
  });
});

describe('watching', () => {
  it('hears of changes until it leaves, also from the decider that was started again', async () => {
    const { service, threads, deciders } = await open({ deciderCount: 1 });
    await decide(service, 'apple');
    const heard: PolicyNews[] = [];
    const leave = service.watch('apple', (news) => heard.push(news));
    await decide(service, 'apple');
    await until(() => heard.length > 0);
    expect(heard.at(-1)!.latest?.id).toBe('apple.1.2');
    threads[0]!.die('by chance');
    await until(() => !deciders[0]!.isAway);
    const third = await decide(service, 'apple');
    await until(() => heard.at(-1)!.latest?.id === third.id);
    leave();
    const count = heard.length;
    await decide(service, 'apple');
    await service.policy('apple');
    expect(heard.length).toBe(count);
  });

  it('carries news over once, however many watch, and until the last has left', async () => {
    const { service } = await open({ deciderCount: 1 });
    await decide(service, 'apple');
    const heard: PolicyNews[][] = [[], [], []];
    const [leaveFirst] = heard.map((own) => service.watch('apple', (news) => own.push(news)));
    await decide(service, 'apple');
    await until(() => heard[0]!.length > 0);
    expect(heard[1]![0]).toBe(heard[0]![0]);
    leaveFirst!();
    leaveFirst!();
    const { id } = await decide(service, 'apple');
    await until(() => heard[2]!.at(-1)?.latest?.id === id);
    expect(heard[0]!.some(({ latest }) => latest?.id === id)).toBe(false);
  });
});

describe('a decider that dies', () => {
  it('refuses who waits and who comes, and loses nothing that was answered', async () => {
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const beforeStore = () => (isHeld ? gate.promise : Promise.resolve());
    const journal = new MemoryJournal({ beforeStore });
    const { service, threads, deciders, deciderEvents } = await open({ journal, deciderCount: 1 });
    const first = await decide(service, 'apple', 'one');
    isHeld = true;
    const waiting = refusalOf(decide(service, 'apple', 'two'));
    await until(() => threads[0]!.askedCount > 1);
    threads[0]!.die('out of memory');
    expect(await waiting).toBe('HR_DECIDER_AWAY');
    expect(await refusalOf(decide(service, 'apple', 'three'))).toBe('HR_DECIDER_AWAY');
    expect(await refusalOf(service.checkReady())).toBe('HR_DECIDER_AWAY');
    expect(deciderEvents).toEqual([{ kind: 'away', decider: 0, detail: 'Error: out of memory' }]);
    isHeld = false;
    gate.resolve();
    await until(() => !deciders[0]!.isAway);
    await service.checkReady();
    expect(deciderEvents.at(-1)).toEqual({ kind: 'back', decider: 0 });
    expect(await decide(service, 'apple', 'one')).toEqual(first);
    expect((await decide(service, 'apple', 'two')).id).toBe('apple.1.2');
    expect(await verifyJournal(journal)).toMatchObject({ isWhole: true });
  });

  it('leaves the policies of the others alone', async () => {
    const { service, threads } = await open();
    for (const policy of POLICIES) await decide(service, policy);
    threads[placeOf('dill', 2)]!.die('by chance');
    const alive = POLICIES.find((policy) => placeOf(policy, 2) !== placeOf('dill', 2))!;
    expect(await refusalOf(decide(service, 'dill'))).toBe('HR_DECIDER_AWAY');
    expect((await decide(service, alive)).sequence).toBe(2);
  });

  it('is replaced if it says nothing, and can write no more', async () => {
    const { service, threads, deciders, deciderEvents } = await open({
      deciderCount: 1,
      silentBeatsMax: 3,
      beatMs: 5,
    });
    const [mute] = threads;
    mute!.fallSilent();
    const waiting = refusalOf(decide(service, 'apple'));
    expect(await waiting).toBe('HR_DECIDER_AWAY');
    expect(mute!.isWithdrawn).toBe(true);
    expect(deciderEvents[0]).toMatchObject({ detail: 'It said nothing for too long.' });
    await until(() => threads[0] !== mute && !deciders[0]!.isAway);
  });

  it('ends pages that are being read', async () => {
    const { service, threads } = await open({ deciderCount: 1 });
    await decide(service, 'apple');
    const pages = service.allDecisions('apple')[Symbol.asyncIterator]();
    await pages.next();
    threads[0]!.die('by chance');
    expect(await refusalOf(pages.next())).toBe('HR_DECIDER_AWAY');
  });
});

describe('closing', () => {
  it('finishes what is under way, and refuses what comes after', async () => {
    const { service } = await open();
    const last = decide(service, 'apple');
    await new Promise((resolve) => setImmediate(resolve));
    const closed = service.close();
    expect((await last).id).toBe('apple.1.1');
    await closed;
    expect(await refusalOf(service.checkReady())).toBe('HR_CLOSING');
    expect(await refusalOf(decide(service, 'apple'))).toBe('HR_CLOSING');
  });
});
