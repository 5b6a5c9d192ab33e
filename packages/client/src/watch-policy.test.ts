/**
 * Promises of watching a policy: news as they happen, across broken connections, until told to stop.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { ConnectionError } from './errors.ts';
import { type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts';
import { type RunningService, startService } from './testing/running-service.ts';
import { SHOP } from './testing/shop-definition.ts';

const REQUEST = { context: { visitors: 40 } };

describe('events', () => {
  let service: RunningService;
  let proxy: FaultyProxy;
  let client: Client;

  beforeAll(async () => {
    service = await startService();
    proxy = await startFaultyProxy(service.url);
    client = createClient({ url: proxy.url, random: () => 0 });
    await client.define('shop', { definition: SHOP });
  });

  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  beforeEach(() => {
    proxy.plan = [];
    proxy.otherwise = 'pass';
    proxy.seen.length = 0;
  });

  it('brings the present state at once, and then every change', async () => {
    const { id: before } = await client.decide('shop', REQUEST);
    const news = client.events('shop');
    expect((await news.next()).value).toMatchObject({ policy: 'shop', latest: { id: before } });
    const { id } = await client.decide('shop', REQUEST);
    for await (const { latest } of news) if (latest?.id === id) break;
    expect((await news.next()).done).toBe(true);
  });

  it('connects again whenever the connection breaks, if it brought news before', async () => {
    const elsewhere = createClient({ url: service.url });
    const news = client.events('shop', { reconnectLimit: 1 });
    await news.next();
    for (let cuts = 1; cuts <= 3; cuts++) {
      const { id } = await elsewhere.decide('shop', REQUEST);
      proxy.cutAll();
      let latest: string | undefined;
      while (latest !== id) latest = (await news.next()).value?.latest?.id;
    }
    await news.return?.();
    expect(proxy.seen.filter(({ path }) => path.endsWith('/events')).length).toBeGreaterThan(1);
  });

  it('connects again when the connection has died in silence', async () => {
    proxy.plan = ['hang'];
    const news = client.events('shop', { silenceMs: 100 });
    expect((await news.next()).value).toMatchObject({ policy: 'shop' });
    expect(proxy.seen).toHaveLength(2);
    await news.return?.();
  });

  it('ends without an error when it is told to stop, also while nothing happens', async () => {
    const controller = new AbortController();
    const news = client.events('shop', { signal: controller.signal });
    await news.next();
    // There may be one more piece of news on its way.
    const rest = (async () => {
      for await (const _ of news);
    })();
    controller.abort();
    await expect(rest).resolves.toBeUndefined();
  });

  it('gives up after so many connections in a row that brought nothing', async () => {
    proxy.otherwise = 'cut before';
    const news = client.events('shop', { reconnectLimit: 2 });
    await expect(news.next()).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.seen).toHaveLength(3);
  });

  it('is refused at once where there is nothing to watch', async () => {
    await expect(client.events('nothing').next()).rejects.toMatchObject({
      code: 'HR_POLICY_UNKNOWN',
    });
    expect(proxy.seen).toHaveLength(1);
  });
});
