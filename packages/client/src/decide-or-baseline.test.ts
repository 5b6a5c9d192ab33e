/**
 * Promises of falling back: the caller always has an action, and the books learn what was played.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client, SafeDecision } from './client.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import { ConnectionError, QueueFullError, ServiceError } from './errors.ts';
import type { FallbackTicket } from './fallback-queue.ts';
import type { ClientProblem } from './problem-listener.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts';
import { type RunningService, startService } from './testing/running-service.ts';
import { SHOP } from './testing/shop-definition.ts';

const REQUEST = { context: { visitors: 40 } };
const BASELINE = { baseline: 'usual' };

describe('decideOrBaseline', () => {
  let service: RunningService;
  let proxy: FaultyProxy;
  let problems: ClientProblem[];
  let client: Client;
  let policyCount = 0;
  let policy: string;

  beforeAll(async () => {
    service = await startService();
    proxy = await startFaultyProxy(service.url);
  });

  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  beforeEach(async () => {
    proxy.plan = [];
    proxy.otherwise = 'pass';
    problems = [];
    client = open();
    policyCount += 1;
    policy = `shop-${policyCount}`;
    await client.define(policy, { definition: SHOP });
    proxy.seen.length = 0;
  });

  function open(options: Partial<ClientOptions> = {}): Client {
    const onProblem = (problem: ClientProblem) => problems.push(problem);
    return createClient({
      url: proxy.url,
      timeoutMs: 10_000,
      random: () => 0,
      onProblem,
      ...options,
    });
  }

  /** Falls back because every try meets the fault, then lets everything pass again. */
  async function fallBack(fault: Fault, caller = client): Promise<FallbackTicket> {
    proxy.otherwise = fault;
    const options = fault === 'hang' ? { ...BASELINE, timeoutMs: 200 } : BASELINE;
    const decision = await caller.decideOrBaseline(policy, REQUEST, options);
    proxy.otherwise = 'pass';
    expect(decision).toMatchObject({ action: 'usual', source: 'fallback' });
    return (decision as { ticket: FallbackTicket }).ticket;
  }

  const view = (sequence: number) => client.decision(`${policy}.1.${sequence}`);
  const decisionCount = async () => (await client.policy(policy)).counts.decisions;

  it('returns what the service decides', async () => {
    const decision = await client.decideOrBaseline(policy, REQUEST, BASELINE);
    expect(decision).toMatchObject({ action: 'new', source: 'service' });
    expect((decision as SafeDecision & { source: 'service' }).receipt.id).toBe(`${policy}.1.1`);
    expect(client.waitingCount).toBe(0);
  });

  it.each(['hang', 'cut before', 'cut after', 'cut within', { status: 503 }] as const)(
    'returns the baseline when every try meets %o, and reports it under the same key',
    async (fault) => {
      const ticket = await fallBack(fault);
      expect(proxy.seen.length).toBeLessThanOrEqual(4);
      expect(client.waitingCount).toBe(1);
      expect(await client.flush()).toEqual({
        reported: 1,
        rewards: 0,
        rewardsNotTaken: 0,
        refused: 0,
        waiting: 0,
        problem: null,
      });
      expect(new Set(keysSeen())).toEqual(new Set([ticket.key]));
      expect(await decisionCount()).toBe(1);
      expect(await view(1)).toMatchObject({ action: 'new', state: 'fell-back', reward: null });
    },
  );

  it('says why it fell back', async () => {
    proxy.otherwise = 'hang';
    const options = { ...BASELINE, timeoutMs: 50 };
    const decision = await client.decideOrBaseline(policy, REQUEST, options);
    const { problem } = decision as SafeDecision & { source: 'fallback' };
    expect(problem).toBeInstanceOf(ConnectionError);
    expect(problem.message).toBe('The service did not answer within 50 ms.');
  });

  it('gives the baseline that it plays to the service, too', async () => {
    const request = { ...REQUEST, baseline: { reward: 9 } };
    const decision = await client.decideOrBaseline(policy, request, { baseline: 'new' });
    const { receipt } = decision as SafeDecision & { source: 'service' };
    expect(receipt.baseline).toEqual({ action: 'new', reward: { min: 9, max: 9 } });
  });

  it('confirms a round in which the service decides for the baseline, too', async () => {
    await client.safeMode(policy);
    const ticket = await fallBack('cut before');
    expect(await client.reward(ticket, 9.5)).toBe('waiting');
    expect(await client.flush()).toMatchObject({ reported: 1, rewards: 1, rewardsNotTaken: 0 });
    expect(await view(1)).toMatchObject({ action: 'usual', state: 'executed', reward: 9.5 });
  });

  it('never gives the reward of the baseline to another action', async () => {
    const ticket = await fallBack('cut after');
    await client.reward(ticket, 9.5);
    expect(await client.flush()).toMatchObject({ reported: 1, rewards: 0, rewardsNotTaken: 1 });
    expect(await view(1)).toMatchObject({ action: 'new', state: 'fell-back', reward: null });
    expect(proxy.seen.filter(({ path }) => path.endsWith('/reward'))).toEqual([]);
  });

  it('takes a reward that comes long after the report', async () => {
    await client.safeMode(policy);
    const ticket = await fallBack('hang');
    await client.flush();
    expect(await view(1)).toMatchObject({ state: 'executed', reward: null });
    await client.reward(JSON.parse(JSON.stringify(ticket)), { value: 9.5 });
    expect(await client.flush()).toMatchObject({ reported: 1, rewards: 1, waiting: 0 });
    expect(await view(1)).toMatchObject({ reward: 9.5 });
    expect(await decisionCount()).toBe(1);
  });

  it('takes a reward that comes in the middle of the report', async () => {
    await client.safeMode(policy);
    let ticket: FallbackTicket | null = null;
    const busy = open({
      fetch: async (resource, init) => {
        const response = await fetch(resource, init);
        if (ticket !== null && String(resource).endsWith('/ack')) await busy.reward(ticket, 9.5);
        return response;
      },
    });
    ticket = await fallBack('cut before', busy);
    expect(await busy.flush()).toMatchObject({ rewards: 1, waiting: 0 });
    expect(await view(1)).toMatchObject({ reward: 9.5 });
  });

  it('reports after a restart, with the reward', async () => {
    await client.safeMode(policy);
    let saved: string | null = null;
    const storage = {
      load: () => saved,
      save: (text: string) => {
        saved = text;
      },
    };
    const before = open({ storage });
    await before.reward(await fallBack('cut after', before), 9.5);
    const after = open({ storage });
    expect(after.waitingCount).toBe(1);
    expect(await after.flush()).toMatchObject({ reported: 1, rewards: 1 });
    expect(await view(1)).toMatchObject({ state: 'executed', reward: 9.5 });
    expect(open({ storage }).waitingCount).toBe(0);
  });

  it('reports by itself once a later call succeeds', async () => {
    await fallBack('cut before');
    await client.decideOrBaseline(policy, REQUEST, BASELINE);
    await expect.poll(() => client.waitingCount).toBe(0);
    expect((await client.policy(policy)).counts).toMatchObject({ decisions: 2, fellBack: 1 });
  });

  it.each([
    { status: 401, body: '{"code":"HR_UNAUTHENTICATED"}' },
    { status: 403, body: '{"code":"HR_FORBIDDEN"}' },
    { status: 404 },
    { status: 404, body: '{"code":"HR_ROUTE_UNKNOWN"}' },
    { status: 409, body: '{"code":"HR_KEY_IN_PROGRESS"}' },
    { status: 500 },
    { status: 503 },
  ])('keeps what waits while the answer is %o, which may change', async (answer) => {
    await fallBack('cut before');
    proxy.otherwise = answer;
    const report = await client.flush();
    expect(report).toMatchObject({ reported: 0, refused: 0, waiting: 1 });
    expect(report.problem).toBeInstanceOf(ServiceError);
    proxy.otherwise = 'pass';
    expect(await client.flush()).toMatchObject({ reported: 1, waiting: 0, problem: null });
  });

  it('reports once, however many ask for it at the same time', async () => {
    await fallBack('cut before');
    await Promise.all([client.flush(), client.flush(), client.flush()]);
    expect(proxy.seen.filter(({ path }) => path.endsWith('/ack'))).toHaveLength(1);
  });

  it('finds the decision again after the service was replaced by another on the same journal', async () => {
    const ticket = await fallBack('cut after');
    const successor = await startService({ disk: service.disk });
    proxy.target = successor.url;
    expect(await client.flush()).toMatchObject({ reported: 1 });
    expect(await view(1)).toMatchObject({ action: 'new', state: 'fell-back' });
    expect(await decisionCount()).toBe(1);
    expect((await service.journal.findByKey(policy, 'local', ticket.key))?.state).toBe('fell-back');
    proxy.target = service.url;
    await successor.close();
  });

  it('returns the baseline at once when the service has too much to do', async () => {
    const busy = await startService({ requestLimit: 0 });
    const caller = open({ url: busy.url, timeoutMs: 900 });
    const decision = await caller.decideOrBaseline(policy, REQUEST, BASELINE);
    expect(decision).toMatchObject({ action: 'usual', problem: { code: 'HR_OVERLOADED' } });
    expect(caller.waitingCount).toBe(1);
    await busy.close();
  });

  it('takes up a report where it broke off', async () => {
    await client.safeMode(policy);
    await client.reward(await fallBack('cut before'), 9.5);
    for (const plan of [['pass'], ['pass', 'pass']] as Fault[][]) {
      proxy.plan = plan;
      proxy.otherwise = 'cut after';
      expect(await client.flush()).toMatchObject({ waiting: 1 });
    }
    proxy.otherwise = 'pass';
    expect(await client.flush()).toMatchObject({ rewards: 1, waiting: 0 });
    expect(await decisionCount()).toBe(1);
    expect((await view(1)).events.map(({ kind }) => kind)).toEqual(['confirmed', 'rewarded']);
  });

  it('does not let one report that fails inside the service hold up the others', async () => {
    await fallBack('cut before');
    await fallBack('cut before');
    proxy.plan = [{ status: 500 }];
    expect(await client.flush()).toMatchObject({ reported: 1, waiting: 1 });
    expect(await client.flush()).toMatchObject({ reported: 1, waiting: 0 });
  });

  it('returns the baseline for a request that is refused, tells it, and does not repeat it', async () => {
    const wrong = { context: { visitors: 'many' } };
    const decision = await client.decideOrBaseline(policy, wrong, BASELINE);
    expect(decision).toMatchObject({ action: 'usual', source: 'fallback', ticket: null });
    expect(problems).toMatchObject([{ kind: 'decision-refused' }]);
    expect(problems[0]!.error).toMatchObject({ status: 422, code: 'HR_INVALID_INPUT' });
    expect(client.waitingCount).toBe(0);
    expect(proxy.seen).toHaveLength(1);
  });

  it.each([
    { why: 'its key cannot be sent', options: { ...BASELINE, key: 'a\nb' }, request: REQUEST },
    { why: 'it cannot be written', options: BASELINE, request: { context: { visitors: 1n } } },
  ])('returns the baseline for a request that cannot be asked: $why', async (wrong) => {
    // @ts-expect-error: one of them is no context.
    const decision = await client.decideOrBaseline(policy, wrong.request, wrong.options);
    expect(decision).toMatchObject({ action: 'usual', source: 'fallback', ticket: null });
    expect(problems).toMatchObject([{ kind: 'decision-refused' }]);
    expect([client.waitingCount, proxy.seen.length]).toEqual([0, 0]);
  });

  it('does not let a ticket that cannot be sent hold up the others', async () => {
    const ticket = await fallBack('cut before');
    await client.reward({ ...ticket, key: 'a\nb' }, 9);
    await fallBack('cut before');
    expect(await client.flush()).toMatchObject({ reported: 2, refused: 1, waiting: 0 });
    expect(problems).toMatchObject([{ kind: 'report-refused', error: { name: 'TypeError' } }]);
  });

  it('remembers a request that somebody in between gave up', async () => {
    proxy.plan = [{ status: 408 }];
    const options = { ...BASELINE, key: 'mine' };
    const decision = await client.decideOrBaseline(policy, REQUEST, options);
    expect(decision).toMatchObject({ source: 'fallback', ticket: { key: 'mine' } });
    expect(client.waitingCount).toBe(1);
  });

  it('remembers a refused request whose first try may have been booked', async () => {
    proxy.plan = ['cut after', { status: 401 }];
    const decision = await client.decideOrBaseline(policy, REQUEST, BASELINE);
    expect(decision).toMatchObject({ action: 'usual', source: 'fallback', ticket: {} });
    await client.flush();
    expect(await view(1)).toMatchObject({ state: 'fell-back' });
  });

  it('gives up a report that is refused for good, and tells it', async () => {
    const ticket = await fallBack('cut before');
    // Somebody else used the key for another request.
    await client.decide(policy, { context: { visitors: 1 } }, { key: ticket.key });
    await expect.poll(() => client.waitingCount).toBe(0);
    expect(problems).toMatchObject([{ kind: 'report-refused', ticket }]);
    expect(problems[0]!.error).toMatchObject({ code: 'HR_KEY_REUSED' });
  });

  it('tells when the books took the round as played, and keeps the reward out of them', async () => {
    await client.define('trusting', { definition: { ...SHOP, execution: 'assume' } });
    policy = 'trusting';
    await client.reward(await fallBack('cut after'), 9.5);
    expect(await client.flush()).toMatchObject({ refused: 1, rewards: 0, waiting: 0 });
    expect(problems).toMatchObject([{ kind: 'report-refused' }]);
    expect(problems[0]!.error).toMatchObject({ code: 'HR_ALREADY_PLAYED' });
    expect(await view(1)).toMatchObject({ reward: null });
  });

  it('plays on when the queue is full, and says that the service will not hear of it', async () => {
    const small = open({ queueLimit: 1 });
    const ticket = await fallBack('cut before', small);
    proxy.otherwise = 'cut before';
    const decision = await small.decideOrBaseline(policy, REQUEST, BASELINE);
    expect(decision).toMatchObject({ action: 'usual', source: 'fallback', ticket: null });
    expect((decision as { problem: Error }).problem).toBeInstanceOf(QueueFullError);
    expect(problems).toMatchObject([{ kind: 'queue-full' }]);
    await expect(small.reward({ ...ticket, key: 'other' }, 9)).rejects.toThrow(QueueFullError);
    proxy.otherwise = 'pass';
    expect(await small.flush()).toMatchObject({ reported: 1 });
  });

  it('plays on when the listener is faulty', async () => {
    const onProblem = () => {
      throw new Error('a fault of the listener');
    };
    const wrong = { context: { visitors: 'many' } };
    const decision = await open({ onProblem }).decideOrBaseline(policy, wrong, BASELINE);
    expect(decision.action).toBe('usual');
  });

  it('books every round once and as it was played, in any weather', async () => {
    const generator = xoroshiro128plus(7);
    const faults: Fault[] = ['pass', 'cut before', 'cut after', 'cut within', { status: 503 }];
    const played = new Map<string, string>();
    for (let round = 0; round < 25; round++) {
      proxy.plan = Array.from({ length: 12 }, () => faults[uniformInt(generator, 0, 4)]!);
      const key = `round-${round}`;
      const { action } = await client.decideOrBaseline(policy, REQUEST, { ...BASELINE, key });
      played.set(key, action);
    }
    proxy.plan = [];
    expect(await client.flush()).toMatchObject({ waiting: 0, refused: 0 });
    expect(await decisionCount()).toBe(played.size);
    for (const [key, action] of played) {
      const row = await service.journal.findByKey(policy, 'local', key);
      const isFallback = row!.state !== 'issued';
      expect(row!.action === action).toBe(row!.state !== 'fell-back');
      if (isFallback) expect(action).toBe('usual');
    }
    expect(new Set(played.values())).toEqual(new Set(['usual', 'new']));
  });

  function keysSeen() {
    return proxy.seen.flatMap(({ key }) => (key === undefined ? [] : [key]));
  }
});
