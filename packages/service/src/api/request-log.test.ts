/**
 * The log tells what happened, and no secret, context or reward ever reaches it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../instruments/metrics.ts';
import { JournalFailure } from '../journal/journal.ts';
import { FARM, RAINY } from './testing/example-policy.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let metrics: Metrics;
beforeEach(async () => {
  metrics = createMetrics();
  server = await createTestServer({ metrics });
});
afterEach(() => server.close());

const lines = () => server.logLines.map((line) => JSON.parse(line));

describe('the log', () => {
  it('has one line a request, with facts from a short list', async () => {
    const secret = await server.addKey();
    const authorization = `Bearer ${secret}`;
    await server.app.inject({ url: '/v1/policies', headers: { authorization } });
    await server.app.inject({ url: '/v1/policies/farm?x=1', headers: { authorization } });
    await server.app.inject('/private/path?token=x');
    const [good, bad, unknown] = lines();
    expect(good).toEqual({
      level: 'debug',
      time: expect.any(String),
      msg: 'request',
      method: 'GET',
      route: '/v1/policies',
      status: 200,
      durationMs: expect.any(Number),
      keyId: `hk_${secret.slice(3, 7)}…`,
    });
    expect(bad).toMatchObject({
      level: 'info',
      route: '/v1/policies/:id',
      status: 404,
      policy: 'farm',
    });
    expect(unknown).toMatchObject({ level: 'info', route: 'unknown', status: 404 });
    expect(unknown).not.toHaveProperty('keyId');
    expect(lines()).toHaveLength(3);
  });

  it('names the policy of a decision', async () => {
    await server.app.inject('/v1/decisions/farm.1.17');
    expect(lines()[0]).toMatchObject({ keyId: 'local', policy: 'farm' });
  });
});

describe('what kept a request from being answered', () => {
  const refusedBy = async (cause: Error) => {
    const find = () => Promise.reject(cause);
    const hindered = await createTestServer({ placement: { find } });
    await hindered.app.inject('/v1/policies/farm');
    await hindered.close();
    return JSON.parse(hindered.logLines[0]!);
  };

  it('is told if the journal said it', async () => {
    const detail = 'No PostgreSQL server takes writes (too many clients already).';
    const line = await refusedBy(new JournalFailure('broken', detail));
    expect(line).toMatchObject({ status: 503, code: 'HR_JOURNAL_UNAVAILABLE', detail });
  });

  it('is not told in words that may quote the request', async () => {
    const line = await refusedBy(new Error('canary7f3a'));
    expect(line).toMatchObject({ status: 503, code: 'HR_JOURNAL_UNAVAILABLE' });
    expect(line).not.toHaveProperty('detail');
  });
});

describe('secrets', () => {
  it('reach neither the log, nor the metrics, nor an answer', async () => {
    const secret = await server.addKey();
    const canary = 'canary7f3a';
    const answers: string[] = [];
    const ask = async (url: string, headers: Record<string, string> = {}, payload?: unknown) => {
      const answer = await server.app.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      });
      answers.push(answer.body, JSON.stringify(answer.headers));
    };
    const good = { authorization: `Bearer ${secret}` };
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
    await ask('/v1/policies', { authorization: `Bearer ${wrong}` });
    await ask(`/v1/policies?key=${secret}`, good);
    await ask(`/v1/policies/${secret}`, { cookie: canary });
    await ask(`/${canary}/${secret}`);
    await ask('/v1/policies/farm/decisions', good, { ...RAINY, policy: FARM });
    await ask('/v1/policies/farm/decisions', good, { context: { rain: canary } });
    await ask('/v1/policies/farm/decisions', good, `{"context": ${canary}`);
    await ask('/v1/policies/farm/decisions', { ...good, 'idempotency-key': `${canary} x` }, RAINY);
    await ask('/v1/decisions/farm.1.1/reward', good, { value: 5.4321987 });
    await ask('/metrics', good);
    const told = server.logLines.join('') + (await metrics.text());
    const beginning = secret.slice(15, 40);
    for (const private_ of [secret, beginning, canary, '5.4321987']) {
      expect(told).not.toContain(private_);
    }
    expect(answers.join('')).not.toContain(beginning);
    expect(server.logLines).toHaveLength(10);
  });

  it('are not written when somebody with a key puts one into an address', async () => {
    const secret = await server.addKey();
    const half = secret.slice(0, 60);
    await server.app.inject({
      url: `/v1/policies/${half}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(server.logLines.join('')).not.toContain(secret.slice(15, 40));
  });
});

describe('the metrics', () => {
  it('count requests by pattern, so that strangers cannot add labels', async () => {
    await server.app.inject('/v1/policies/one');
    await server.app.inject('/v1/policies/two');
    await server.app.inject('/anything');
    const text = (await server.app.inject('/metrics')).body;
    expect(text).toMatch(/hedgerow_request_seconds_count\{.*route="\/v1\/policies\/:id".*\} 2/);
    expect(text).toContain('route="unknown"');
    expect(text).not.toContain('anything');
  });
});
