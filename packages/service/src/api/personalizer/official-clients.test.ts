/**
 * The two official clients of Azure Personalizer, unchanged, against the real service.
 *
 * The newer one is CommonJS whose factory is `default`, and takes plain HTTP only when it is told to.
 */

import { PersonalizerClient } from '@azure/cognitiveservices-personalizer';
import Rest, { isUnexpected as judge } from '@azure-rest/ai-personalizer';
import type { PolicyDefinition } from '@hedgerow/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const NEWS: PolicyDefinition = {
  actions: ['sport', 'politics', 'music'],
  baseline: { action: 'sport', reward: 0.4 },
  context: { hour: { min: 0, max: 24 }, device: { categories: ['phone', 'desk'] } },
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.2,
  reserve: 100,
  execution: 'confirm',
  seed: 7,
};
const ACTIONS = [
  { id: 'sport', features: [{ kind: 'x' }] },
  { id: 'music', features: [{ kind: 'y', n: 2 }] },
];
const FEATURES = [{ hour: 21.5 }, { user: { device: 'phone', age: 30 } }];

let server: TestServer;
let url: string;
let key: string;
beforeAll(async () => {
  server = await createTestServer();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await server.service.define('news', { definition: NEWS });
  await server.service.define('other', { definition: { ...NEWS, baseline: { action: 'sport' } } });
  key = await server.addKey({ policies: ['news'] });
});
afterAll(() => server.close());

const decisionOf = async (hedgerow: unknown) =>
  await server.service.decision((hedgerow as { decisionId: string }).decisionId);

// CommonJS: the factory is inside of what is imported, unless a test runner has taken it out.
const createRest = (Rest.default ?? Rest) as typeof Rest.default;
/** As the client itself judges: by the address that an answer tells, else by the one asked for. */
const isUnexpected = (response: { readonly status: string }): boolean => judge(response as never);

const newer = (endpoint = url) =>
  createRest(endpoint, { key }, { allowInsecureConnection: true, retryOptions: { maxRetries: 1 } });

describe('@azure-rest/ai-personalizer', () => {
  it('ranks, is rewarded, and finds nothing unexpected', async () => {
    const client = newer();
    const body = { eventId: 'evt 1/ü', contextFeatures: FEATURES, actions: ACTIONS };
    const rank = await client.path('/rank').post({ body });
    expect(rank.status).toBe('201');
    expect(rank.body).toMatchObject({
      ranking: [
        { id: 'music', probability: 1 },
        { id: 'sport', probability: 0 },
      ],
      eventId: 'evt 1/ü',
      rewardActionId: 'music',
      hedgerow: { chosenBy: 'learner', safe: true },
    });
    expect(isUnexpected(rank)).toBe(false);
    const path = client.path('/events/{eventId}/reward', 'evt 1/ü');
    const reward = await path.post({ body: { value: 0.75 } });
    expect(reward.status).toBe('204');
    expect(isUnexpected(reward)).toBe(false);
    const view = await decisionOf((rank.body as { hedgerow?: unknown }).hedgerow);
    expect(view).toMatchObject({ reward: 0.75, state: 'executed' });
    expect(view.receipt.context).toMatchObject({ kind: 'independent' });
    const later = await path.post({ body: { value: 0.1 } });
    expect(later.status).toBe('204');
    expect((await decisionOf({ decisionId: view.id })).reward).toBe(0.75);
  });

  it('gets the same answer for the same eventId', async () => {
    const client = newer();
    const body = { eventId: 'twice', contextFeatures: FEATURES, actions: ACTIONS };
    const [first, second] = await Promise.all([
      client.path('/rank').post({ body }),
      client.path('/rank').post({ body }),
    ]);
    expect(second.body).toEqual(first.body);
    const other = { ...body, excludedActions: ['music'] };
    const refused = await client.path('/rank').post({ body: other });
    expect(refused.status).toBe('400');
    expect(refused.body).toMatchObject({ error: { code: 'InvalidRankRequest' } });
  });

  it('takes the first action that is not excluded as the baseline, with probabilities of a coin', async () => {
    const wide = await server.addKey();
    const client = createRest(
      `${url}/v1/policies/other`,
      { key: wide },
      { allowInsecureConnection: true },
    );
    const body = {
      contextFeatures: FEATURES,
      actions: [
        { id: 'music', features: [] },
        ...['politics', 'sport'].map((id) => ({ id, features: [] })),
      ],
      excludedActions: ['music'],
    };
    const rank = await client.path('/rank').post({ body });
    const { receipt } = await decisionOf((rank.body as { hedgerow?: unknown }).hedgerow);
    expect(receipt.baseline.action).toBe('politics');
    const { ranking } = rank.body as { ranking?: { id: string; probability: number }[] };
    const probabilities = new Map(ranking!.map(({ id, probability }) => [id, probability]));
    expect(receipt.coin!.playProbability).toBeGreaterThan(0);
    expect(probabilities.get('sport')).toBe(receipt.coin!.playProbability);
    expect(probabilities.get('politics')).toBe(1 - receipt.coin!.playProbability);
    expect(probabilities.get('music')).toBe(0);
  });

  it('ignores rewards until a deferred event is activated', async () => {
    const client = newer();
    const eventId = 'deferred';
    const body = { eventId, contextFeatures: FEATURES, actions: ACTIONS, deferActivation: true };
    const rank = await client.path('/rank').post({ body });
    const { hedgerow } = rank.body as { hedgerow?: unknown };
    expect((await decisionOf(hedgerow)).state).toBe('issued');
    const reward = () =>
      client.path('/events/{eventId}/reward', eventId).post({ body: { value: 0.5 } });
    expect((await reward()).status).toBe('204');
    expect((await decisionOf(hedgerow)).reward).toBeNull();
    const activated = await client.path('/events/{eventId}/activate', eventId).post();
    expect([activated.status, isUnexpected(activated)]).toEqual(['204', false]);
    await reward();
    expect(await decisionOf(hedgerow)).toMatchObject({ reward: 0.5, state: 'executed' });
  });

  it('keeps a path, so that one key serves several policies', async () => {
    const wide = await server.addKey();
    const client = createRest(
      `${url}/v1/policies/other`,
      { key: wide },
      { allowInsecureConnection: true },
    );
    const rank = await client
      .path('/rank')
      .post({ body: { contextFeatures: FEATURES, actions: ACTIONS } });
    const { hedgerow, eventId } = rank.body as { hedgerow?: unknown; eventId?: string };
    expect((await decisionOf(hedgerow)).policy).toBe('other');
    const reward = await client
      .path('/events/{eventId}/reward', eventId!)
      .post({ body: { value: 1 } });
    expect(isUnexpected(reward)).toBe(false);
    const nowhere = await createRest(url, { key: wide }, { allowInsecureConnection: true })
      .path('/rank')
      .post({ body: { contextFeatures: FEATURES, actions: ACTIONS } });
    expect(nowhere.status).toBe('403');
  });

  it('is told that there is one slot', async () => {
    const slots = [{ id: 'top', baselineAction: 'sport', features: [] }];
    const body = { eventId: 'm', contextFeatures: FEATURES, actions: ACTIONS, slots };
    const answer = await newer().path('/multislot/rank').post({ body });
    expect(answer.status).toBe('400');
    expect(answer.body).toMatchObject({ error: { code: 'InvalidMultiSlotApiAccess' } });
  });

  it('makes an apprentice of the policy, reads how it does, and lets it graduate', async () => {
    const client = newer();
    const settings = client.path('/configurations/service');
    const before = await settings.get();
    expect(before.body).toMatchObject({
      learningMode: 'Online',
      defaultReward: 0,
      rewardAggregation: 'earliest',
    });
    const put = await settings.put({
      body: { ...(before.body as object), learningMode: 'Apprentice' } as never,
    });
    expect([put.status, (put.body as { learningMode: string }).learningMode]).toEqual([
      '200',
      'Apprentice',
    ]);
    const rank = await client
      .path('/rank')
      .post({ body: { contextFeatures: FEATURES, actions: ACTIONS } });
    expect(rank.body).toMatchObject({ rewardActionId: 'sport', hedgerow: { why: 'shadow' } });
    const { hedgerow } = (await settings.get()).body as unknown as {
      hedgerow: Record<string, number>;
    };
    expect(hedgerow.decisions).toBeGreaterThan(3);
    expect(hedgerow.wouldPlay! + hedgerow.agreement!).toBeLessThanOrEqual(1);
    expect(hedgerow.wouldPlay).toBeGreaterThan(0.5);
    const changed = await settings.put({ body: { defaultReward: 0.5 } as never });
    expect(changed.status).toBe('400');
    await settings.put({ body: { learningMode: 'Online' } as never });
    expect((await server.service.policy('news')).mode).toBe('live');
  });
});

type Credentials = ConstructorParameters<typeof PersonalizerClient>[0];

const credentialsOf = (secret: string): Credentials => ({
  signRequest: async (request) => {
    request.headers.set('Ocp-Apim-Subscription-Key', secret);
    return request;
  },
});

describe('@azure/cognitiveservices-personalizer', () => {
  const older = (secret = key) =>
    new PersonalizerClient(credentialsOf(secret), url, { noRetryPolicy: true });

  it('ranks, activates with an empty JSON body, and rewards', async () => {
    const client = older();
    const eventId = 'old one';
    const rank = await client.rank({
      eventId,
      contextFeatures: FEATURES,
      actions: ACTIONS,
      deferActivation: true,
    });
    expect(rank).toMatchObject({ rewardActionId: 'music', eventId });
    await client.events.activate(eventId);
    await client.events.reward(eventId, { value: 0.25 });
    const view = await decisionOf((rank as unknown as { hedgerow: unknown }).hedgerow);
    expect(view).toMatchObject({ state: 'executed', reward: 0.25 });
  });

  it('draws event ids where none is given, and gets refusals in words', async () => {
    const client = older();
    const ask = () => client.rank({ contextFeatures: FEATURES, actions: ACTIONS });
    expect((await ask()).eventId).not.toBe((await ask()).eventId);
    await expect(
      client.rank({ contextFeatures: FEATURES, actions: [{ id: 'weather', features: [] }] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      body: { error: { code: 'InvalidRankRequest', target: 'actions' } },
    });
    await expect(client.events.reward('never seen', { value: 1 })).rejects.toMatchObject({
      statusCode: 404,
      body: { error: { code: 'ResourceNotFound' } },
    });
    await expect(client.events.reward((await ask()).eventId!, { value: 7 })).rejects.toMatchObject({
      body: { error: { code: 'InvalidRewardRequest' } },
    });
    await expect(older('hk_wrong').rank({ actions: ACTIONS })).rejects.toMatchObject({
      statusCode: 401,
    });
  });
});
