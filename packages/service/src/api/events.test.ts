/**
 * Watchers hear of changes, are bounded in number, and cannot fill the memory.
 */
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PolicyNews } from '../wire.ts';
import { policyNews } from './schemas/policy-schemas.ts';
import { FIRST } from './testing/example-policy.ts';
import { openRawConnection, type RawConnection } from './testing/raw-connection.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await createTestServer({ options: { eventStreamLimit: 2, heartbeatMs: 20 } });
  await decide();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterEach(() => server.close());

async function decide(): Promise<void> {
  await server.service.decide('farm', FIRST, { scope: 'local', text: null });
}

async function watch(secret = ''): Promise<RawConnection> {
  const connection = await openRawConnection(port);
  connection.send(
    `GET /v1/policies/farm/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\n\r\n`,
  );
  return connection;
}

function newsOf(connection: RawConnection): PolicyNews[] {
  const data = connection.received().matchAll(/^data: (.*)$/gm);
  return [...data].map(([, text]) => policyNews.parse(JSON.parse(text!)));
}

describe('GET /v1/policies/{id}/events', () => {
  it('tells the present state at once, every change, and that it is still there', async () => {
    const watcher = await watch();
    await watcher.until('event: news');
    await watcher.until('\n\n');
    expect(watcher.received()).toContain('content-type: text/event-stream; charset=utf-8');
    expect(watcher.received()).toContain('cache-control: no-store');
    await watcher.until(': still here');
    await decide();
    await watcher.until('"sequence":2');
    await watcher.until(': still here');
    const news = newsOf(watcher);
    expect(news[0]!.latest?.sequence).toBe(1);
    const versions = news.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    watcher.socket.destroy();
  });

  it('takes no more watchers than there is room for, and one more when one leaves', async () => {
    const watchers = [await watch(), await watch()];
    for (const watcher of watchers) await watcher.until('event: news');
    const refused = await watch();
    await refused.until('HR_OVERLOADED');
    expect(refused.received()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1/s);
    watchers[0]!.socket.destroy();
    let next = await watch();
    while (!next.received().includes('event: news')) {
      await next.until('\r\n\r\n');
      if (next.received().includes('503')) next = await watch();
    }
    watchers[1]!.socket.destroy();
    next.socket.destroy();
  });

  it('ends when the key is revoked', async () => {
    const secret = await server.addKey();
    const watcher = await watch(secret);
    await watcher.until('event: news');
    const [record] = await server.journal.keys.list();
    await server.journal.keys.revoke(record!.id, server.clock.now());
    server.clock.advance(6000);
    await watcher.closed();
  });
});
