/**
 * Whatever is wrong with a request is told as problem details, and changes nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionService } from '../../decisions/decision-service.ts';
import { ServiceProblem } from '../../problems/problem.ts';
import { FARM, FIRST, RAINY } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let before: string;
beforeAll(async () => {
  server = await createTestServer();
  await server.app.inject({
    method: 'POST',
    url: '/v1/policies/farm/decisions',
    payload: FIRST,
  });
  before = await server.stateHash();
});
afterAll(() => server.close());

async function refused(payload: unknown, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/policies/farm/decisions',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(await server.stateHash()).toBe(before);
  const problem = answer.json();
  expect(problem.status).toBe(answer.statusCode);
  return problem;
}

const rain = (value: unknown) => ({ context: { rain: value, soil: 'clay' } });

describe('input that does not fit', () => {
  it.each([
    [rain('100'), 'context.rain'],
    [rain(null), 'context.rain'],
    [rain(true), 'context.rain'],
    [rain([1]), 'context.rain'],
    [rain({ kind: 'normal', mean: '20', sd: 3 }), 'context.rain.mean'],
    [rain({ kind: 'normal', mean: 20, sd: 3, skew: 1 }), 'context.rain'],
    [rain({ kind: 'gamma', shape: 2 }), 'context.rain.kind'],
    [rain({ kind: 'quantiles', p10: 'low', p90: 3 }), 'context.rain.p10'],
    [
      rain({ kind: 'mixture', components: [{ weight: 1 }] }),
      'context.rain.components[0].distribution',
    ],
    [{ ...RAINY, alowed: ['bold'] }, undefined],
    [{ ...RAINY, allowed: 'bold' }, 'allowed'],
    [{ ...RAINY, allowed: [] }, 'allowed'],
    [{ ...RAINY, baseline: { reward: { min: 1 } } }, 'baseline.reward.max'],
    [{}, 'context'],
    [[], undefined],
    ['null', undefined],
    ['5', undefined],
    [{ ...RAINY, policy: { ...FARM, allowedShortfall: '0.2' } }, 'policy.allowedShortfall'],
    [
      {
        ...RAINY,
        policy: {
          ...FARM,
          features: { kind: 'per-action', actionCount: 1e9, contextDimension: 1 },
        },
      },
      'policy.features.actionCount',
    ],
  ])('is refused, and the field is named: %j', async (payload, field) => {
    const problem = await refused(payload);
    expect(problem).toMatchObject({ status: 422, code: 'HR_INVALID_INPUT' });
    expect(problem.field ?? '').toContain(field?.split('.').at(-1) ?? '');
    expect(problem.detail).toMatch(/[.\]]$/);
  });

  it('is explained in a sentence', async () => {
    expect((await refused(rain({ kind: 'normal', mean: '20', sd: 3 }))).detail).toBe(
      'context.rain.mean does not fit: expected number, received string. GET /openapi.json tells what is expected.',
    );
    expect((await refused({ ...RAINY, alowed: [] })).detail).toContain('unknown field "alowed"');
    expect((await refused(rain(true))).detail).toContain(
      'expected number, received boolean, or expected string, received boolean',
    );
  });

  it.each([
    ['/v1/policies/a%20b', 'expected 1 to 64 letters, digits, _ and -'],
    ['/v1/decisions/garbage', 'expected the id that came with the decision, like maize.1.17'],
    ['/v1/policies/farm/decisions?since=monday', 'expected a time like 2026-05-04T09:30:00Z'],
  ])('in an address is explained in words, not patterns: %s', async (url, words) => {
    const answer = await server.app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toContain(words);
  });

  it('is refused by meaning, where its shape is right', async () => {
    expect((await refused(rain(500))).code).toBe('HR_INVALID_INPUT');
    expect((await refused(rain({ kind: 'normal', mean: 20, sd: -3 }))).code).toBe(
      'HR_INVALID_INPUT',
    );
    expect((await refused({ ...RAINY, allowed: ['unheard-of'] })).code).toBe('HR_INVALID_INPUT');
  });
});

describe('bodies', () => {
  it('must be JSON', async () => {
    expect(await refused('{"context":')).toMatchObject({ status: 400, code: 'HR_INVALID_JSON' });
    expect(await refused('{"context":{"rain":NaN}}')).toMatchObject({ code: 'HR_INVALID_JSON' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/problem+json',
    'nonsense',
    '',
  ])('must not be called %s', async (type) => {
    expect(await refused(FIRST, { 'content-type': type })).toMatchObject({
      status: 415,
      code: 'HR_MEDIA_TYPE',
    });
  });

  it.each([
    'application/json',
    'Application/JSON;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('may be called %s', async (type) => {
    expect(await refused('{', { 'content-type': type })).toMatchObject({ status: 400 });
  });

  it('must hold numbers that are numbers, and no traps', async () => {
    expect((await refused('{"context":{"rain":1e999,"soil":"clay"}}')).status).toBe(422);
    expect((await refused('{"context":{"rain":1},"__proto__":{"a":1}}')).field).toBe('__proto__');
    expect(
      (await refused(`{"context":{"rain":${'['.repeat(50)}${']'.repeat(50)}}}`)).detail,
    ).toContain('levels');
  });

  it('must not be too large, by route', async () => {
    const large = { status: 413, code: 'HR_BODY_TOO_LARGE' };
    expect(await refused(`"${'x'.repeat(256 * 1024)}"`)).toMatchObject(large);
    expect(await refused(`"${'x'.repeat(100 * 1024)}"`)).toMatchObject({ status: 422 });
    const reward = await server.app.inject({
      method: 'POST',
      url: '/v1/decisions/farm.1.1/reward',
      payload: { value: 1, text: 'x'.repeat(64 * 1024) },
    });
    expect(reward.json()).toMatchObject(large);
  });
});

describe('addresses', () => {
  it.each([
    ['GET', '/nowhere', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/v1', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/v1/policies/', 422, 'HR_INVALID_INPUT'],
    ['GET', '/v1/policies/farm/decisions/', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/%', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/../../etc/passwd', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd', 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/v1/policies/%2e%2e%2fetc', 422, 'HR_INVALID_INPUT'],
    ['GET', `/v1/policies/${'a'.repeat(65)}`, 422, 'HR_INVALID_INPUT'],
    ['GET', `/v1/policies/${'a'.repeat(300)}`, 404, 'HR_ROUTE_UNKNOWN'],
    ['GET', '/v1/policies/-a', 422, 'HR_INVALID_INPUT'],
    ['GET', '/v1/decisions/farm.01.1', 422, 'HR_INVALID_INPUT'],
    ['GET', '/v1/decisions/farm', 422, 'HR_INVALID_INPUT'],
    ['GET', '/v1/policies/unheard-of', 404, 'HR_POLICY_UNKNOWN'],
    ['GET', '/v1/policies/constructor', 404, 'HR_POLICY_UNKNOWN'],
    ['DELETE', '/v1/policies/farm/audit', 405, 'HR_METHOD'],
    ['PATCH', '/v1/policies/farm', 405, 'HR_METHOD'],
    ['GET', '/v1/decisions/farm.1.1/reward', 405, 'HR_METHOD'],
    ['POST', '/livez', 405, 'HR_METHOD'],
    ['OPTIONS', '/v1/policies', 405, 'HR_METHOD'],
  ] as const)('%s %s is refused with %i %s', async (method, url, status, code) => {
    const answer = await server.app.inject({ method, url });
    expect(answer.json()).toMatchObject({ status, code });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('tell which methods they take', async () => {
    const answer = await server.app.inject({ method: 'PATCH', url: '/v1/policies/farm?x=1' });
    expect(answer.headers.allow).toBe('GET, PUT, DELETE');
  });
});

describe('faults inside', () => {
  async function answerTo(error: unknown) {
    const real = server.service;
    const failing: DecisionService = { ...real, policies: () => Promise.reject(error) };
    const broken = await createTestServer({ service: failing });
    const answer = await broken.app.inject('/v1/policies');
    await broken.app.close();
    return { answer, log: broken.logLines.join('') };
  }

  it('are told without what is inside, and logged without their words', async () => {
    const { answer, log } = await answerTo(new TypeError('canary-of-a-context'));
    expect(answer.json()).toMatchObject({ status: 500, code: 'HR_INTERNAL' });
    expect(answer.body + log).not.toContain('canary');
    expect(answer.body).not.toContain('.ts');
    expect(log).toContain('TypeError');
    expect(log).toContain('errors.test.ts');
  });

  it('need not be errors at all', async () => {
    for (const thrown of [undefined, null, 'text', { code: 'FST_ERR_CTP_BODY_TOO_LARGE_' }]) {
      expect((await answerTo(thrown)).answer.statusCode).toBe(500);
    }
  });

  it('tell when to come back if there is too much to do', async () => {
    const busy = new ServiceProblem({ code: 'HR_OVERLOADED', detail: 'Too much.' });
    const { answer } = await answerTo(busy);
    expect(answer.json()).toMatchObject({
      status: 503,
      code: 'HR_OVERLOADED',
      detail: 'Too much.',
    });
    expect(answer.headers['retry-after']).toBe('1');
  });
});
