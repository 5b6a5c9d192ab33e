/**
 * Files that break off, as readers see them who know of a file's end by the connection alone (HTTP/1.0).
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIRST } from '../testing/example-policy.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let port: number;
beforeEach(async () => {
  const sending = { headersTimeoutMs: 3000, requestTimeoutMs: 3000, timeoutCheckMs: 20 };
  server = await createTestServer({ options: { ...sending, unfinishedMs: 30, closingMs: 60 } });
  await server.service.decide('farm', FIRST, { scope: 'local', text: null });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterEach(() => server.close());

/** An export of which the first page comes at once, and whatever follows when it is let go on. */
async function beginExport() {
  const { allDecisions } = server.service;
  const more = Promise.withResolvers<void>();
  server.service.allDecisions = async function* (...asked) {
    for await (const page of allDecisions(...asked)) yield page;
    await more.promise;
  };
  const connection = await openRawConnection(port);
  connection.send('GET /v1/policies/farm/export HTTP/1.0\r\nhost: localhost\r\n\r\n');
  await connection.until('farm.1.1');
  return { connection, more };
}

it('an export that fails in the middle is no whole one', async () => {
  const { connection, more } = await beginExport();
  const reset = once(connection.socket, 'error');
  more.reject(new Error('The disk is gone.'));
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
});

it('nor is one that the service has no time for any more when it stops', async () => {
  const { connection, more } = await beginExport();
  const reset = once(connection.socket, 'error');
  const closed = server.app.close();
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
  more.resolve();
  await closed;
});

it('one that is whole ends without a word', async () => {
  const { connection, more } = await beginExport();
  more.resolve();
  const text = await connection.closed();
  expect(text.trim().split('\r\n').at(-1)).toMatch(/^farm\.1\.1,/);
});

it('a refusal does not become a line of an answer that has begun', async () => {
  const connection = await openRawConnection(port);
  const head = 'POST /v1/policies/farm/rewards HTTP/1.0\r\nhost: localhost\r\n';
  connection.send(`${head}content-type: text/csv\r\ncontent-length: 99999\r\n\r\n`);
  // So many lines are read before the first are answered.
  connection.send(`decision,value\n${'not read,\n'.repeat(4000)}`);
  const reset = once(connection.socket, 'error');
  await connection.until('"line":1001');
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' });
  expect(connection.received()).not.toContain('came too slowly');
});
