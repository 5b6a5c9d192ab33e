/**
 * What no official client can be made to send: repeated request ids, late rewards, keys of one site, other replicas.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOtherMember } from '../testing/other-member.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const LOOP = {
  actions: ['a', 'b'],
  baseline: { action: 'a', reward: 0.4 },
  context: { hour: { min: 0, max: 24 } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.2,
  reserve: 100,
  rewardWithin: { days: 2 },
} as const;
const RANK = { contextFeatures: [{ hour: 3 }], actions: [{ id: 'a' }, { id: 'b' }] };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await server.service.define('loop', { definition: LOOP });
});
afterAll(() => server.close());

interface Post {
  readonly headers?: Record<string, string>;
  readonly payload?: object;
  readonly app?: TestServer['app'];
}

function post(path: string, { headers = {}, payload, app = server.app }: Post = {}) {
  return app.inject({
    method: 'POST',
    url: `/personalizer/v1.0${path}`,
    headers: { 'ocp-apim-subscription-key': 'loop', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

describe('while no key is needed', () => {
  it('the subscription key names the policy', async () => {
    const answer = await post('/rank', { payload: RANK });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().hedgerow.decisionId).toMatch(/^loop\./);
    const headers = { 'ocp-apim-subscription-key': 'none' };
    const unknown = await post('/rank', { payload: RANK, headers });
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'ResourceNotFound']);
  });
});

describe('a rank call', () => {
  it('makes no view of the policy, which may be long', async () => {
    const service = { ...server.service, policy: () => Promise.reject(new Error('a view')) };
    const { app } = await createTestServer({ service });
    const answer = await post('/rank', { payload: RANK, app });
    expect(answer.statusCode).toBe(201);
    await app.close();
  });

  it('that is tried again with the same request id is one event', async () => {
    const headers = { 'x-ms-client-request-id': 'c0ffee' };
    const first = await post('/rank', { payload: RANK, headers });
    const again = await post('/rank', { payload: RANK, headers });
    expect(again.json()).toEqual(first.json());
    const other = await post('/rank', { payload: RANK });
    expect(other.json().eventId).not.toBe(first.json().eventId);
  });

  it.each([
    ['actions', { ...RANK, actions: [] }],
    ['actions', { ...RANK, actions: [{ id: 'a' }, { id: 'a' }] }],
    ['actions', { ...RANK, actions: [{ id: 'a' }, { id: 'z' }] }],
    ['excludedActions', { ...RANK, excludedActions: ['a', 'b'] }],
    ['eventId', { ...RANK, eventId: 'x'.repeat(257) }],
    ['eventId', { ...RANK, eventId: '..' }],
  ])('is refused in the form of Personalizer, with the field %s', async (target, payload) => {
    const before = await server.stateHash();
    const answer = await post('/rank', { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      error: {
        code: 'InvalidRankRequest',
        message: expect.any(String),
        target,
        details: [],
        innerError: { code: 'HR_INVALID_INPUT' },
      },
    });
    expect(await server.stateHash()).toBe(before);
  });

  it('cannot be deferred where every action counts as played', async () => {
    await server.service.define('assumed', { definition: { ...LOOP, execution: 'assume' } });
    const headers = { 'ocp-apim-subscription-key': 'assumed' };
    const deferred = { ...RANK, deferActivation: true };
    const answer = await post('/rank', { payload: deferred, headers });
    expect(answer.json().error.target).toBe('deferActivation');
    expect((await post('/rank', { payload: RANK, headers })).statusCode).toBe(201);
  });

  it('goes to the replica that writes the policy of the key', async () => {
    const other = await openOtherMember((response) => response.end('{}'));
    const asked: string[] = [];
    const placement = {
      find: async (policy: string) => {
        asked.push(policy);
        return { kind: 'elsewhere' as const, address: other.address };
      },
    };
    const here = await createTestServer({ placement });
    await here.app.listen({ host: '127.0.0.1', port: 0 });
    await post('/rank', { payload: RANK, app: here.app });
    expect(asked).toEqual(['loop']);
    expect(other.sent[0]!.url).toBe('/personalizer/v1.0/rank');
    await here.close();
    await other.close();
  });
});

describe('an event', () => {
  it('takes no reward after rewardWithin, and stays the worst it can be', async () => {
    const { eventId, hedgerow } = (await post('/rank', { payload: RANK })).json();
    for (let day = 0; day < 40; day++) {
      server.clock.advance(86_400_000 / 4);
      await post('/rank', { payload: RANK });
    }
    const late = await post(`/events/${eventId}/reward`, { payload: { value: 1 } });
    expect([late.statusCode, late.headers['hedgerow-outcome']]).toEqual([204, 'ignored']);
    expect((await server.service.decision(hedgerow.decisionId)).reward).toBeNull();
    const settings = await server.app.inject({
      url: '/v1/policies/loop/personalizer/v1.0/configurations/service',
    });
    expect(settings.json()).toMatchObject({ rewardWaitTime: 'P2D', defaultReward: 0 });
  });

  it('that the books know as not played is not ranked again', async () => {
    const payload = { ...RANK, eventId: 'never', deferActivation: true };
    const { hedgerow } = (await post('/rank', { payload })).json();
    await server.service.void(hedgerow.decisionId, { reason: 'unrelated' });
    const again = await post('/rank', { payload: { ...RANK, eventId: 'never' } });
    expect([again.statusCode, again.json().error.innerError.code]).toEqual([400, 'HR_NOT_PLAYED']);
  });

  it('that was deferred and given up is not ranked again, either', async () => {
    const payload = { ...RANK, eventId: 'deferred', deferActivation: true };
    const { hedgerow } = (await post('/rank', { payload })).json();
    expect((await post('/rank', { payload })).json().hedgerow).toEqual(hedgerow);
    await server.service.void(hedgerow.decisionId, { reason: 'unrelated' });
    const again = await post('/rank', { payload });
    expect(again.json().error.innerError.code).toBe('HR_NOT_PLAYED');
  });

  it('that was forgotten may be rewarded and activated again, without effect', async () => {
    const { hedgerow } = (await post('/rank', { payload: { ...RANK, eventId: 'gone' } })).json();
    const payload = { value: 1 };
    await post('/events/gone/reward', { payload });
    await server.service.forget('loop', { decisions: [hedgerow.decisionId] });
    const before = await server.stateHash();
    const told = [
      await post('/events/gone/reward', { payload }),
      await post('/events/gone/activate'),
    ];
    expect(told.map((answer) => [answer.statusCode, answer.headers['hedgerow-outcome']])).toEqual([
      [204, 'ignored'],
      [204, 'repeated'],
    ]);
    expect(await server.stateHash()).toBe(before);
  });

  it('that was forgotten leaves the settings as they are', async () => {
    const { eventId, hedgerow } = (await post('/rank', { payload: RANK })).json();
    await post(`/events/${eventId}/reward`, { payload: { value: 1 } });
    const url = '/v1/policies/loop/personalizer/v1.0/configurations/service';
    const before = (await server.app.inject({ url })).json().hedgerow.decisions;
    await server.service.forget('loop', { decisions: [hedgerow.decisionId] });
    const after = await server.app.inject({ url });
    expect([after.statusCode, after.json().hedgerow.decisions]).toEqual([200, before - 1]);
  });

  it('that nobody ranked is unknown', async () => {
    const reward = await post('/events/none/reward', { payload: { value: 1 } });
    expect([reward.statusCode, reward.json().error.code]).toEqual([404, 'ResourceNotFound']);
  });
});

describe('with keys', () => {
  it('a key that is kept to one site has events of its own', async () => {
    const own = await createTestServer();
    await own.service.define('loop', { definition: LOOP });
    const scopes = ['decide', 'reward', 'ack', 'site:north'] as const;
    const north = await own.addKey({ policies: ['loop'], scopes });
    const all = await own.addKey({ policies: ['loop'] });
    const decider = await own.addKey({ policies: ['loop'], scopes: ['decide'] });
    const by = (key: string) => ({ 'ocp-apim-subscription-key': key });
    const payload = { ...RANK, eventId: 'same' };
    const first = await post('/rank', { payload, headers: by(north), app: own.app });
    const second = await post('/rank', { payload, headers: by(all), app: own.app });
    const ids = [first, second].map((answer) => answer.json().hedgerow.decisionId);
    expect((await own.service.decision(ids[0])).site).toBe('north');
    expect(ids[1]).not.toBe(ids[0]);
    const shown = (answer: typeof first) =>
      answer.json().ranking.map((one: object) => 'probability' in one);
    expect(shown(second)).toEqual([true, true]);
    expect(shown(first)).toEqual([false, false]);
    const reader = await own.addKey({
      policies: ['loop'],
      scopes: ['decide', 'read', 'site:south'],
    });
    const south = { headers: by(reader), app: own.app };
    const properties = await own.app.inject({
      url: '/personalizer/v1.0/model/properties',
      headers: south.headers,
    });
    const { creationTime, lastModifiedTime } = properties.json();
    expect(lastModifiedTime).toBe(creationTime);
    expect(shown(await post('/rank', { payload, ...south }))).toEqual([true, false]);
    const reward = { payload: { value: 1 }, headers: by(decider), app: own.app };
    const refused = await post('/events/same/reward', reward);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'OperationNotAllowed']);
    await own.close();
  });
});
