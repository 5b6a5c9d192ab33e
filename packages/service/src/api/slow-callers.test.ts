/**
 * Callers who read their exports slowly, or send their rewards slowly, and how others fare beside them.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIRST } from './testing/example-policy.ts';
import { createTestServer, type TestServer } from './testing/test-server.ts';

const LATE_MS = 60;
const PAGES = 300;

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await createTestServer({ options: { lateMsMax: LATE_MS, closingMs: 200 } });
  await server.service.decide('farm', FIRST, { scope: 'local', text: null });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterEach(() => server.close());

/** More than all buffers between two sockets take; returns how many such exports are under way. */
function makeExportsLong(): () => number {
  const { decisionLog } = server.service;
  let count = 0;
  server.service.decisionLog = async function* (...asked) {
    count += 1;
    try {
      for await (const [line] of decisionLog(...asked)) {
        const long = { ...line!, context: { rain: 'x'.repeat(50_000) } };
        for (let page = 0; page < PAGES; page++) yield [long];
      }
    } finally {
      count -= 1;
    }
  };
  return () => count;
}

interface Asking {
  readonly secret: string;
  readonly path: string;
  readonly body?: string;
}

/** Resolves with an answer of which nothing is read yet. */
async function ask({ secret, path, body }: Asking): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' };
  const method = body === undefined ? 'GET' : 'POST';
  const asked = request({ port, host: '127.0.0.1', path, headers, method, agent: false });
  if (body === undefined) asked.end();
  // What is sent does not end.
  else asked.write(body);
  const [answer] = await once(asked, 'response');
  answer.on('error', () => {});
  asked.on('error', () => {});
  return answer;
}

const exportFor = (secret: string) => ask({ secret, path: '/v1/policies/farm/export?format=log' });

it('exports that nobody reads make room for others, who get all of theirs', async () => {
  const underWay = makeExportsLong();
  const secrets = await Promise.all(Array.from({ length: 5 }, () => server.addKey()));
  const other = secrets.pop()!;
  const slow = await Promise.all(
    secrets.flatMap((secret) => Array.from({ length: 8 }, () => exportFor(secret))),
  );
  expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array(32).fill(200));
  let answer = await exportFor(other);
  for (let turn = 0; answer.statusCode === 503 && turn < 500; turn++) {
    await sleep(LATE_MS);
    answer = await exportFor(other);
  }
  expect(answer.statusCode).toBe(200);
  const text = (await answer.toArray()).join('');
  expect(text.split('\n')).toHaveLength(PAGES + 1);
  expect(underWay()).toBe(31);
  for (const one of slow) one.destroy();
  await server.app.close();
  const told = server.logLines.filter((line) => line.includes('callers are too slow for others'));
  expect(told).toHaveLength(1);
});

it('rewards that do not come make room for those of others', async () => {
  const [one, two, other] = [await server.addKey(), await server.addKey(), await server.addKey()];
  // So many lines are read before the first are answered.
  const body = `decision,value\n${'not read,\n'.repeat(4000)}`;
  const path = '/v1/policies/farm/rewards';
  const slow = [one, one, two, two].map((secret) => ask({ secret, path, body }));
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200));
  for (let turn = 0; turn < 500; turn++) {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      payload: 'decision,value\nfarm.1.1,8\n',
      headers: { authorization: `Bearer ${other}`, 'content-type': 'text/csv' },
    });
    if (answer.statusCode === 200) {
      expect(answer.json()).toMatchObject({ outcome: 'recorded' });
      return;
    }
    await sleep(LATE_MS);
  }
  expect.unreachable('The others never end.');
});
