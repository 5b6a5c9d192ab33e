/**
 * Too much at once is refused quickly, and so is everything while closing.
 */
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryJournal } from '../journal/testing/memory-journal.ts';
import { FIRST } from './testing/example-policy.ts';
import { openRawConnection } from './testing/raw-connection.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

/** A journal that stores nothing until it is released. */
function holdingJournal() {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const journal = new MemoryJournal({
    beforeStore: () => {
      begun.resolve();
      return held.promise;
    },
  });
  return { journal, isStoring: begun.promise, release: held.resolve };
}

describe('the load check', () => {
  it('refuses more requests than may be under way, and takes them again afterwards', async () => {
    const { journal, isStoring, release } = holdingJournal();
    server = await createTestServer({ journal, options: { requestLimit: 1 } });
    const decide = async () =>
      await server.app.inject({
        method: 'POST',
        url: '/v1/policies/farm/decisions',
        payload: FIRST,
      });
    const first = decide();
    await isStoring;
    const second = await decide();
    expect(second.json()).toMatchObject({ status: 503, code: 'HR_OVERLOADED' });
    expect(second.headers['retry-after']).toBe('1');
    expect((await server.app.inject('/livez')).statusCode).toBe(200);
    release();
    expect((await first).statusCode).toBe(200);
    expect((await decide()).statusCode).toBe(200);
  });

  it('lets callers who do not read their answers take nobody else’s place', async () => {
    const body = Buffer.alloc(1 << 20, 'x');
    const file = { body, contentType: 'text/plain', etag: 'x', isImmutable: true };
    const { journal, isStoring, release } = holdingJournal();
    server = await createTestServer({
      journal,
      options: { requestLimit: 2 },
      assets: new Map([['/big.txt', file]]),
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const greedy = await Promise.all(
      ['/big.txt', '/v1/openapi.json'].map(async (url) => {
        const connection = await openRawConnection(port);
        connection.socket.pause();
        connection.send(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(40));
        return connection;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const url = '/v1/policies/farm/decisions';
    const decide = async () => await server.app.inject({ method: 'POST', url, payload: FIRST });
    const first = decide();
    await isStoring;
    // A file costs no place even while all are taken.
    const second = decide();
    expect((await server.app.inject('/big.txt')).statusCode).toBe(200);
    expect((await decide()).statusCode).toBe(503);
    release();
    expect((await first).statusCode).toBe(200);
    expect((await second).statusCode).toBe(200);
    for (const { socket } of greedy) socket.destroy();
  });

  it('tells of many refusals in one line', async () => {
    const { journal, isStoring, release } = holdingJournal();
    server = await createTestServer({ journal, options: { requestLimit: 1 } });
    const decide = async () =>
      await server.app.inject({
        method: 'POST',
        url: '/v1/policies/farm/decisions',
        payload: FIRST,
      });
    const first = decide();
    await isStoring;
    const answers = await Promise.all(Array.from({ length: 50 }, decide));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(503));
    release();
    await first;
    await server.app.close();
    const lines = server.logLines.map((line) => JSON.parse(line));
    const told = lines.filter(({ code }) => code === 'HR_OVERLOADED');
    expect(told.every(({ level }) => level === 'warn')).toBe(true);
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(50);
    expect(told.length).toBeLessThan(10);
    expect(lines.filter(({ status }) => status === 503)).toEqual([]);
  });

  it('refuses everything while closing, and lets what is under way finish', async () => {
    const { journal, isStoring, release } = holdingJournal();
    server = await createTestServer({ journal });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const body = JSON.stringify(FIRST);
    const head = 'POST /v1/policies/farm/decisions HTTP/1.1\r\nhost: localhost\r\n';
    const connection = await openRawConnection(port);
    connection.send(
      `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await isStoring;
    const closing = server.app.close();
    connection.send('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
    release();
    const answers = await connection.closed();
    expect(answers).toMatch(/^HTTP\/1\.1 200 .*farm\.1\.1/s);
    expect(answers).not.toContain('"status":"ok"');
    await closing;
  });
});
