/**
 * Who may do what: every route with every scope, foreign policies, limits, and what keys without the
 * right to read get to see.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../instruments/metrics.ts';
import { FARM, FIRST, RAINY } from '../testing/example-policy.ts';
import { REPORTS } from '../testing/example-report.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { SCOPES, type Scope } from './scopes.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  /** A body of JSON lines. */
  readonly lines?: string;
  readonly scope: Scope | 'none';
}

const ROUTES: readonly Route[] = [
  { method: 'POST', url: '/v1/policies/farm/decisions', payload: RAINY, scope: 'decide' },
  { method: 'POST', url: '/v1/policies/farm/preview', payload: RAINY, scope: 'read' },
  { method: 'GET', url: '/v1/policies', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm', scope: 'read' },
  { method: 'PUT', url: '/v1/policies/farm', payload: { definition: FARM }, scope: 'admin' },
  {
    method: 'POST',
    url: '/v1/policies/farm/definition/preview',
    payload: { definition: FARM },
    scope: 'admin',
  },
  { method: 'GET', url: '/v1/policies/farm/decisions', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/export', scope: 'export' },
  { method: 'GET', url: '/v1/policies/farm/audit', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/corridor', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/weights', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/forecasts', scope: 'read' },
  { method: 'POST', url: '/v1/policies/farm/safe-mode', scope: 'admin' },
  { method: 'POST', url: '/v1/policies/farm/mode', payload: { mode: 'live' }, scope: 'admin' },
  { method: 'GET', url: '/v1/decisions/farm.1.1', scope: 'read' },
  { method: 'POST', url: '/v1/decisions/farm.1.1/ack', scope: 'ack' },
  { method: 'POST', url: '/v1/decisions/farm.1.1/reward', payload: { value: 5 }, scope: 'reward' },
  {
    method: 'POST',
    url: '/v1/decisions/farm.1.2/void',
    payload: { reason: 'unrelated' },
    scope: 'void',
  },
  {
    method: 'POST',
    url: '/v1/decisions/farm.1.1/corrections',
    payload: { value: 5, reason: 'scale' },
    scope: 'correct',
  },
  {
    method: 'POST',
    url: '/v1/policies/farm/decisions/batch',
    payload: { decisions: [RAINY] },
    scope: 'decide',
  },
  {
    method: 'POST',
    url: '/v1/policies/farm/groups',
    payload: { group: 'May', situations: [RAINY], commit: true },
    scope: 'decide',
  },
  { method: 'POST', url: '/v1/policies/farm/groups/May/close', scope: 'decide' },
  {
    method: 'POST',
    url: '/v1/policies/farm/rewards',
    lines: '{"decision":"farm.1.1","value":5}',
    scope: 'reward',
  },
  { method: 'GET', url: '/v1/policies/farm/definition', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/sites', scope: 'read' },
  { method: 'GET', url: '/v1/policies/farm/subjects', scope: 'read' },
  {
    method: 'PUT',
    url: '/v1/policies/farm/subjects',
    payload: { subjects: [{ name: 'Home' }] },
    scope: 'admin',
  },
  {
    method: 'PUT',
    url: '/v1/policies/farm/subjects/North%2040',
    payload: { subject: { notes: { soil: 'heavy' } } },
    scope: 'admin',
  },
  { method: 'DELETE', url: '/v1/policies/farm/subjects/Home', scope: 'admin' },
  {
    method: 'POST',
    url: '/v1/policies/farm/forget',
    payload: { decisions: ['farm.1.1'] },
    scope: 'admin',
  },
  { method: 'DELETE', url: '/v1/policies/farm', scope: 'admin' },
  { method: 'POST', url: '/v1/policies/farm/restore', scope: 'admin' },
  { method: 'GET', url: '/v1/removed', scope: 'read' },
  { method: 'GET', url: '/v1/members', scope: 'read' },
  { method: 'GET', url: '/v1/reports', scope: 'read' },
  { method: 'GET', url: '/v1/reports/farm', scope: 'read' },
  { method: 'GET', url: '/metrics', scope: 'read' },
  { method: 'GET', url: '/livez', scope: 'none' },
  { method: 'GET', url: '/readyz', scope: 'none' },
  { method: 'GET', url: '/openapi.json', scope: 'none' },
];

/** Its good answer does not end, so it is only asked by those who are refused. */
const EVENTS: Route = { method: 'GET', url: '/v1/policies/farm/events', scope: 'read' };

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({
    metrics: createMetrics(),
    reports: REPORTS,
    options: { failedAttemptsPerMinute: 1000 },
  });
  for (let k = 0; k < 2; k++) {
    await server.service.decide('farm', FIRST, { scope: 'local', text: null });
  }
  await server.service.reward('farm.1.1', { value: 5 });
});
afterEach(() => server.close());

async function ask({ method, url, payload, lines }: Omit<Route, 'scope'>, secret?: string) {
  return await server.app.inject({
    method,
    url,
    headers: {
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...(lines !== undefined && { 'content-type': 'application/jsonl' }),
    },
    ...(payload !== undefined && { payload }),
    ...(lines !== undefined && { payload: lines }),
  });
}

describe('every route with every scope', () => {
  it('is in this table', async () => {
    const { paths } = (await ask({ method: 'GET', url: '/openapi.json' })).json();
    const documented = Object.values(paths).flatMap((path) => Object.keys(path as object));
    // /openapi.json describes all routes but itself.
    expect([...ROUTES, EVENTS]).toHaveLength(documented.length + 1);
  });

  it.each(SCOPES)('a key with the scope %s alone may do only that', async (scope) => {
    const secret = await server.addKey({ scopes: [scope] });
    for (const route of ROUTES) {
      const { statusCode } = await ask(route, secret);
      const isAllowed = route.scope === scope || route.scope === 'none';
      expect(`${route.method} ${route.url} ${statusCode}`).toBe(
        `${route.method} ${route.url} ${isAllowed ? 200 : 403}`,
      );
    }
    if (scope !== 'read') expect((await ask(EVENTS, secret)).statusCode).toBe(403);
  });

  it('nobody without a key, or with a wrong, expired or revoked one, gets in', async () => {
    const good = await server.addKey();
    const wrong = `${good.slice(0, 20)}${good[20] === 'A' ? 'B' : 'A'}${good.slice(21)}`;
    const expired = await server.addKey({ expiresAt: server.clock.now() });
    const revoked = await server.addKey();
    const [record] = (await server.journal.keys.list()).filter(({ id }) => revoked.includes(id));
    await server.journal.keys.revoke(record!.id, server.clock.now());
    server.clock.advance(6000);
    for (const route of [...ROUTES, EVENTS].filter(({ scope }) => scope !== 'none')) {
      for (const secret of [undefined, wrong, expired, revoked, '']) {
        const answer = await ask(route, secret);
        expect(answer.json()).toMatchObject({ status: 401, code: 'HR_UNAUTHENTICATED' });
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
    expect((await ask(ROUTES[3]!, good)).statusCode).toBe(200);
  });

  it('revoking a key stops it within five seconds', async () => {
    const secret = await server.addKey();
    const route = ROUTES[3]!;
    expect((await ask(route, secret)).statusCode).toBe(200);
    const [record] = await server.journal.keys.list();
    expect(record!.lastUsedAt).not.toBeNull();
    await server.journal.keys.revoke(record!.id, server.clock.now());
    server.clock.advance(5001);
    expect((await ask(route, secret)).statusCode).toBe(401);
  });

  it('needs a body only after the key was accepted', async () => {
    await server.addKey();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/v1/policies/farm/decisions',
      headers: { 'content-type': 'application/json' },
      payload: '{ not json',
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe('a key for some policies', () => {
  it('cannot tell a foreign policy from one that does not exist', async () => {
    const secret = await server.addKey({ policies: ['mine'] });
    for (const route of [...ROUTES, EVENTS].filter(({ url }) =>
      /(policies|decisions)\/farm/.test(url),
    )) {
      const foreign = await ask(route, secret);
      const unknown = await ask({ ...route, url: route.url.replace('farm', 'none') }, secret);
      expect(foreign.statusCode).toBe(404);
      expect(foreign.body.replaceAll('farm', 'none')).toBe(unknown.body);
      expect({ ...foreign.headers, 'content-length': '' }).toEqual({
        ...unknown.headers,
        'content-length': '',
      });
    }
  });

  it('cannot tell a foreign decision from one of its own that does not exist', async () => {
    const secret = await server.addKey({ policies: ['mine'] });
    const definition = { policy: FARM, ...RAINY };
    await ask({ method: 'POST', url: '/v1/policies/mine/decisions', payload: definition }, secret);
    const foreign = await ask({ method: 'GET', url: '/v1/decisions/farm.1.1' }, secret);
    const unknown = await ask({ method: 'GET', url: '/v1/decisions/mine.1.9' }, secret);
    expect(foreign.body).toBe(unknown.body);
  });

  it('sees only its own in the list, and no metrics of all', async () => {
    const secret = await server.addKey({ policies: ['mine'] });
    expect((await ask({ method: 'GET', url: '/v1/policies' }, secret)).json()).toEqual([]);
    expect((await ask({ method: 'GET', url: '/metrics' }, secret)).statusCode).toBe(403);
  });

  it('hears the failure probabilities of its own alone', async () => {
    const secret = await server.addKey({ policies: ['mine'] });
    const definition = { policy: FARM, ...RAINY };
    await ask({ method: 'POST', url: '/v1/policies/mine/decisions', payload: definition }, secret);
    const audit = await ask({ method: 'GET', url: '/v1/policies/mine/audit' }, secret);
    const { failureProbabilityTotal, promise } = audit.json();
    expect(failureProbabilityTotal).toBe(promise.failureProbability);
  });

  it('is not a key for policies whose names begin alike', async () => {
    const secret = await server.addKey({ policies: ['far', 'farm2', 'FARM', 'fa*'] });
    expect((await ask(ROUTES[3]!, secret)).statusCode).toBe(404);
  });
});

describe('a key that may decide and not read', () => {
  const decide = ROUTES[0]!;

  it('gets a receipt without amounts, the same bytes again for the same key', async () => {
    const secret = await server.addKey({ scopes: ['decide'] });
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': 'k' };
    const request = { method: 'POST', url: decide.url, payload: RAINY, headers } as const;
    const first = await server.app.inject(request);
    const receipt = first.json();
    expect(receipt).toMatchObject({ id: 'farm.1.3', action: expect.any(String), change: [] });
    expect(receipt).not.toHaveProperty('margin');
    expect(receipt).not.toHaveProperty('coin');
    expect(receipt).not.toHaveProperty('bounds');
    expect(receipt.explanation).not.toMatch(/\d/);
    expect((await server.app.inject(request)).body).toBe(first.body);
  });

  it('gets everything once it may read as well', async () => {
    const secret = await server.addKey({ scopes: ['decide', 'read'] });
    expect((await ask(decide, secret)).json()).toHaveProperty('margin');
  });

  it('has idempotency keys of its own', async () => {
    const ids = [];
    for (let k = 0; k < 2; k++) {
      const headers = { authorization: `Bearer ${await server.addKey()}`, 'idempotency-key': 'k' };
      const answer = await server.app.inject({ ...decide, method: 'POST', headers });
      ids.push(answer.json().id);
    }
    expect(ids).toEqual(['farm.1.3', 'farm.1.4']);
  });
});

describe('limits', () => {
  it('hold for each key, and decisions do not use up what acks and rewards need', async () => {
    await server.close();
    server = await createTestServer({ options: { rateLimit: 1, rateBurst: 3 } });
    const secret = await server.addKey();
    const other = await server.addKey();
    const decide = { method: 'POST', url: '/v1/policies/farm/decisions', payload: FIRST } as const;
    for (let k = 0; k < 3; k++) expect((await ask(decide, secret)).statusCode).toBe(200);
    const refused = await ask(decide, secret);
    expect(refused.json()).toMatchObject({ status: 429, code: 'HR_RATE_LIMIT' });
    expect(refused.headers['retry-after']).toBe('1');
    const reward = { method: 'POST', url: '/v1/decisions/farm.1.1/reward', payload: { value: 5 } };
    expect((await ask(reward as Route, secret)).statusCode).toBe(200);
    expect((await ask(ROUTES[10]!, secret)).statusCode).toBe(200);
    expect((await ask(decide, other)).statusCode).toBe(200);
    server.clock.advance(1000);
    expect((await ask(decide, secret)).statusCode).toBe(200);
    expect((await ask(decide, secret)).statusCode).toBe(429);
  });

  it('stop those who try keys, but not those who have one', async () => {
    await server.close();
    server = await createTestServer();
    const secret = await server.addKey({ scopes: ['read'] });
    const list = { method: 'GET', url: '/v1/policies' } as const;
    const statuses = [];
    for (let k = 0; k < 21; k++) {
      // Whoever tries may claim any address; what counts is the connection's own.
      const headers = { authorization: `Bearer hk_guess${k}`, 'x-forwarded-for': `10.0.0.${k}` };
      statuses.push((await server.app.inject({ ...list, headers })).statusCode);
    }
    expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
    expect(statuses[20]).toBe(429);
    const refused = await ask(list, 'hk_guess');
    expect(refused.headers['retry-after']).toBe('3');
    expect((await ask(list, secret)).statusCode).toBe(200);
    server.clock.advance(3000);
    expect((await ask(list, 'hk_guess')).statusCode).toBe(401);
  });
});

describe('a service without keys', () => {
  const open = (headers: Record<string, string>, url = '/v1/policies', method = 'GET') =>
    server.app.inject({ method: method as 'GET', url, headers });

  it('answers loopback names only, so that no rebound name reaches it', async () => {
    expect((await open({ host: '127.0.0.1:3000' })).statusCode).toBe(200);
    for (const url of ['/v1/policies', '/livez', '/openapi.json', '/nowhere']) {
      const answer = await open({ host: 'evil.example' }, url);
      expect(answer.json()).toMatchObject({ status: 403, code: 'HR_HOST' });
    }
  });

  it('takes no requests from pages of other origins', async () => {
    const url = '/v1/policies/farm/safe-mode';
    const before = await server.stateHash();
    expect((await open({ origin: 'http://evil.example' }, url, 'POST')).statusCode).toBe(403);
    expect((await open({ 'sec-fetch-site': 'cross-site' }, url, 'POST')).statusCode).toBe(403);
    expect(await server.stateHash()).toBe(before);
    expect((await open({ origin: 'http://localhost:80' }, url, 'POST')).statusCode).toBe(200);
  });

  it('lets a link from elsewhere lead to it', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await open(link, '/openapi.json')).statusCode).toBe(200);
    expect((await open(link, '/v1/policies/farm/safe-mode', 'POST')).statusCode).toBe(403);
  });

  it('keeps to loopback names also while keys cannot be read', async () => {
    server.journal.keys.list = () => Promise.reject(new Error('broken'));
    server.clock.advance(6000);
    expect((await open({}, '/livez')).statusCode).toBe(200);
    expect((await open({ host: 'evil.example' }, '/livez')).statusCode).toBe(403);
    expect((await open({})).json()).toMatchObject({ code: 'HR_JOURNAL_UNAVAILABLE' });
  });

  it('lets nobody read across origins', async () => {
    const answer = await open({});
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('is closed as soon as there is a key, and stays so when keys cannot be read', async () => {
    expect((await open({})).statusCode).toBe(200);
    await server.addKey();
    expect((await open({})).statusCode).toBe(401);
    server.journal.keys.list = () => Promise.reject(new Error('broken'));
    server.clock.advance(6000);
    const answer = await open({ authorization: 'Bearer hk_x' });
    expect(answer.statusCode).toBe(503);
    expect((await open({}, '/livez')).statusCode).toBe(200);
  });
});
