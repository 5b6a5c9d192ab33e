/**
 * Reports come from memory alone, to whoever may read.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { REPORT, REPORTS } from '../testing/example-report.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

const get = (url: string, secret?: string) =>
  server.app.inject({
    url,
    headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
  });

describe('GET /v1/reports', () => {
  it('lists reports without their contents, and nothing if there are none', async () => {
    server = await createTestServer({ reports: REPORTS });
    const { id, title, madeAt, fileCount } = REPORT;
    expect((await get('/v1/reports')).json()).toEqual([{ id, title, madeAt, fileCount }]);
    await server.close();
    server = await createTestServer();
    expect((await get('/v1/reports')).json()).toEqual([]);
  });
});

describe('GET /v1/reports/{id}', () => {
  it('gives the text and the figures as JSON, which no browser takes for a page', async () => {
    server = await createTestServer({ reports: REPORTS });
    const answer = await get('/v1/reports/farm');
    expect(answer.json()).toEqual(REPORT);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('knows nothing but what is in memory, however it is asked', async () => {
    server = await createTestServer({ reports: REPORTS });
    const unknown = await get('/v1/reports/paper');
    expect(unknown.json()).toMatchObject({ status: 404, code: 'HR_REPORT_UNKNOWN' });
    expect(unknown.json().detail).toContain('"paper"');
    for (const id of [
      'constructor',
      '__proto__',
      '..',
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      '%00',
    ]) {
      const { statusCode } = await get(`/v1/reports/${id}`);
      expect(statusCode, id).toBeGreaterThanOrEqual(404);
      expect(statusCode, id).toBeLessThan(500);
    }
  });

  it('is open to every key that may read, whatever its policies, and to no other', async () => {
    server = await createTestServer({ reports: REPORTS });
    const reader = await server.addKey({ scopes: ['read'], policies: ['other'] });
    const decider = await server.addKey({ scopes: ['decide', 'admin', 'export'] });
    for (const url of ['/v1/reports', '/v1/reports/farm']) {
      expect((await get(url, reader)).statusCode).toBe(200);
      expect((await get(url, decider)).statusCode).toBe(403);
      expect((await get(url)).statusCode).toBe(401);
    }
  });
});
