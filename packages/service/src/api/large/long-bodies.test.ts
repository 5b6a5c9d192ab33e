/**
 * Long bodies that are under way: one caller with many leaves room for others, and what is answered gives its room back.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LIST_BODY_BYTES } from '../http-options.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import type { LargeAnswer, LargeCalls } from './large-calls.ts';

let server: TestServer;
let underWay: PromiseWithResolvers<LargeAnswer>[];
beforeEach(async () => {
  underWay = [];
  const large = {
    decideManyLarge: () => {
      const answer = Promise.withResolvers<LargeAnswer>();
      underWay.push(answer);
      return answer.promise;
    },
  } as unknown as LargeCalls;
  server = await createTestServer({ large });
});
afterEach(() => server.close());

const LONGEST = Buffer.alloc(LIST_BODY_BYTES, ' ');

function post(secret: string, payload: Buffer = LONGEST) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const url = '/v1/policies/farm/decisions/batch';
  return server.app.inject({ method: 'POST', url, headers, payload });
}

async function arrived(count: number): Promise<void> {
  while (underWay.length < count) await new Promise((resolve) => setImmediate(resolve));
}

it('leave room for others, and give theirs back when they are answered', async () => {
  const [one, other, third] = [
    await server.addKey(),
    await server.addKey(),
    await server.addKey(),
  ] as const;
  const first = Array.from({ length: 4 }, () => post(one));
  await arrived(4);
  const tooMany = await post(one, Buffer.from(' '));
  expect(tooMany.statusCode).toBe(503);
  expect(tooMany.json()).toMatchObject({ code: 'HR_OVERLOADED' });
  expect(tooMany.headers['retry-after']).toBe('1');

  const second = Array.from({ length: 4 }, () => post(other));
  await arrived(8);
  expect((await post(third)).statusCode).toBe(503);

  for (const answer of underWay) answer.resolve({ body: '{}', isReplay: false });
  for (const { statusCode } of await Promise.all([...first, ...second])) {
    expect(statusCode).toBe(200);
  }
  const again = [post(one), post(third)];
  await arrived(10);
  for (const answer of underWay) answer.resolve({ body: '{}', isReplay: false });
  expect((await Promise.all(again)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

it('are no reason to refuse what is short', async () => {
  const key = await server.addKey();
  const long = Array.from({ length: 4 }, () => post(key));
  await arrived(4);
  const url = '/v1/policies';
  const headers = { authorization: `Bearer ${key}` };
  expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
  for (const answer of underWay) answer.resolve({ body: '{}', isReplay: false });
  await Promise.all(long);
});

it('count as long as they are carried out, also when their callers have hung up', async () => {
  const length = LONGEST.length;
  const head = `POST /v1/policies/farm/decisions/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  for (let count = 1; count <= 4; count++) {
    const begun = once(server.app.server, 'request');
    const connection = await openRawConnection(port);
    connection.send(`${head}${LONGEST}`);
    const [, response] = await begun;
    await arrived(count);
    const closed = once(response, 'close');
    connection.socket.resetAndDestroy();
    await closed;
  }
  const url = '/v1/policies/farm/decisions/batch';
  const headers = { 'content-type': 'application/json' };
  const ask = () => server.app.inject({ method: 'POST', url, headers, payload: '{}' });
  expect((await ask()).statusCode).toBe(503);
  underWay[0]!.reject(new Error('It broke.'));
  underWay[1]!.resolve({ body: '{}', isReplay: false });
  await new Promise((resolve) => setImmediate(resolve));
  const again = ask();
  await arrived(5);
  underWay[4]!.resolve({ body: '{}', isReplay: false });
  expect((await again).statusCode).toBe(200);
});
