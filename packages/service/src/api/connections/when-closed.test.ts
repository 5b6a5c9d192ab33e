/**
 * Whoever hangs up while it is looked who calls, or what is asked for, takes nobody's room away afterwards.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { FIRST } from '../testing/example-policy.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { createTestServer, type TestServer, type TestServerInput } from '../testing/test-server.ts';

let server: TestServer;
/** Lets what waits for the disk go on. */
let release = async () => {};
afterEach(async () => {
  await release();
  release = async () => {};
  await server.close();
});

async function listen(input: TestServerInput): Promise<number> {
  server = await createTestServer(input);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return (server.app.server.address() as AddressInfo).port;
}

const LOCAL = { scope: 'local', text: null } as const;
const LINE = '{"decision":"farm.1.1","value":8}\n';
const UPLOAD = `POST /v1/policies/farm/rewards HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/jsonl\r\ncontent-length: ${LINE.length}\r\nconnection: close\r\n\r\n${LINE}`;

/** A policy of which a decision waits for the disk, and with it whoever looks. */
async function busyServer(options: TestServerInput['options'] = {}) {
  const held = Promise.withResolvers<void>();
  let isHolding = false;
  const journal = new MemoryJournal({
    beforeStore: () => (isHolding ? held.promise : Promise.resolve()),
  });
  const port = await listen({ journal, options });
  await server.service.decide('farm', FIRST, LOCAL);
  isHolding = true;
  const waiting = server.service.decide('farm', FIRST, LOCAL);
  release = async () => {
    isHolding = false;
    held.resolve();
    await waiting;
  };
  return port;
}

/** Sends a request and hangs up as soon as the server has begun with it; resolves when the server knows. */
async function hangUp(port: number, text: string): Promise<void> {
  const connection = await openRawConnection(port);
  const begun = once(server.app.server, 'request');
  connection.send(text);
  const [, response] = await begun;
  const closed = once(response, 'close');
  connection.socket.resetAndDestroy();
  await closed;
}

async function statusOf(port: number, text: string): Promise<string> {
  const connection = await openRawConnection(port);
  connection.send(text);
  await connection.until('\r\n\r\n');
  connection.socket.destroy();
  return connection.received().slice(9, 12);
}

it('watchers who hang up before they hear anything leave room for others', async () => {
  const watch = 'GET /v1/policies/farm/events HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const port = await busyServer({ eventStreamLimit: 2 });
  for (let i = 0; i < 3; i++) await hangUp(port, watch);
  await release();
  // Who waited for the same is told before.
  await server.service.policy('farm');
  expect(await statusOf(port, watch)).toBe('200');
});

it('so do those who send rewards', async () => {
  const port = await busyServer();
  for (let i = 0; i < 5; i++) await hangUp(port, UPLOAD);
  await release();
  await server.service.policy('farm');
  expect(await statusOf(port, UPLOAD)).toBe('200');
});

it('and nothing is said to have failed inside, where what they asked for is not answered any more', async () => {
  const port = await listen({});
  await server.service.decide('farm', FIRST, LOCAL);
  const { rewardMany } = server.service;
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: typeof rewardMany = async (...given) => {
    asked.resolve();
    await held.promise;
    return await rewardMany(...given);
  };
  Object.assign(server.service, { rewardMany: slow });
  const connection = await openRawConnection(port);
  const begun = once(server.app.server, 'request');
  connection.send(UPLOAD);
  const [, response] = await begun;
  const closed = once(response, 'close');
  await asked.promise;
  connection.socket.resetAndDestroy();
  await closed;
  held.resolve();
  expect(await statusOf(port, UPLOAD)).toBe('200');
  expect(server.logLines.filter((text) => text.includes('failed inside'))).toEqual([]);
});

it('and those who send long bodies, while keys are read', async () => {
  const { keys } = new MemoryJournal();
  const held = Promise.withResolvers<void>();
  let isHolding = false;
  const slow = {
    ...keys,
    list: async () => {
      if (isHolding) await held.promise;
      return await keys.list();
    },
  };
  const port = await listen({ keys: slow });
  const batch = (length: number) =>
    `POST /v1/policies/farm/decisions/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  isHolding = true;
  for (let i = 0; i < 8; i++) await hangUp(port, batch(LIST_BODY_BYTES));
  isHolding = false;
  held.resolve();
  expect(await statusOf(port, `${batch(2)}{}`)).toBe('422');
});

it('those who ask for exports count as long as something of theirs is made, and then it is let go', async () => {
  const file = 'GET /v1/policies/farm/export?format=log HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const port = await busyServer();
  const { decisionLog } = server.service;
  const isLetIn = Promise.withResolvers<string>();
  let openCount = 0;
  server.service.decisionLog = async function* (...asked) {
    openCount += 1;
    if (openCount > 8) isLetIn.resolve('let in');
    try {
      yield* decisionLog(...asked);
    } finally {
      openCount -= 1;
    }
  };
  for (let i = 0; i < 8; i++) await hangUp(port, file);
  expect(openCount).toBe(8);
  expect(await Promise.race([statusOf(port, file), isLetIn.promise])).toBe('503');
  await release();
  for (let turn = 0; openCount > 0 && turn < 10_000; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(openCount).toBe(0);
  expect(await statusOf(port, file)).toBe('200');
});
