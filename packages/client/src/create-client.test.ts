/**
 * Promises of the plain calls, against the real service over real connections.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { ConnectionError, ServiceError } from './errors.ts';
import { type FaultyProxy, startFaultyProxy } from './testing/faulty-proxy.ts';
import { type RunningService, startService } from './testing/running-service.ts';
import { SHOP } from './testing/shop-definition.ts';

const REQUEST = { context: { visitors: 40 } };

describe('the calls', () => {
  let service: RunningService;
  let proxy: FaultyProxy;
  let client: Client;
  let policyCount = 0;

  beforeAll(async () => {
    service = await startService();
    proxy = await startFaultyProxy(service.url);
    client = createClient({ url: `${proxy.url}/`, random: () => 0 });
  });

  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  /** A policy that no other test touches. */
  async function newPolicy(): Promise<string> {
    policyCount += 1;
    const id = `shop-${policyCount}`;
    await client.define(id, { definition: SHOP });
    proxy.seen.length = 0;
    return id;
  }

  it('define a policy, show it, and list it', async () => {
    const id = await newPolicy();
    expect(await client.policy(id)).toMatchObject({ id, generation: 1, mode: 'live', unit: '€' });
    expect((await client.policies()).map((policy) => policy.id)).toContain(id);
  });

  it('decide, confirm, reward and correct', async () => {
    const id = await newPolicy();
    const receipt = await client.decide(id, REQUEST);
    expect(receipt).toMatchObject({ id: `${id}.1.1`, policy: id, action: 'new' });
    expect((await client.ack(receipt.id)).state).toBe('executed');
    expect(await client.reward(receipt.id, 12)).toMatchObject({ outcome: 'recorded', reward: 12 });
    expect(await client.reward(receipt.id, { value: 12 })).toMatchObject({ outcome: 'repeated' });
    const correction = { value: 11, reason: 'The till was wrong.' };
    expect((await client.correct(receipt.id, correction)).reward).toBe(11);
    const view = await client.decision(receipt.id);
    expect(view).toMatchObject({ state: 'executed', reward: 11, correctionCount: 1 });
    expect(view.receipt.action).toBe('new');
  });

  it('say what was not played', async () => {
    const id = await newPolicy();
    const [first, second] = [await client.decide(id, REQUEST), await client.decide(id, REQUEST)];
    expect((await client.ack(first.id, { played: 'baseline', reason: 'unrelated' })).state).toBe(
      'fell-back',
    );
    expect((await client.void(second.id, { reason: 'unrelated', note: 'Closed.' })).state).toBe(
      'void',
    );
  });

  it('preview without booking', async () => {
    const id = await newPolicy();
    expect((await client.preview(id, REQUEST)).action).toBe('new');
    expect((await client.decisions(id)).decisions).toEqual([]);
  });

  it('keep the register of subjects, whatever their names', async () => {
    const id = await newPolicy();
    const name = 'Market / 3rd floor, 50 % ü';
    const view = await client.putSubjects(id, { subjects: [{ name: 'Corner' }] });
    expect(view).toEqual({ policy: id, subjects: [{ name: 'Corner' }], revision: 1 });
    const subject = { context: { visitors: 40 }, site: 'town' };
    const reply = await client.putSubject(id, { name, subject, revision: 1 });
    expect(reply).toEqual({ policy: id, name, outcome: 'recorded', revision: 2 });
    expect((await client.preview(id, { context: {}, subject: name })).subject).toBe(name);
    const receipt = await client.decide(id, { context: {}, subject: name });
    expect(receipt).toMatchObject({ subject: name, site: 'town' });
    const { decisions } = await client.decisions(id, { subject: name });
    expect(decisions.map((decision) => decision.id)).toEqual([receipt.id]);
    const stale = client.removeSubject(id, { name, revision: 1 });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'HR_SUBJECTS_CHANGED' });
    expect((await client.removeSubject(id, { name })).outcome).toBe('recorded');
    expect((await client.subjects(id)).subjects).toEqual([{ name: 'Corner' }]);
    expect((await client.subjects(id, { site: 'town' })).subjects).toEqual([]);
    expect((await client.sites(id)).sites).toMatchObject([
      { site: null, subjects: 1 },
      { site: 'town', counts: { decisions: 1 } },
    ]);
    expect((await client.sites(id, { site: 'town' })).sites).toHaveLength(1);
  });

  it('list policies of all pages, or as many as are asked for', async () => {
    const view = (id: string) => ({ id });
    const page = (ids: readonly string[], next?: string) => ({
      status: 200,
      headers: {
        'content-type': 'application/json',
        ...(next === undefined ? {} : { link: `</v1/policies?after=${next}>; rel="next"` }),
      },
      body: JSON.stringify(ids.map(view)),
    });
    proxy.seen.splice(0);
    proxy.plan = [page(['a', 'b'], 'b'), page(['c'])];
    expect(await client.policies({ archived: true })).toEqual(['a', 'b', 'c'].map(view));
    proxy.plan = [page(['a', 'b'], 'b')];
    expect(await client.policies({ limit: 2 })).toEqual(['a', 'b'].map(view));
    proxy.plan = [page(['a', 'b'], 'b'), page(['c', 'd'], 'd')];
    expect(await client.policies({ limit: 3 })).toEqual(['a', 'b', 'c'].map(view));
    expect(proxy.seen.map(({ path }) => path)).toEqual([
      '/v1/policies?archived=true',
      '/v1/policies?after=b',
      '/v1/policies?limit=2',
      '/v1/policies?limit=3',
      '/v1/policies?after=b',
    ]);
  });

  it('archive a policy, show it, restore it, and erase a demonstration', async () => {
    const id = await newPolicy();
    await client.decide(id, REQUEST);
    expect(await client.remove(id, { reason: 'over' })).toEqual({
      policy: id,
      outcome: 'archived',
    });
    const listed = async (archived?: boolean) =>
      (await client.policies(archived === undefined ? {} : { archived })).map((one) => one.id);
    expect(await listed()).not.toContain(id);
    expect(await listed(true)).toContain(id);
    const refused = client.decide(id, REQUEST);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'HR_ARCHIVED' });
    const erase = client.remove(id, {}, { erase: true });
    await expect(erase).rejects.toMatchObject({ code: 'HR_NOT_ERASABLE' });
    expect((await client.restore(id)).archivedAt).toBeUndefined();
    const demo = `${id}-demo`;
    await client.define(demo, { definition: SHOP, demonstration: true });
    await client.decide(demo, REQUEST);
    expect((await client.definition(demo)).definition).toMatchObject({ actions: SHOP.actions });
    const erased = await client.remove(demo, {}, { erase: true });
    expect(erased).toEqual({ policy: demo, outcome: 'erased' });
    await expect(client.policy(demo)).rejects.toMatchObject({ code: 'HR_POLICY_UNKNOWN' });
  });

  it('list decisions by page and by filter', async () => {
    const id = await newPolicy();
    for (let round = 0; round < 3; round++) await client.decide(id, REQUEST);
    await client.reward(`${id}.1.2`, 9);
    const ids = async (filter: Parameters<Client['decisions']>[1]) =>
      (await client.decisions(id, filter)).decisions.map((decision) => decision.id);
    const page = await client.decisions(id, { limit: 2 });
    expect(page.decisions.map(({ sequence }) => sequence)).toEqual([3, 2]);
    expect(await ids({ limit: 2, before: page.next! })).toEqual([`${id}.1.1`]);
    expect(await ids({ hasReward: true })).toEqual([`${id}.1.2`]);
    expect(await ids({ hasReward: false, state: 'issued' })).toEqual([`${id}.1.3`, `${id}.1.1`]);
  });

  it('show audit, corridor and weights', async () => {
    const id = await newPolicy();
    for (let round = 0; round < 3; round++) await client.decide(id, REQUEST);
    expect(await client.audit(id)).toMatchObject({ isKept: true, decisions: 3 });
    expect((await client.corridor(id, { points: 2 })).points.length).toBeLessThanOrEqual(2);
    expect((await client.corridor(id)).points.length).toBe(3);
    expect((await client.weights(id)).weights.length).toBeGreaterThan(0);
    expect((await client.forecasts(id)).variables).toEqual([]);
  });

  it('list reports of the lab and show one, with its figures', async () => {
    const [summary] = await client.reports();
    const report = await client.report(summary!.id);
    expect(report).toMatchObject(summary!);
    expect(report.figures.map(({ path }) => path)).toEqual(['figures/a.png']);
    await expect(client.report('a/../b')).rejects.toMatchObject({ status: 422 });
    await expect(client.report('none')).rejects.toMatchObject({ code: 'HR_REPORT_UNKNOWN' });
  });

  it('change the mode', async () => {
    const id = await newPolicy();
    expect((await client.setMode(id, { mode: 'shadow' })).mode).toBe('shadow');
    expect((await client.safeMode(id)).mode).toBe('safe-mode');
    expect((await client.decide(id, REQUEST)).reason).toBe('safe-mode');
    expect((await client.safeMode(id, { on: false })).mode).toBe('live');
  });

  it('export as it arrives', async () => {
    const id = await newPolicy();
    await client.decide(id, REQUEST);
    const lines = async (format: 'csv' | 'jsonl') =>
      (await new Response(await client.export(id, format)).text()).trim().split('\n');
    expect(await lines('csv')).toHaveLength(2);
    expect((await lines('jsonl')).map((line) => JSON.parse(line).id)).toContain(`${id}.1.1`);
    expect(client.exportUrl(id, 'csv')).toBe(`${proxy.url}/v1/policies/${id}/export?format=csv`);
  });

  it('refuse with the code, the sentence and the place that the service gave', async () => {
    const id = await newPolicy();
    const error = await failure(client.decide(id, { context: { visitors: 'many' } }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 422, code: 'HR_INVALID_INPUT' });
    expect((error as ServiceError).detail).not.toBe('');
    expect((error as ServiceError).message).toContain('[HR_INVALID_INPUT]');
    expect(proxy.seen).toHaveLength(1);
    await expect(client.policy('no/such policy')).rejects.toMatchObject({ field: 'id' });
    await expect(client.policy('nothing')).rejects.toMatchObject({ code: 'HR_POLICY_UNKNOWN' });
  });

  it.each(['cut before', 'cut after', 'cut within', { status: 503 }, { status: 429 }] as const)(
    'make one decision, whatever befalls its first try: %o',
    async (fault) => {
      const id = await newPolicy();
      proxy.plan = [fault];
      const receipt = await client.decide(id, REQUEST);
      expect(receipt.id).toBe(`${id}.1.1`);
      expect((await client.policy(id)).counts.decisions).toBe(1);
      const [first, second] = proxy.seen;
      expect(first!.key).toMatch(/^[0-9a-f]{32}$/);
      expect(second).toEqual(first);
    },
  );

  it('draw a new key for every decision, unless they are given one', async () => {
    const id = await newPolicy();
    await client.decide(id, REQUEST);
    await client.decide(id, REQUEST);
    expect(proxy.seen[0]!.key).not.toBe(proxy.seen[1]!.key);
    const first = await client.decide(id, REQUEST, { key: 'mine' });
    expect(await client.decide(id, REQUEST, { key: 'mine' })).toEqual(first);
  });

  it('try at most four times', async () => {
    const id = await newPolicy();
    const body = JSON.stringify({ code: 'HR_OVERLOADED', detail: 'Too much to do.' });
    proxy.plan = Array.from({ length: 9 }, () => ({ status: 503, body }));
    await expect(client.decide(id, REQUEST)).rejects.toMatchObject({ code: 'HR_OVERLOADED' });
    expect(proxy.seen).toHaveLength(4);
    proxy.plan = [];
  });

  it('do not wait longer than the limit, however long the service asks them to', async () => {
    const id = await newPolicy();
    proxy.plan = [{ status: 429, headers: { 'retry-after': '3600' } }];
    await expect(client.decide(id, REQUEST)).rejects.toMatchObject({
      code: 'HTTP_429',
      retryAfterMs: 3_600_000,
    });
    expect(proxy.seen).toHaveLength(1);
  });

  it('end at the limit when no answer comes', async () => {
    const id = await newPolicy();
    proxy.plan = ['hang'];
    const error = await failure(client.policy(id, { timeoutMs: 50 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toBe('The service did not answer within 50 ms.');
  });

  it('end when the caller says so', async () => {
    proxy.plan = ['hang'];
    const controller = new AbortController();
    const call = client.policies({ signal: controller.signal });
    controller.abort(new Error('changed my mind'));
    await expect(call).rejects.toThrow('changed my mind');
    proxy.plan = [];
  });

  it('say so when something else answers', async () => {
    const page = { status: 200, body: '<html>Log in</html>' };
    proxy.plan = [page, page, page, page, { status: 200, body: '{"ok":true}' }];
    const error = await failure(client.policies());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('must be JSON, but it begins with "<html>Log in</html>"');
    await expect(client.decide('shop', REQUEST)).rejects.toThrow('must have an id and an action');
  });

  it('take nothing else for an export', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
    proxy.plan = [page];
    const error = await failure(client.export('shop', 'parquet'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toBe(
      'The answer must be a file of the type application/vnd.apache.parquet, but its type is "text/html". Check that the url leads to the service.',
    );
  });

  it('have no options but their own', () => {
    const misspelt = { url: proxy.url, timeoutMS: 300 };
    expect(() => createClient(misspelt)).toThrow(
      'An option of a client must be one of url, apiKey, timeoutMs, callTimeoutMs, retries, storage, queueLimit, onProblem, fetch, random, clock, but one is "timeoutMS". Correct its name, or leave it out.',
    );
  });

  it('follow no redirection', async () => {
    const elsewhere = { status: 301, headers: { location: '/v1/policies' } };
    proxy.plan = [elsewhere, elsewhere, elsewhere, elsewhere];
    await expect(client.policies()).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.plan).toEqual([]);
  });

  it('refuse a key that cannot be sent, before anything is sent', async () => {
    expect(() => createClient({ url: proxy.url, apiKey: 'hk_from_a_file\n' })).toThrow(
      'apiKey must be 1 to 255 visible ASCII characters',
    );
    const call = client.decide('shop', REQUEST, { key: '' });
    await expect(call).rejects.toThrow('key must be 1 to 255 visible ASCII characters');
  });

  it('say so when nothing answers', async () => {
    const nobody = createClient({ url: 'http://127.0.0.1:1', retries: 0 });
    const error = await failure(nobody.policies());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('The connection to the service failed');
  });

  it('say what to look at when a plain service is called by https', async () => {
    const plain = createClient({ url: proxy.url.replace('http:', 'https:'), retries: 0 });
    const error = await failure(plain.policies());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toMatch(/^The connection .*ERR_SSL_\w+: .* Is it an address with http:/);
    expect(error.message).not.toContain('\n');
  });
});

describe('the calls, where keys are needed', () => {
  it('send their key, and are refused without a right one at the first try', async () => {
    const service = await startService({ withKey: true });
    const proxy = await startFaultyProxy(service.url);
    const open = (apiKey: string) => createClient({ url: proxy.url, apiKey });
    const client = open(service.apiKey);
    expect(await client.policies()).toEqual([]);
    await client.define('shop', { definition: SHOP });
    const news = client.events('shop');
    expect((await news.next()).value).toMatchObject({ policy: 'shop' });
    await news.return?.();
    proxy.seen.length = 0;
    await expect(open('hk_wrong').policies()).rejects.toMatchObject({ status: 401 });
    expect(proxy.seen).toHaveLength(1);
    await proxy.close();
    await service.close();
  });
});

describe('the calls, with several addresses', () => {
  let service: RunningService;
  let proxies: [FaultyProxy, FaultyProxy];
  const closing = { code: 'HR_CLOSING', detail: 'The service is shutting down.' };

  beforeAll(async () => {
    service = await startService();
    proxies = [await startFaultyProxy(service.url), await startFaultyProxy(service.url)];
  });

  afterAll(async () => {
    for (const proxy of proxies) await proxy.close();
    await service.close();
  });

  it.each([
    ['a broken connection', 'cut before'],
    ['a lost answer', 'cut after'],
    ['half an answer', 'cut within'],
    ['silence', 'hang'],
    ['a gateway that reaches nobody', { status: 502 }],
    [
      'a shutdown',
      { status: 503, headers: { 'retry-after': '60' }, body: JSON.stringify(closing) },
    ],
  ] as const)('go on at another after %s, at once and with the same key', async (name, fault) => {
    const [first, second] = proxies;
    const url = [first.url, `${second.url}/`];
    const client = createClient({ url, timeoutMs: 3000, retries: 1, random: () => 0 });
    const id = `shop-${name.replaceAll(' ', '-')}`;
    await client.define(id, { definition: SHOP });
    await client.policies();
    for (const { seen } of proxies) seen.length = 0;
    first.plan = [fault];
    expect((await client.decide(id, REQUEST)).id).toBe(`${id}.1.1`);
    expect(first.seen).toHaveLength(1);
    expect(second.seen).toEqual(first.seen);
    expect((await client.policy(id)).counts.decisions).toBe(1);
    expect(first.seen).toHaveLength(1);
    expect(client.exportUrl(id, 'csv')).toContain(first.url);
  });

  it('do not say elsewhere what a silent one may still carry out, unless it is known by then', async () => {
    const [first, second] = proxies;
    const client = createClient({ url: [first.url, second.url], random: () => 0 });
    await client.define('shop', { definition: SHOP });
    await client.decide('shop', REQUEST);
    for (const { seen } of proxies) seen.length = 0;
    first.plan = ['hang'];
    const switched = client.safeMode('shop', {}, { timeoutMs: 700 });
    await expect(switched).rejects.toThrow('did not answer within 700 ms');
    expect([first.seen.length, second.seen.length]).toEqual([1, 0]);
    const another = createClient({ url: [first.url, second.url], random: () => 0 });
    first.plan = ['hang'];
    const told = await another.reward('shop.1.1', 12, { timeoutMs: 4000 });
    expect(told).toMatchObject({ outcome: 'repeated', reward: 12 });
    expect([first.seen.length, second.seen.length]).toEqual([2, 1]);
  });

  it('ask who holds the policy, and with one address do not', async () => {
    const headers: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (resource, init) => {
      headers.push(new Headers(init?.headers).get('hedgerow-holder'));
      return globalThis.fetch(resource, init);
    };
    const [first, second] = proxies;
    for (const url of [[first.url, second.url], [first.url], first.url, [first.url, first.url]]) {
      await createClient({ url, fetch }).policies();
    }
    expect(headers).toEqual(['tell', null, null, null]);
    expect(() => createClient({ url: [] })).toThrow('must name at least one address');
  });
});

async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => {
      throw new Error('It succeeded.');
    },
    (error: Error) => error,
  );
}
