/**
 * Short calls share lanes to a member, answers find those who asked, and a lane that fails fails for all on it.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemberLanes } from './member-lanes.ts';

let server: Server;
let sockets: Socket[];
let received: string[];
let lanes: MemberLanes;
let address: string;

beforeEach(async () => {
  [sockets, received] = [[], []];
  lanes = new MemberLanes();
  server = createServer((socket) => {
    const index = sockets.push(socket) - 1;
    received[index] = '';
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      received[index] += piece.toString('latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  lanes.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function ask(name: string, patienceMs = 5000) {
  const head = `POST /${name} HTTP/1.1\r\ncontent-length: 2\r\n\r\n`;
  return lanes.send({ address, head, body: Buffer.from('{}'), patienceMs });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const answerOf = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\nKeep-Alive: timeout=5\r\nHedgerow-Hop: 1\r\nx-own: é\r\n${more}\r\n${body}`;

const hasCome = (name: string, lane = 0) => until(() => !!received[lane]?.includes(`/${name}`));

it('sends without waiting for answers, and gives each its own, in whatever pieces they come', async () => {
  const asked = ['a', 'b', 'c'].map((name) => ask(name));
  await hasCome('c');
  expect(sockets).toHaveLength(1);
  const bytes = Buffer.from(['one', 'two', ''].map((body) => answerOf(body)).join(''), 'latin1');
  for (let start = 0; start < bytes.length; start += 7) {
    sockets[0]!.write(bytes.subarray(start, start + 7));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answers = await Promise.all(asked);
  expect(answers.map(({ body }) => body.toString())).toEqual(['one', 'two', '']);
  expect(answers[0]).toMatchObject({ statusCode: 200, hasMoved: false });
  expect(answers[0]!.headers).toEqual(['content-length', '3', 'x-own', 'é']);
});

it('sends nothing after a request that has waited for a while', async () => {
  const slow = ask('slow');
  await hasCome('slow');
  await new Promise((resolve) => setTimeout(resolve, 60));
  const next = ask('next');
  await hasCome('next', 1);
  sockets[1]!.write(answerOf('quick'));
  expect((await next).body.toString()).toBe('quick');
  sockets[0]!.write(answerOf('late'));
  expect((await slow).body.toString()).toBe('late');
});

it('uses a lane no more once the member has said that it ends', async () => {
  const first = ask('a');
  await hasCome('a');
  sockets[0]!.write(answerOf('last', 'Connection: close\r\n'));
  await first;
  const second = ask('b');
  await hasCome('b', 1);
  sockets[1]!.write(answerOf('new'));
  expect((await second).body.toString()).toBe('new');
});

it.each([
  ['nobody asked for', answerOf('a') + answerOf('b') + answerOf('c')],
  ['is none', 'SSH-2.0\r\n\r\n'],
  ['has no length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
])('an answer that %s ends the lane', async (_name, bytes) => {
  const asked = [ask('a'), ask('b')];
  await hasCome('b');
  const closed = new Promise((resolve) => sockets[0]!.once('close', resolve));
  sockets[0]!.write(bytes);
  await Promise.allSettled(asked);
  // Nothing is asked there any more.
  const next = ask('next').catch(() => {});
  await until(() => sockets.length === 2 || received[0]!.includes('/next'));
  expect(sockets).toHaveLength(2);
  await closed;
  sockets[1]!.destroy();
  await next;
});

it('fails for all on a lane when the member hangs up, falls silent, or is no member any more', async () => {
  const endings: (() => void)[] = [
    () => sockets[0]!.destroy(),
    () => {},
    () => lanes.giveUpAllBut(new Set(['http://127.0.0.1:1'])),
  ];
  for (const [index, end] of endings.entries()) {
    const [silent, other] = [ask('a', index === 1 ? 30 : 5000), ask('b')];
    const outcome = Promise.allSettled([silent, other]);
    await hasCome('b', sockets.length === 0 ? 0 : sockets.length - 1);
    end();
    expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await until(() => sockets.every(({ destroyed }) => destroyed));
    [sockets.length, received.length] = [0, 0];
  }
});

it('keeps what was sent to members that are there', async () => {
  const asked = ask('a');
  await hasCome('a');
  lanes.giveUpAllBut(new Set([address]));
  sockets[0]!.write(answerOf('still'));
  expect((await asked).body.toString()).toBe('still');
});
