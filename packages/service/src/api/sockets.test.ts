/**
 * Over real connections: what is slow, broken or too much is turned away, and closing is clean.
 */
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpOptions } from './http-options.ts';
import { FIRST } from './testing/example-policy.ts';
import { openRawConnection } from './testing/raw-connection.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

async function listen(options: Partial<HttpOptions> = {}): Promise<number> {
  server = await createTestServer({ options });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.app.server.address() as AddressInfo).port;
}

const GET_LIVE = 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n';
const POST =
  'POST /v1/policies/farm/decisions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('a connection', () => {
  it('is closed if its headers do not come in time', async () => {
    const port = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20 });
    const slow = await openRawConnection(port);
    slow.send('GET /livez HTTP/1.1\r\nhost: loc');
    expect(await slow.closed()).toMatch(/^HTTP\/1\.1 408 .*application\/problem\+json/s);
  });

  it('is closed if its body does not come in time', async () => {
    const port = await listen({ headersTimeoutMs: 50, requestTimeoutMs: 100, timeoutCheckMs: 20 });
    const slow = await openRawConnection(port);
    slow.send(`${POST}content-length: 100\r\n\r\n{"context"`);
    expect(await slow.closed()).toMatch(/^HTTP\/1\.1 408 /);
    expect(await server.stateHash()).toBe('');
  });

  it('is closed after garbage, which is answered without repeating it', async () => {
    const port = await listen();
    const broken = await openRawConnection(port);
    broken.send('canary garbage\r\n\r\n');
    const answer = await broken.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff/s);
    expect(answer).not.toContain('canary');
  });

  it('never gets the refusal of garbage as the answer to a decision before it', async () => {
    const port = await listen();
    const body = JSON.stringify(FIRST);
    const broken = await openRawConnection(port);
    broken.send(`${POST}content-length: ${body.length}\r\n\r\n${body}garbage\r\n\r\n`);
    const answer = await broken.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*farm\.1\.1/s);
    expect(answer).not.toContain('HTTP/1.1 400');
  });

  it('may carry several requests at once, and they are answered in order', async () => {
    const port = await listen();
    const one = await openRawConnection(port);
    one.send(GET_LIVE + GET_LIVE.replace('/livez', '/nowhere') + GET_LIVE);
    await one.until('HTTP/1.1 404');
    while (one.received().split('HTTP/1.1').length < 4) {
      await new Promise((resolve) => one.socket.once('data', resolve));
    }
    expect(one.received().match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 404',
      'HTTP/1.1 200',
    ]);
    one.socket.destroy();
  });

  it('is refused headers without end', async () => {
    const port = await listen();
    const long = await openRawConnection(port);
    long.send(`GET /livez HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(await long.closed()).toMatch(/^HTTP\/1\.1 431 .*HR_HEAD_TOO_LARGE/s);
  });

  it('is told that a body is too large before the body comes', async () => {
    const port = await listen();
    const large = await openRawConnection(port);
    large.send(`${POST}content-length: 300000\r\n\r\n`);
    await large.until('HR_BODY_TOO_LARGE');
    expect(large.received()).toMatch(/^HTTP\/1\.1 413 /);
    large.socket.destroy();
  });

  it('is told so as well if the length was not announced', async () => {
    const port = await listen();
    const large = await openRawConnection(port);
    large.send(`${POST}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    for (let k = 0; k < 9; k++) large.send(chunk);
    await large.until('HR_BODY_TOO_LARGE');
    large.socket.destroy();
  });

  it('may ask before it sends a body', async () => {
    const port = await listen();
    const body = JSON.stringify(FIRST);
    const polite = await openRawConnection(port);
    polite.send(`${POST}expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`);
    await polite.until('HTTP/1.1 100 Continue');
    polite.send(body);
    await polite.until('farm.1.1');
    polite.socket.destroy();
  });

  it('cannot smuggle a request by two lengths', async () => {
    const port = await listen();
    const sly = await openRawConnection(port);
    sly.send(`${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`);
    expect(await sly.closed()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('without a host is refused', async () => {
    const port = await listen();
    const old = await openRawConnection(port);
    old.send('GET /v1/policies HTTP/1.0\r\n\r\n');
    expect(await old.closed()).toMatch(/^HTTP\/1\.1 403 .*HR_HOST/s);
  });

  it('cannot climb out by the path, whatever the spelling', async () => {
    const port = await listen();
    for (const path of ['/../../etc/passwd', '/v1/../livez', '/.', '/%2e%2e/livez', '*', '/\\x']) {
      const sly = await openRawConnection(port);
      sly.send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      expect(await sly.closed(), path).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });

  it('is closed if nothing moves on it, and after so many requests', async () => {
    const port = await listen({
      idleTimeoutMs: 50,
      keepAliveTimeoutMs: 50,
      requestsPerSocketMax: 2,
    });
    const idle = await openRawConnection(port);
    expect(await idle.closed()).toBe('');
    const busy = await openRawConnection(port);
    busy.send(GET_LIVE + GET_LIVE + GET_LIVE);
    expect((await busy.closed()).match(/HTTP\/1\.1 \d+/g)?.slice(0, 2)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
    ]);
    expect(busy.received()).toContain('HTTP/1.1 503');
  });
});

describe('closing', () => {
  it('ends event streams and idle connections', async () => {
    const port = await listen();
    await server.service.decide('farm', FIRST, { scope: 'local', text: null });
    const watcher = await openRawConnection(port);
    watcher.send('GET /v1/policies/farm/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await watcher.until('event: news');
    const idle = await openRawConnection(port);
    idle.send(GET_LIVE);
    await idle.until('200 OK');
    await server.app.close();
    await watcher.closed();
    await idle.closed();
  });
});
