/**
 * The routes, from the first decision to the audit, on the real service.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FARM, FIRST, RAINY } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

async function post(url: string, payload?: object, headers: Record<string, string> = {}) {
  return await server.app.inject({
    method: 'POST',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
}

async function get(url: string) {
  return await server.app.inject({ method: 'GET', url });
}

describe('the first two calls', () => {
  it('make a decision and report its reward', async () => {
    const decided = await post('/v1/policies/farm/decisions', FIRST);
    expect(decided.statusCode).toBe(200);
    expect(decided.headers['content-type']).toBe('application/json; charset=utf-8');
    const receipt = decided.json();
    expect(receipt).toMatchObject({ id: 'farm.1.1', policy: 'farm', sequence: 1, mode: 'live' });
    expect(receipt.margin.unit).toBe('t/ha');
    const rewarded = await post(`/v1/decisions/${receipt.id}/reward`, { value: 5 });
    expect(rewarded.json()).toEqual({
      id: 'farm.1.1',
      outcome: 'recorded',
      state: 'executed',
      reward: 5,
      isLearnt: true,
    });
  });
});

describe('POST /v1/policies/{id}/decisions', () => {
  it('answers the same key and body with the same bytes, and says so', async () => {
    const key = { 'idempotency-key': 'k-1' };
    const first = await post('/v1/policies/farm/decisions', FIRST, key);
    const again = await post('/v1/policies/farm/decisions', FIRST, key);
    expect(again.body).toBe(first.body);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await post('/v1/policies/farm/decisions', RAINY, key);
    expect(other.json()).toMatchObject({ status: 422, code: 'HR_KEY_REUSED' });
  });

  it('refuses idempotency keys that are empty, too long or not visible', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b', 'ü']) {
      const answer = await post('/v1/policies/farm/decisions', FIRST, { 'idempotency-key': key });
      expect(answer.json()).toMatchObject({ code: 'HR_INVALID_INPUT', field: 'idempotency-key' });
    }
  });

  it('refuses an unknown policy without a definition, and a definition that differs', async () => {
    expect((await post('/v1/policies/farm/decisions', RAINY)).json()).toMatchObject({
      status: 404,
      code: 'HR_POLICY_UNKNOWN',
    });
    await post('/v1/policies/farm/decisions', FIRST);
    const other = { ...FIRST, policy: { ...FARM, allowedShortfall: 0.3 } };
    expect((await post('/v1/policies/farm/decisions', other)).json()).toMatchObject({
      status: 409,
      code: 'HR_DEFINITION_DIFFERS',
    });
  });
});

describe('POST /v1/policies/{id}/preview', () => {
  it('tells what would be decided and books nothing', async () => {
    await post('/v1/policies/farm/decisions', FIRST);
    const before = await server.stateHash();
    const preview = await post('/v1/policies/farm/preview', RAINY);
    expect(preview.statusCode).toBe(200);
    expect(preview.json()).toHaveProperty('margin.ifProposed');
    expect(await server.stateHash()).toBe(before);
  });
});

describe('GET /v1/decisions/{id}', () => {
  it('returns the receipt at the top and inside, and what became of it', async () => {
    const receipt = (await post('/v1/policies/farm/decisions', FIRST)).json();
    await post('/v1/decisions/farm.1.1/reward', { value: 5, context: { rain: 90, soil: 'clay' } });
    await post('/v1/decisions/farm.1.1/corrections', { value: 6, reason: 'scale' });
    const view = (await get('/v1/decisions/farm.1.1')).json();
    expect(view).toMatchObject(receipt);
    expect(view.receipt).toEqual(receipt);
    expect(view).toMatchObject({ state: 'executed', reward: 6, correctionCount: 1 });
    expect(view.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'rewarded',
      'corrected',
    ]);
    expect((await get('/v1/decisions/farm.1.2')).json().code).toBe('HR_DECISION_UNKNOWN');
  });
});

describe('what is said of decisions', () => {
  beforeEach(async () => {
    for (let k = 0; k < 3; k++) await post('/v1/policies/farm/decisions', FIRST);
  });

  it('may be said without a body where every field is optional', async () => {
    expect((await post('/v1/decisions/farm.1.1/ack')).json()).toMatchObject({ state: 'executed' });
    const json = { 'content-type': 'application/json' };
    expect((await post('/v1/decisions/farm.1.1/ack', undefined, json)).json()).toMatchObject({
      outcome: 'repeated',
    });
    expect((await post('/v1/policies/farm/safe-mode')).json()).toMatchObject({ mode: 'safe-mode' });
    expect((await post('/v1/decisions/farm.1.1/reward')).statusCode).toBe(422);
  });

  it('is refused where a decision is given up without saying why, and taken with it', async () => {
    const [ack, gone] = ['/v1/decisions/farm.1.1/ack', '/v1/decisions/farm.1.2/void'];
    const refused = [
      await post(gone),
      await post(gone, {}),
      await post(gone, { reason: 'rain' }),
      await post(ack, { played: 'baseline' }),
      await post(ack, { played: 'baseline', reason: 'rain' }),
      await post(ack, { played: 'decision', reason: 'unrelated' }),
      await post(ack, { reason: 'newer-information' }),
      await post(ack, { note: 'rain' }),
    ];
    for (const answer of refused) expect(answer.json().code).toBe('HR_INVALID_INPUT');
    const reason = 'newer-information';
    const fallBack = { played: 'baseline', reason, note: 'rain' };
    expect((await post(ack, fallBack)).json()).toMatchObject({ state: 'fell-back' });
    expect((await post(gone, { reason, note: 'hail' })).json()).toMatchObject({ state: 'void' });
    // The same reason is a repetition, whatever else is said; another is not.
    expect((await post(gone, { reason })).json()).toMatchObject({ outcome: 'repeated' });
    const other = { played: 'baseline', reason: 'unrelated' };
    const again = [await post(ack, other), await post(gone, { reason: 'unrelated' })];
    expect(again.map((answer) => answer.json().code)).toEqual(['HR_NOT_PLAYED', 'HR_NOT_PLAYED']);
    const { events } = (await server.app.inject('/v1/decisions/farm.1.2')).json();
    expect(events).toMatchObject([{ kind: 'voided', reason, note: 'hail' }]);
  });

  it('is refused with its own code where it contradicts what is known', async () => {
    await post('/v1/decisions/farm.1.1/reward', { value: 5 });
    const codes = [
      await post('/v1/decisions/farm.1.1/reward', { value: 6 }),
      await post('/v1/decisions/farm.1.1/void', { reason: 'unrelated' }),
      await post('/v1/decisions/farm.1.2/corrections', { value: 6, reason: 'scale' }),
      await post('/v1/decisions/farm.1.2/reward', { value: 11 }),
    ].map((answer) => answer.json().code);
    expect(codes).toEqual([
      'HR_REWARD_CONTRADICTS',
      'HR_ALREADY_PLAYED',
      'HR_NO_REWARD_YET',
      'HR_INVALID_INPUT',
    ]);
  });
});

describe('policies', () => {
  it('are created, changed, switched and shown', async () => {
    const put = (payload: object) =>
      server.app.inject({ method: 'PUT', url: '/v1/policies/farm', payload });
    expect((await put({ definition: FARM })).json()).toMatchObject({ id: 'farm', generation: 1 });
    const changed = { ...FARM, allowedShortfall: 0.3 };
    expect((await put({ definition: changed, reason: 'bolder' })).json()).toMatchObject({
      generation: 2,
    });
    expect((await post('/v1/policies/farm/mode', { mode: 'shadow' })).json().mode).toBe('shadow');
    expect((await post('/v1/policies/farm/safe-mode', { on: false })).json().mode).toBe('live');
    expect((await get('/v1/policies')).json()).toHaveLength(1);
    expect((await get('/v1/policies/farm')).json().definition.execution).toBe('confirm');
    expect((await get('/v1/policies/other')).statusCode).toBe(404);
  });

  it('are listed by pages in the order of names, with the address of the next', async () => {
    const names = ['b', 'a-1', 'B', 'c', '7'];
    for (const name of names) {
      const url = `/v1/policies/${name}`;
      await server.app.inject({ method: 'PUT', url, payload: { definition: FARM } });
    }
    await server.app.inject({ method: 'DELETE', url: '/v1/policies/c' });
    const seen: string[][] = [];
    let url: string | undefined = '/v1/policies?limit=2';
    while (url !== undefined) {
      const answer = await get(url);
      seen.push(answer.json().map(({ id }: { id: string }) => id));
      url = /^<(.*)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1];
    }
    expect(seen).toEqual([['7', 'B'], ['a-1', 'b'], []]);
    expect((await get('/v1/policies')).headers.link).toBeUndefined();
    expect((await get('/v1/policies?limit=501')).statusCode).toBe(422);
    expect((await get('/v1/policies?after=%2F')).statusCode).toBe(422);
  });
});

describe('reports', () => {
  beforeEach(async () => {
    for (let k = 0; k < 5; k++) await post('/v1/policies/farm/decisions', FIRST);
    await post('/v1/decisions/farm.1.1/reward', { value: 5 });
  });

  it('list decisions by filters and pages', async () => {
    const page = (await get('/v1/policies/farm/decisions?limit=2')).json();
    expect(page.decisions.map(({ sequence }: { sequence: number }) => sequence)).toEqual([5, 4]);
    const next = (await get(`/v1/policies/farm/decisions?before=${page.next}`)).json();
    expect(next.decisions).toHaveLength(3);
    expect(next.next).toBeNull();
    const rewarded = (await get('/v1/policies/farm/decisions?hasReward=true')).json();
    expect(rewarded.decisions.map(({ id }: { id: string }) => id)).toEqual(['farm.1.1']);
    const later = (
      await get('/v1/policies/farm/decisions?since=2026-05-04T11:31:00%2B02:00')
    ).json();
    expect(later.decisions).toEqual([]);
    const since = (
      await get('/v1/policies/farm/decisions?since=2026-05-04T11:30:00%2B02:00')
    ).json();
    expect(since.decisions).toHaveLength(5);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=1e2',
    'limit=%2010',
    'limit=010',
    'limit=-1',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'hasReward=1',
    'state=done',
    'since=yesterday',
    'since=2026-02-31T00:00:00Z',
    'unknown=1',
    'constructor=1',
    '__proto__=1',
  ])('refuse the query %s', async (query) => {
    const answer = await get(`/v1/policies/farm/decisions?${query}`);
    expect(answer.json()).toMatchObject({ status: 422, code: 'HR_INVALID_INPUT' });
  });

  it('show corridor, weights and audit', async () => {
    expect((await get('/v1/policies/farm/corridor?points=3')).json().points.length).toBeLessThan(4);
    expect((await get('/v1/policies/farm/corridor')).json().points).toHaveLength(5);
    expect((await get('/v1/policies/farm/weights')).json().weights.length).toBeGreaterThan(0);
    expect((await get('/v1/policies/farm/audit')).json()).toMatchObject({
      isKept: true,
      decisions: 5,
    });
    for (const what of ['corridor', 'weights', 'audit', 'decisions', 'export', 'events']) {
      expect((await get(`/v1/policies/other/${what}`)).json().code).toBe('HR_POLICY_UNKNOWN');
    }
  });

  it('export decisions as CSV and as JSON lines, with receipts or without', async () => {
    const csv = await get('/v1/policies/farm/export');
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="farm-decisions.csv"');
    const lines = csv.body.split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^id,policy,generation,sequence,action,/);
    expect(lines[1]).toMatch(/^farm\.1\.1,farm,1,1,/);
    const json = await get('/v1/policies/farm/export?format=jsonl');
    const rows = json.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ reward }) => reward)).toEqual([5, null, null, null, null]);
    const log = await get('/v1/policies/farm/export?format=receipts');
    expect(log.headers['content-disposition']).toBe('attachment; filename="farm-decisions.jsonl"');
    const logged = log.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.map(({ receipt, context, ...summary }) => summary)).toEqual(rows);
    expect(logged.map(({ receipt }) => receipt.id)).toEqual(rows.map(({ id }) => id));
    expect((await get('/v1/policies/farm/export?format=xml')).statusCode).toBe(422);
  });
});

describe('formulas in names', () => {
  it('do not reach a spreadsheet', async () => {
    const evil = '=cmd|"/c calc"!A1';
    const policy = { ...FARM, actions: [evil, 'x'], baseline: { action: evil, reward: 6 } };
    const decided = await post('/v1/policies/evil/decisions', { ...RAINY, policy });
    expect(decided.statusCode).toBe(200);
    const csv = (await get('/v1/policies/evil/export')).body;
    expect(csv).toContain(`"'=cmd|""/c calc""!A1"`);
    expect(csv).not.toMatch(/(^|,|")=/m);
  });
});

describe('operations', () => {
  it('answer without keys', async () => {
    expect((await get('/livez')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ status: 'ok' });
    expect((await get('/openapi.json')).json().openapi).toBe('3.1.0');
    expect((await get('/metrics')).statusCode).toBe(404);
  });

  it('say that the service is not ready when nothing can be stored', async () => {
    await server.service.close();
    const answer = await get('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await get('/livez')).statusCode).toBe(200);
  });
});
