/**
 * Promises towards OpenFeature, kept with its official clients against the real service: server SDK and web SDK, each
 * with its unchanged provider of the remote evaluation protocol.
 */
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature, type Provider as WebProvider } from '@openfeature/web-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../client.ts';
import { createClient } from '../create-client.ts';
import { type RunningService, startService } from '../testing/running-service.ts';
import { SHOP } from '../testing/shop-definition.ts';
import { withRewards } from './with-rewards.ts';

let service: RunningService;
let client: Client;
let headers: [string, string][];

beforeAll(async () => {
  service = await startService({ withKey: true });
  client = createClient({ url: service.url, apiKey: service.apiKey });
  headers = [['authorization', `Bearer ${service.apiKey}`]];
  await client.define('shop', { definition: SHOP });
  await client.define('switch', {
    definition: { ...SHOP, actions: ['false', 'true'], baseline: { action: 'false', reward: 10 } },
  });
  await client.define('price', {
    definition: { ...SHOP, actions: ['10', '12.5'], baseline: { action: '10', reward: 10 } },
  });
});
afterAll(async () => {
  await OpenFeature.close();
  await WebOpenFeature.close();
  await service.close();
});

const decisionCount = async (policy: string) => (await client.policy(policy)).counts.decisions;

/** The official types are written for a laxer compiler than ours. */
async function serverClient(domain: string, provider: object) {
  await OpenFeature.setProviderAndWait(domain, provider as Provider);
  return OpenFeature.getClient(domain);
}

describe('the server SDK with the unchanged OFREP provider', () => {
  const flags = () => serverClient('plain', new OFREPProvider({ baseUrl: service.url, headers }));

  it('gets the action of a decision, and its id among flat metadata', async () => {
    const context = { targetingKey: 'anna', visitors: 40, email: 'anna@example.org' };
    const details = await (await flags()).getStringDetails('shop', 'usual', context);
    expect(details).toMatchObject({ value: 'new', variant: 'new', reason: 'TARGETING_MATCH' });
    const { decisionId, safe, margin, unit } = details.flagMetadata;
    expect([safe, unit]).toEqual([true, '€']);
    const view = await client.decision(decisionId as string);
    expect(view.action).toBe('new');
    expect(margin).toBe(view.receipt.margin.after);
  });

  it('decides once for a targetingKey and a context, also if two ask at once', async () => {
    const asking = await flags();
    const before = await decisionCount('shop');
    const ask = (visitors: number, requestedAt: number) =>
      asking.getStringDetails('shop', 'usual', { targetingKey: 'berta', visitors, requestedAt });
    const answers = await Promise.all([ask(30, 1), ask(30, 2), ask(30, 3)]);
    const ids = new Set(answers.map(({ flagMetadata }) => flagMetadata.decisionId));
    expect(ids.size).toBe(1);
    expect(await decisionCount('shop')).toBe(before + 1);
    const other = await ask(31, 4);
    expect(ids.has(other.flagMetadata.decisionId)).toBe(false);
  });

  it('gives booleans and numbers where the actions are named so', async () => {
    const asking = await flags();
    const context = { targetingKey: 'carl', visitors: 40 };
    expect(await asking.getBooleanValue('switch', false, context)).toBe(true);
    expect(await asking.getNumberValue('price', 10, context)).toBe(12.5);
  });

  it('takes a nested forecast, and what else a decision is told', async () => {
    const { flagMetadata } = await (await flags()).getStringDetails('shop', 'usual', {
      targetingKey: 'dora',
      forecast: { visitors: { kind: 'normal', mean: 50, sd: 9 } },
      hedgerow: { site: 'north', proposal: 'new' },
    });
    const { receipt } = await client.decision(flagMetadata.decisionId as string);
    expect(receipt).toMatchObject({ site: 'north', proposedBy: 'caller' });
    expect(receipt.context).toMatchObject({ kind: 'normal', mean: 50, sd: 9 });
  });

  it('takes its default in safe mode, at once, and the decision again after it', async () => {
    const asking = await flags();
    const context = { targetingKey: 'emil', visitors: 44 };
    const first = await asking.getStringDetails('shop', 'usual', context);
    await client.safeMode('shop', { on: true });
    const held = await asking.getStringDetails('shop', 'usual', context);
    await client.safeMode('shop', { on: false });
    expect(first.value).toBe('new');
    expect(held.value).toBe('usual');
    const again = await asking.getStringDetails('shop', 'usual', context);
    expect(again.flagMetadata.decisionId).toBe(first.flagMetadata.decisionId);
  });

  it.each([
    ['no such flag', 'nothing', { targetingKey: 'f', visitors: 1 }, 'FLAG_NOT_FOUND'],
    ['no targetingKey', 'shop', { visitors: 1 }, 'TARGETING_KEY_MISSING'],
    ['a missing variable', 'shop', { targetingKey: 'f' }, 'INVALID_CONTEXT'],
    [
      'a variable of the wrong kind',
      'shop',
      { targetingKey: 'f', visitors: 'x' },
      'INVALID_CONTEXT',
    ],
  ])('takes its default for %s', async (_name, flag, context, errorCode) => {
    const details = await (await flags()).getStringDetails(flag, 'usual', context);
    expect(details).toMatchObject({ value: 'usual', reason: 'ERROR', errorCode });
  });

  it('takes its default without a key', async () => {
    const asking = await serverClient('nobody', new OFREPProvider({ baseUrl: service.url }));
    const context = { targetingKey: 'f', visitors: 1 };
    expect(await asking.getStringDetails('shop', 'usual', context)).toMatchObject({
      value: 'usual',
      reason: 'ERROR',
    });
  });
});

describe('withRewards', () => {
  it('reports what came of a value, by the flag or by the decision', async () => {
    const problems: Error[] = [];
    const { url, apiKey } = service;
    const provider = withRewards(new OFREPProvider({ baseUrl: url, headers }), {
      url,
      apiKey,
      onProblem: (problem) => problems.push(problem),
    });
    const flags = await serverClient('rewards', provider);
    const context = { targetingKey: 'gerd', visitors: 60 };
    const { flagMetadata } = await flags.getStringDetails('shop', 'usual', context);
    flags.track('shop', context, { value: 14 });
    const id = flagMetadata.decisionId as string;
    await vi.waitFor(async () => expect((await client.decision(id)).reward).toBe(14));
    flags.track('checkout', context, { value: 14, decisionId: id });
    flags.track('shop', { targetingKey: 'nobody' }, { value: 14 });
    flags.track('shop', context, {});
    await vi.waitFor(() => expect(problems).toHaveLength(2));
    expect(problems.map(({ message }) => message).sort()).toEqual([
      expect.stringContaining('must be given as value'),
      expect.stringContaining('must belong to a decision'),
    ]);
  });
});

describe('a reward', () => {
  it('is the value of the event and of no attribute, and of the last value that was given', async () => {
    const problems: Error[] = [];
    const { url, apiKey } = service;
    const provider = withRewards(new OFREPProvider({ baseUrl: url, headers }), {
      url,
      apiKey,
      onProblem: (problem) => problems.push(problem),
    });
    const flags = await serverClient('attributes', provider);
    const context = { targetingKey: 'jana', visitors: 60, value: 3, decisionId: 'shop.1.1' };
    const { flagMetadata } = await flags.getStringDetails('shop', 'usual', context);
    flags.track('shop', context, { value: 14 });
    const id = flagMetadata.decisionId as string;
    await vi.waitFor(async () => expect((await client.decision(id)).reward).toBe(14));
    const late = { targetingKey: 'karl', visitors: 61 };
    await flags.getStringDetails('shop', 'usual', late);
    expect(await flags.getStringValue('shop', 'usual', { targetingKey: 'karl' })).toBe('usual');
    flags.track('shop', late, { value: 9 });
    await vi.waitFor(() => expect(problems).toHaveLength(1));
    expect(problems[0]!.message).toContain('must belong to a decision');
  });
});

describe('the web SDK with the unchanged OFREP web provider', () => {
  const webProvider = () =>
    new OFREPWebProvider({
      baseUrl: service.url,
      headers,
      pollInterval: -1,
    }) as WebProvider;

  it('never decides by itself, and shows the baseline or what was decided before', async () => {
    const context = { targetingKey: 'hans', visitors: 70 };
    const before = await decisionCount('shop');
    await WebOpenFeature.setProviderAndWait('web', webProvider(), context);
    const flags = WebOpenFeature.getClient('web');
    expect(flags.getStringDetails('shop', 'usual')).toMatchObject({ value: 'usual' });
    expect(await decisionCount('shop')).toBe(before);

    const onServer = await serverClient(
      'beside',
      new OFREPProvider({ baseUrl: service.url, headers }),
    );
    expect(await onServer.getStringValue('shop', 'usual', context)).toBe('new');
    await WebOpenFeature.setProviderAndWait('web again', webProvider(), context);
    expect(WebOpenFeature.getClient('web again').getStringValue('shop', 'usual')).toBe('new');
    expect(await decisionCount('shop')).toBe(before + 1);
  });

  it('decides the flags that a page names, whenever its context changes, and reports rewards', async () => {
    const { url, apiKey } = service;
    const limits: unknown[] = [];
    const provider: WebProvider = withRewards(webProvider(), {
      url,
      apiKey,
      flags: ['shop'],
      fetch: (address, request) => {
        limits.push(request?.signal);
        return fetch(address, request);
      },
    });
    await WebOpenFeature.setProviderAndWait('page', provider, {
      targetingKey: 'ida',
      visitors: 20,
    });
    const flags = WebOpenFeature.getClient('page');
    const details = flags.getStringDetails('shop', 'usual');
    expect(details.value).toBe('new');
    // A page must not wait for ever.
    expect(limits).toEqual([expect.any(AbortSignal)]);
    flags.track('shop', { value: 15 });
    const id = details.flagMetadata.decisionId as string;
    await vi.waitFor(async () => expect((await client.decision(id)).reward).toBe(15));
    await WebOpenFeature.setContext('page', { targetingKey: 'ida', visitors: 21 });
    const later = flags.getStringDetails('shop', 'usual').flagMetadata.decisionId;
    expect(later).not.toBe(id);
    expect(later).toMatch(/^shop\.1\./);
  });
});
