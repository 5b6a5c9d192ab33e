/**
 * The remote evaluation protocol, word by word: what is answered, what is refused and how, and that nothing is decided
 * twice.
 */
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DecisionService } from '../../decisions/decision-service.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { FARM } from '../testing/example-policy.ts';
import { openOtherMember } from '../testing/other-member.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const HERE = { kind: 'here' } as const;
const CONTEXT = { targetingKey: 'field 7', rain: 100, soil: 'clay' };

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: { ...FARM, reserve: 1000 } });
});
afterEach(() => server.close());

function ask(payload: object, { path = '/farm', headers = {}, app = server.app } = {}) {
  const url = `/ofrep/v1/evaluate/flags${path}`;
  return app.inject({ method: 'POST', url, payload, headers });
}

describe('one flag', () => {
  it('is a decision: value, variant, reason and flat metadata', async () => {
    const answer = await ask({ context: CONTEXT });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      key: 'farm',
      value: 'bold',
      variant: 'bold',
      reason: 'TARGETING_MATCH',
      metadata: {
        decisionId: 'farm.1.1',
        safe: true,
        mode: 'live',
        chosenBy: 'learner',
        why: 'proposal-is-safe',
        margin: expect.any(Number),
        unit: 't/ha',
        propensity: 1,
      },
    });
  });

  it('is the same after a restart, and for another API key', async () => {
    const first = await ask({ context: CONTEXT });
    const again = await createTestServer({
      journal: new MemoryJournal({ disk: server.journal.disk }),
    });
    const key = await again.addKey({ scopes: ['decide', 'read'] });
    const headers = { authorization: `Bearer ${key}` };
    const second = await ask({ context: { ...CONTEXT, at: 12 } }, { app: again.app, headers });
    expect(second.json()).toEqual(first.json());
    expect((await again.service.policy('farm')).counts.decisions).toBe(1);
    await again.close();
  });

  it('is decided without a view of the policy, which may be long', async () => {
    const service = { ...server.service, policy: () => Promise.reject(new Error('a view')) };
    const { app } = await createTestServer({ service });
    const answer = await ask({ context: CONTEXT }, { app });
    expect(answer.json()).toMatchObject({ value: 'bold', metadata: { decisionId: 'farm.1.1' } });
    await app.close();
  });

  it('has no value in safe mode, whatever was decided before', async () => {
    await ask({ context: CONTEXT });
    await server.service.setMode('farm', { mode: 'safe-mode' });
    const held = (await ask({ context: CONTEXT })).json();
    expect(held).toMatchObject({ reason: 'DISABLED', metadata: { mode: 'safe-mode' } });
    expect(held).not.toHaveProperty('value');
    expect(held).not.toHaveProperty('variant');
  });

  it('has no value in safe mode, either, if that ended in the middle of the first question', async () => {
    await server.service.setMode('farm', { mode: 'safe-mode' });
    const service: DecisionService = {
      ...server.service,
      terms: async (id) => {
        const terms = await server.service.terms(id);
        await server.service.setMode('farm', { mode: 'live' });
        return terms;
      },
    };
    const racing = await createTestServer({ journal: server.journal, service });
    const first = (await ask({ context: CONTEXT }, { app: racing.app })).json();
    expect(first).toMatchObject({ value: 'bold', metadata: { mode: 'live' } });
    await server.service.setMode('farm', { mode: 'safe-mode' });
    const held = (await ask({ context: CONTEXT })).json();
    expect(held).toMatchObject({ reason: 'DISABLED', metadata: { mode: 'safe-mode' } });
    expect(held).not.toHaveProperty('value');
    expect((await ask({ context: CONTEXT }, { path: '' })).json().flags).toEqual([held]);
    await racing.app.close();
  });

  it('has no value of a decision that an earlier version made in another mode than its key says', async () => {
    await server.service.setMode('farm', { mode: 'safe-mode' });
    const service: DecisionService = {
      ...server.service,
      terms: async (id) => ({ ...(await server.service.terms(id)), mode: 'safe-mode' }),
      decide: (policy, request, { mode, ...key }) => server.service.decide(policy, request, key),
    };
    const earlier = await createTestServer({ journal: server.journal, service });
    await server.service.setMode('farm', { mode: 'live' });
    await ask({ context: CONTEXT }, { app: earlier.app });
    await server.service.setMode('farm', { mode: 'safe-mode' });
    const held = (await ask({ context: CONTEXT })).json();
    expect(held).toMatchObject({ reason: 'DISABLED', metadata: { mode: 'live' } });
    expect(held).not.toHaveProperty('value');
    await earlier.app.close();
  });

  it('has its value after safe mode, if that began in the middle of the first question', async () => {
    const modes = ['safe-mode', 'live', 'safe-mode', 'live'] as const;
    let asked = 0;
    const service: DecisionService = {
      ...server.service,
      terms: async (id) => {
        const terms = await server.service.terms(id);
        if (asked < modes.length) await server.service.setMode('farm', { mode: modes[asked++]! });
        return terms;
      },
    };
    const racing = await createTestServer({ journal: server.journal, service });
    // Three times it was another mode than when it was looked at: nothing is decided.
    const first = (await ask({ context: CONTEXT }, { app: racing.app })).json();
    expect(first.errorDetails).toContain('HR_MODE_CHANGED');
    const second = (await ask({ context: CONTEXT }, { app: racing.app })).json();
    expect(second).toMatchObject({ value: 'bold', metadata: { decisionId: 'farm.1.1' } });
    await racing.app.close();
  });

  it.each(['fell-back', 'void'] as const)('has no value once it is %s', async (state) => {
    const { metadata } = (await ask({ context: CONTEXT })).json();
    const id = metadata.decisionId as string;
    await (state === 'void'
      ? server.service.void(id, { reason: 'unrelated' })
      : server.service.ack(id, { played: 'baseline', reason: 'unrelated' }));
    const again = (await ask({ context: CONTEXT })).json();
    expect(again).toMatchObject({ reason: 'DISABLED', metadata: { decisionId: id, state } });
    expect(again).not.toHaveProperty('value');
    const { flags } = (await ask({ context: CONTEXT }, { path: '' })).json();
    expect(flags).toEqual([again]);
  });

  it('has no value while the policy is archived, whatever was decided before', async () => {
    const first = await ask({ context: CONTEXT });
    await server.service.remove('farm', {});
    const held = await ask({ context: CONTEXT });
    expect(held.statusCode).toBe(400);
    expect(held.json()).toMatchObject({ errorDetails: expect.stringContaining('[HR_ARCHIVED]') });
    await server.service.restore('farm', {});
    expect((await ask({ context: CONTEXT })).json()).toEqual(first.json());
  });

  it('has no value while the policy is halted, whatever was decided before', async () => {
    const first = (await ask({ context: CONTEXT })).json();
    const chain = server.journal.disk.chains.get('farm')!;
    chain[1] = { ...chain[1]!, text: chain[1]!.text.replace('bold', 'bald') };
    const again = await createTestServer({
      journal: new MemoryJournal({ disk: server.journal.disk }),
    });
    const held = (await ask({ context: CONTEXT }, { app: again.app })).json();
    expect(held).toMatchObject({ reason: 'DISABLED', metadata: { why: 'halted' } });
    expect(held.metadata.decisionId).not.toBe(first.metadata.decisionId);
    await again.close();
  });

  it('takes a variable by any name, and what nobody said for nothing', async () => {
    const context = { valueOf: { min: 0, max: 1 }, rain: FARM.context.rain! };
    await server.service.define('odd', { definition: { ...FARM, context } });
    const good = await ask({ context: { ...CONTEXT, valueOf: 1 } }, { path: '/odd' });
    expect(good.statusCode).toBe(200);
    const missing = await ask({ context: CONTEXT }, { path: '/odd' });
    expect(missing.json().errorCode).toBe('INVALID_CONTEXT');
  });

  it('is decided anew in a new generation', async () => {
    await ask({ context: CONTEXT });
    const definition = { ...FARM, allowedShortfall: 0.3 };
    await server.service.define('farm', { definition, reason: 'more room' });
    expect((await ask({ context: CONTEXT })).json().metadata.decisionId).toBe('farm.2.1');
  });

  it('tells where chance decided, and with which probability', async () => {
    const exploration = { share: 0.25 };
    await server.service.define('lots', { definition: { ...FARM, reserve: 1000, exploration } });
    const { reason, variant, metadata } = (
      await ask({ context: CONTEXT }, { path: '/lots' })
    ).json();
    expect(reason).toBe('SPLIT');
    expect(metadata.propensity).toBe(variant === 'bold' ? 0.875 : 0.125);
  });

  it('is never divided', async () => {
    const { seed: _seed, ...farm } = FARM;
    const divided = { size: { typical: 4 }, split: { strips: 20, drop: 4 }, reserve: 1000 };
    const definition = { ...farm, baseline: { action: 'usual' }, ...divided };
    await server.service.define('strips', { definition });
    const parted = await server.service.preview('strips', { context: { rain: 1, soil: 'clay' } });
    expect(parted.parts).toHaveLength(2);
    const { metadata } = (await ask({ context: CONTEXT }, { path: '/strips' })).json();
    const { receipt } = await server.service.decision(metadata.decisionId);
    expect(receipt.parts).toHaveLength(1);
    const told = await server.service.reward(receipt.id, { value: 5 });
    expect(told).toMatchObject({ reward: 5, partRewards: { share: 1, try: 5, check: null } });
    const again = await server.service.reward(receipt.id, { value: 5 });
    expect(again.outcome).toBe('repeated');
    await server.service.setMode('strips', { mode: 'safe-mode' });
    const held = (await ask({ context: CONTEXT }, { path: '/strips' })).json();
    const kept = await server.service.reward(held.metadata.decisionId, { value: 4 });
    expect(kept).toMatchObject({ reward: 4, partRewards: { share: 0, try: null, check: 4 } });
  });

  it('goes to the replica that writes the policy', async () => {
    const other = await openOtherMember((response) => response.end('{"key":"farm"}'));
    const placement = {
      find: async () => ({ kind: 'elsewhere' as const, address: other.address }),
    };
    const here = await createTestServer({ placement });
    await here.app.listen({ host: '127.0.0.1', port: 0 });
    expect((await ask({ context: CONTEXT }, { app: here.app })).json()).toEqual({ key: 'farm' });
    expect(other.sent[0]!.url).toBe('/ofrep/v1/evaluate/flags/farm');
    await here.close();
    await other.close();
  });

  it('takes truths as categories, and ignores what no variable is named after', async () => {
    const context = { ...FARM.context, wet: { categories: ['false', 'true'] } };
    await server.service.define('wet', { definition: { ...FARM, context } });
    const payload = { context: { ...CONTEXT, wet: true, nested: { a: [1] }, nothing: null } };
    expect((await ask(payload, { path: '/wet' })).statusCode).toBe(200);
  });

  it.each([
    [404, 'FLAG_NOT_FOUND', '/none', { context: CONTEXT }],
    [404, 'FLAG_NOT_FOUND', '/new.banner', { context: CONTEXT }],
    [400, 'TARGETING_KEY_MISSING', '/farm', { context: { rain: 1, soil: 'clay' } }],
    [400, 'TARGETING_KEY_MISSING', '/farm', { context: { ...CONTEXT, targetingKey: '' } }],
    [400, 'INVALID_CONTEXT', '/farm', {}],
    [400, 'INVALID_CONTEXT', '/farm', { context: { targetingKey: 'a', rain: 1 } }],
    [400, 'INVALID_CONTEXT', '/farm', { context: { ...CONTEXT, rain: { kind: 'none' } } }],
    [400, 'INVALID_CONTEXT', '/farm', { context: { ...CONTEXT, hedgerow: { color: 1 } } }],
    [400, 'INVALID_CONTEXT', '/farm', JSON.parse('{"context":{"__proto__":{"rain":1}}}')],
    [400, 'INVALID_CONTEXT', '/farm', { context: { ...CONTEXT, constructor: 1 } }],
    [400, 'INVALID_CONTEXT', '/farm', { context: { ...CONTEXT, hedgerow: { subject: 'x' } } }],
  ])('is refused with %i %s: %s %j', async (status, errorCode, path, payload) => {
    const before = await server.stateHash();
    const answer = await ask(payload, { path });
    expect(answer.statusCode).toBe(status);
    const errorDetails = expect.stringMatching(/\[HR_[A-Z_]+\]$/);
    expect(answer.json()).toEqual({ key: path.slice(1), errorCode, errorDetails });
    expect(await server.stateHash()).toBe(before);
  });

  it('is refused with PARSE_ERROR if it is no JSON, and with GENERAL while archived', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = '/ofrep/v1/evaluate/flags/farm';
    const broken = await server.app.inject({ method: 'POST', url, payload: '{', headers });
    expect([broken.statusCode, broken.json().errorCode]).toEqual([400, 'PARSE_ERROR']);
    await ask({ context: CONTEXT });
    await server.service.remove('farm', {});
    const archived = await ask({ context: { ...CONTEXT, rain: 2 } });
    expect([archived.statusCode, archived.json().errorCode]).toEqual([400, 'GENERAL']);
  });

  it('needs a key with the scope decide for this policy, and not too often', async () => {
    const limited = await createTestServer({ options: { rateLimit: 1, rateBurst: 1 } });
    const statusFor = async (secret: string) => {
      const headers = secret === '' ? {} : { authorization: `Bearer ${secret}` };
      return ask({ context: CONTEXT }, { app: limited.app, headers });
    };
    await limited.service.define('farm', { definition: FARM });
    const reader = await limited.addKey({ scopes: ['read'] });
    const stranger = await limited.addKey({ policies: ['other'] });
    const decider = await limited.addKey({ scopes: ['decide'] });
    expect((await statusFor('')).statusCode).toBe(401);
    expect((await statusFor(reader)).statusCode).toBe(403);
    expect((await statusFor(stranger)).json().errorCode).toBe('FLAG_NOT_FOUND');
    const { metadata } = (await statusFor(decider)).json();
    expect(metadata).not.toHaveProperty('margin');
    const tooOften = await statusFor(decider);
    expect(tooOften.statusCode).toBe(429);
    expect(Number(tooOften.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  it('is of the one site that a key is kept to', async () => {
    const secret = await server.addKey({ scopes: ['decide', 'read', 'site:north'] });
    const headers = { authorization: `Bearer ${secret}` };
    const { metadata } = (await ask({ context: CONTEXT }, { headers })).json();
    expect((await server.service.decision(metadata.decisionId)).site).toBe('north');
    const hedgerow = { site: 'south' };
    const other = await ask({ context: { ...CONTEXT, hedgerow } }, { headers });
    expect(other.statusCode).toBe(403);
  });
});

describe('all flags', () => {
  it('decides nothing and flips no coin: the baseline, or no value', async () => {
    const { reward: _reward, ...unknown } = FARM.baseline;
    await server.service.define('coin', {
      definition: { ...FARM, baseline: unknown, reserve: 1000 },
    });
    const before = await server.stateHash();
    const answer = await ask({ context: CONTEXT }, { path: '' });
    expect(await server.stateHash()).toBe(before);
    const { flags } = answer.json();
    expect(flags.map(({ key }: { key: string }) => key)).toEqual(['coin', 'farm']);
    for (const flag of flags) {
      expect(flag).toMatchObject({ reason: 'DISABLED', metadata: { preview: true } });
      expect(flag).not.toHaveProperty('value');
    }
  });

  it('tells of every flag, however few fit on a page of policies', async () => {
    for (const id of ['a', 'b', 'z']) await server.service.define(id, { definition: FARM });
    const service: DecisionService = {
      ...server.service,
      policies: (options) => server.service.policies({ ...options, limit: 1 }),
    };
    const paged = await createTestServer({ journal: server.journal, service });
    const { flags } = (await ask({ context: CONTEXT }, { path: '', app: paged.app })).json();
    expect(flags.map(({ key }: { key: string }) => key)).toEqual(['a', 'b', 'farm', 'z']);
    await paged.app.close();
  });

  it('asks the replica that holds a flag, once for all that it holds, and keeps the others if it is away', async () => {
    await server.service.define('here', { definition: FARM });
    await server.service.define('second', { definition: FARM });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const find = async (policy: string) =>
      policy === 'here' ? HERE : { kind: 'elsewhere' as const, address, member: 'holder' };
    const journal = new MemoryJournal({ disk: server.journal.disk });
    Object.defineProperty(journal, 'placement', { value: { find } });
    const asked: unknown[] = [];
    server.app.server.on('request', ({ headers }) => asked.push(headers['hedgerow-hop']));
    const entrance = await createTestServer({ journal, placement: { find } });
    const whole = (await ask({ context: CONTEXT }, { path: '' })).json();
    expect(whole.flags.map(({ key }: { key: string }) => key)).toEqual(['farm', 'here', 'second']);
    asked.length = 0;
    const all = { path: '', app: entrance.app };
    const seen = await ask({ context: CONTEXT }, all);
    expect(seen.json()).toEqual(whole);
    expect(asked).toEqual(['holder']);
    const known = { 'if-none-match': String(seen.headers.etag) };
    expect((await ask({ context: CONTEXT }, { ...all, headers: known })).statusCode).toBe(304);
    // What was sent on once is not sent on again.
    const hop = (
      await ask({ context: CONTEXT }, { ...all, headers: { 'hedgerow-hop': '1' } })
    ).json();
    expect(hop.flags.map((flag: object) => 'errorCode' in flag)).toEqual([true, false, true]);
    await server.app.close();
    const left = (await ask({ context: CONTEXT }, all)).json();
    expect(left.flags[0].errorDetails).toContain('HR_OWNER_AWAY');
    expect(left.flags[1]).toEqual(whole.flags[1]);
    await entrance.close();
  });

  it('shows what was decided before, and the baseline where it would be played', async () => {
    await server.service.define('careful', { definition: { ...FARM, allowedShortfall: 0.01 } });
    const decided = (await ask({ context: CONTEXT })).json();
    const { flags } = (await ask({ context: CONTEXT }, { path: '' })).json();
    expect(flags).toEqual([
      expect.objectContaining({ key: 'careful', value: 'usual', variant: 'usual' }),
      decided,
    ]);
  });

  it('is answered with 304 while nothing has changed', async () => {
    const first = await ask({ context: CONTEXT }, { path: '' });
    const headers = { 'if-none-match': first.headers.etag as string };
    const same = await ask({ context: CONTEXT }, { path: '', headers });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await ask({ context: CONTEXT });
    const changed = await ask({ context: CONTEXT }, { path: '', headers });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it('tells of a flag that cannot be evaluated beside the others', async () => {
    const context = { frost: { min: 0, max: 1 } };
    await server.service.define('frost', { definition: { ...FARM, context } });
    const { flags } = (await ask({ context: CONTEXT }, { path: '' })).json();
    expect(flags).toEqual([
      expect.objectContaining({ key: 'farm' }),
      expect.objectContaining({ key: 'frost', errorCode: 'INVALID_CONTEXT' }),
    ]);
  });

  it('shows only policies of the key, and refuses without a targetingKey or with too many', async () => {
    await server.service.define('other', { definition: FARM });
    const secret = await server.addKey({ scopes: ['decide'], policies: ['farm'] });
    const headers = { authorization: `Bearer ${secret}` };
    const { flags } = (await ask({ context: CONTEXT }, { path: '', headers })).json();
    expect(flags.map(({ key }: { key: string }) => key)).toEqual(['farm']);
    const nobody = await ask({ context: {} }, { path: '', headers });
    expect(nobody.json()).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' });
    expect(nobody.json()).not.toHaveProperty('key');
  });

  it('is not there if it was switched off', async () => {
    const off = await createTestServer({ options: { ofrep: false } });
    expect((await ask({ context: CONTEXT }, { app: off.app })).statusCode).toBe(404);
    await off.close();
  });
});
