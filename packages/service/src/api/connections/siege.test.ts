/**
 * Over real connections, from one address and from many: whoever opens more than a service takes shuts out
 * nobody else, and the service closes in time all the same.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import type { HttpOptions } from '../http-options.ts';
import { FIRST } from '../testing/example-policy.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const LIVE = 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n';
const READY = LIVE.replace('livez', 'readyz');
const LONG = LIVE.replace('livez', 'openapi.json');
const HALF = 'GET /livez HTTP/1.1\r\nhost: loc';
const WATCH = 'GET /v1/policies/farm/events HTTP/1.1\r\nhost: localhost\r\n\r\n';
const BODY = JSON.stringify(FIRST);
const HEAD =
  'POST /v1/policies/farm/decisions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const DECIDE = `${HEAD}content-length: ${BODY.length}\r\n\r\n${BODY}`;
const TRICKLE = `${HEAD}content-length: ${BODY.length}\r\n\r\n${BODY.slice(0, 5)}`;

let server: TestServer;
let crowd: Socket[] = [];
afterEach(async () => {
  for (const socket of crowd) socket.destroy();
  crowd = [];
  await server.close();
});

async function listen(
  options: Partial<HttpOptions>,
  journal = new MemoryJournal(),
): Promise<number> {
  server = await createTestServer({ journal, options });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.app.server.address() as AddressInfo).port;
}

/** Opens connections, from one loopback address or each from its own, and sends the same on all. */
async function besiege(port: number, count: number, text: string, from = (_: number) => 1) {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${from(index)}` });
    socket.on('error', () => {});
    socket.resume();
    socket.write(text);
    return socket;
  });
  crowd.push(...sockets);
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
  );
  return sockets;
}

async function ask(port: number, text: string): Promise<string> {
  const connection = await openRawConnection(port);
  connection.send(text.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  return await connection.closed();
}

/** Sends the same on new connections; resolves when the server has begun with all of it. */
async function askAtOnce(port: number, count: number, text: string) {
  let begun = 0;
  const isBegun = new Promise<void>((resolve) => {
    server.app.server.on('request', () => {
      begun += 1;
      if (begun === count) resolve();
    });
  });
  const connections = await Promise.all(
    Array.from({ length: count }, () => openRawConnection(port)),
  );
  for (const connection of connections) connection.send(text);
  await isBegun;
  return connections;
}

/** A journal that stores nothing until it is released. */
function holdingJournal() {
  const held = Promise.withResolvers<void>();
  const journal = new MemoryJournal({ beforeStore: () => held.promise });
  return { journal, release: held.resolve };
}

const each = (index: number) => 2 + (index % 200);

describe('a siege', () => {
  it.each([
    ['of half-open connections from one address', HALF, () => 1],
    ['of half-open connections from many addresses', HALF, each],
    ['of connections that say nothing', '', each],
    ['of bodies that trickle', TRICKLE, each],
    ['of connections that were answered', LIVE, each],
  ])('%s shuts nobody out', async (_name, text, from) => {
    const port = await listen({ connectionLimit: 100, connectionsPerAddress: 40 });
    await besiege(port, 300, text, from);
    expect(await ask(port, LIVE)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(port, DECIDE)).toMatch(/^HTTP\/1\.1 200 .*farm\.1\.1/s);
    expect(await ask(port, READY)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('of one address leaves the connections of others alone', async () => {
    const port = await listen({ connectionLimit: 100, connectionsPerAddress: 40 });
    const [other] = await besiege(port, 1, HALF, () => 9);
    await besiege(port, 300, HALF);
    const answer = Promise.race([once(other!, 'data'), once(other!, 'close')]);
    // Those before it have been let in when one more is answered.
    expect(await ask(port, LIVE)).toMatch(/^HTTP\/1\.1 200 /);
    other!.write('alhost\r\n\r\n');
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('behind a proxy counts in all alone', async () => {
    const options = { connectionLimit: 50, connectionsPerAddress: 1, trustProxy: true };
    const port = await listen(options);
    const first = await openRawConnection(port);
    await besiege(port, 20, HALF);
    first.send(LIVE);
    await first.until('200 OK');
    first.socket.destroy();
  });

  it('never cuts whoever waits for an answer, and answers probes all the same', async () => {
    const { journal, release } = holdingJournal();
    const port = await listen({ connectionLimit: 3 }, journal);
    const waiting = await askAtOnce(port, 3, DECIDE);
    const list = LIVE.replace('livez', 'v1/policies');
    expect(await ask(port, list)).toMatch(/^HTTP\/1\.1 503 .*HR_OVERLOADED.*connections/s);
    expect(await ask(port, LIVE)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(port, READY)).toMatch(/^HTTP\/1\.1 200 /);
    await besiege(port, 60, HALF);
    release();
    for (const connection of waiting) await connection.until('farm.1.');
    for (const connection of waiting) connection.socket.destroy();
  });

  it('of requests on one connection is refused, in order', async () => {
    const { journal, release } = holdingJournal();
    const port = await listen({}, journal);
    const connection = await openRawConnection(port);
    connection.send(DECIDE + LIVE.repeat(100));
    setTimeout(release, 50);
    const count = () => connection.received().match(/HTTP\/1\.1 \d+/g)?.length ?? 0;
    while (count() < 101) await once(connection.socket, 'data');
    const states = connection.received().match(/HTTP\/1\.1 \d+/g)!;
    expect(states.slice(0, 64)).toEqual(Array(64).fill('HTTP/1.1 200'));
    expect(states.slice(64)).toEqual(Array(37).fill('HTTP/1.1 503'));
    connection.socket.destroy();
  });

  it('of watchers is refused by address, and others may watch', async () => {
    const port = await listen({ eventStreamsPerCaller: 2 });
    await ask(port, DECIDE);
    const watchers = await Promise.all([1, 2].map(() => openRawConnection(port)));
    for (const watcher of watchers) {
      watcher.send(WATCH);
      await watcher.until('event: news');
    }
    expect(await ask(port, WATCH)).toMatch(/^HTTP\/1\.1 429 .*HR_TOO_MANY_STREAMS/s);
    for (const watcher of watchers) watcher.socket.destroy();
  });

  it('of watchers behind a proxy counts by the address that the proxy saw', async () => {
    const port = await listen({ eventStreamsPerCaller: 1, trustProxy: true });
    await ask(port, DECIDE);
    const from = (address: string) =>
      WATCH.replace('\r\n\r\n', `\r\nx-forwarded-for: ${address}\r\n\r\n`);
    const watcher = await openRawConnection(port);
    watcher.send(from('192.0.2.1'));
    await watcher.until('event: news');
    expect(await ask(port, from('192.0.2.1'))).toMatch(/^HTTP\/1\.1 429 /);
    const other = await openRawConnection(port);
    other.send(from('192.0.2.2'));
    await other.until('event: news');
    for (const { socket } of [watcher, other]) socket.destroy();
  });
});

describe('closing under siege', () => {
  it('answers what is under way, and cuts the rest at once', async () => {
    const { journal, release } = holdingJournal();
    // Whoever waits for these times waits for too long.
    const port = await listen({ unfinishedMs: 60_000, closingMs: 60_000 }, journal);
    await besiege(port, 100, HALF, each);
    await besiege(port, 50, '', each);
    const [waiting] = await askAtOnce(port, 1, DECIDE);
    const closing = server.app.close();
    release();
    expect(await waiting!.closed()).toMatch(/^HTTP\/1\.1 200 .*farm\.1\.1/s);
    await closing;
  });

  it('waits neither for bodies that trickle nor for watchers that do not read', async () => {
    const port = await listen({ unfinishedMs: 50, closingMs: 60_000, eventStreamsPerCaller: 99 });
    await ask(port, DECIDE);
    await besiege(port, 20, TRICKLE, each);
    const watchers = await besiege(port, 90, WATCH, each);
    for (const watcher of watchers) watcher.pause();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.app.close();
  });

  it('waits for no answer for ever', async () => {
    const { journal, release } = holdingJournal();
    const port = await listen({ unfinishedMs: 20, closingMs: 60 }, journal);
    const [waiting] = await askAtOnce(port, 1, DECIDE);
    await server.app.close();
    expect(await waiting!.closed()).toBe('');
    release();
  });
});

describe('answers that nobody takes', () => {
  it('fill no memory: who keeps them waiting is cut, and others are answered', async () => {
    const port = await listen({ unreadMax: 1_000_000, unreadCheckMs: 10 });
    const [idler] = await besiege(port, 1, '');
    idler!.pause();
    idler!.write(LONG.repeat(60));
    expect(await ask(port, LIVE)).toContain('200 OK');
    const { server: http } = server.app;
    const openCount = () =>
      new Promise((resolve) => http.getConnections((_, count) => resolve(count)));
    while ((await openCount()) !== 0) await delay(10);
    expect(await ask(port, LONG)).toContain('"openapi"');
  });
});
