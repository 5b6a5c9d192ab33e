/**
 * A key that is revoked while something long is answered: nothing more is told, and nothing more taken in.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIRST } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await createTestServer();
  await server.service.decide('farm', FIRST, { scope: 'local', text: null });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterEach(() => server.close());

function begin(secret: string, method: string, path: string): ClientRequest {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/jsonl' };
  const url = `/v1/policies/farm/${path}`;
  const options = { port, host: '127.0.0.1', path: url, method, headers, agent: false };
  return request(options).on('error', () => {});
}

async function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  const [answer] = await once(asked, 'response');
  return answer;
}

/** However it ends. */
function closed(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => answer.once('close', resolve));
}

async function revoke(secret: string): Promise<void> {
  const record = (await server.journal.keys.list()).find(({ id }) => secret.includes(id));
  await server.journal.keys.revoke(record!.id, server.clock.now());
  server.clock.advance(6000);
}

/** Exports have a page more whenever this is called; returns how many were asked for. */
function holdPages() {
  const { decisionLog } = server.service;
  let more = Promise.withResolvers<void>();
  let count = 0;
  server.service.decisionLog = async function* (...asked) {
    for await (const page of decisionLog(...asked)) {
      for (; count < 9; count += 1) {
        yield page;
        await more.promise;
      }
    }
  };
  return {
    goOn: () => {
      more.resolve();
      more = Promise.withResolvers<void>();
    },
    count: () => count,
  };
}

it('an export goes no further, and does not look whole', async () => {
  const pages = holdPages();
  const secret = await server.addKey();
  const asked = begin(secret, 'GET', 'export?format=log');
  asked.end();
  const answer = await answerTo(asked);
  const pieces: string[] = [];
  answer.on('data', (piece) => pieces.push(String(piece)));
  answer.on('error', () => {});
  await once(answer, 'data');
  await revoke(secret);
  pages.goOn();
  await closed(answer);
  expect(answer.complete).toBe(false);
  expect(pieces.join('').trim().split('\n')).toHaveLength(1);
  expect(pages.count()).toBe(1);
  expect(server.logLines.filter((line) => line.includes('failed inside'))).toEqual([]);
});

it('rewards that come later are not taken in, and the last line says why', async () => {
  const secret = await server.addKey();
  const asked = begin(secret, 'POST', 'rewards');
  // So many lines are read before the first are answered.
  asked.write('not read\n'.repeat(4000));
  const answer = await answerTo(asked);
  const said = text(answer);
  await revoke(secret);
  asked.end('{"decision":"farm.1.1","value":8}\n');
  const lines = (await said).trim().split('\n');
  expect(lines).toHaveLength(4001);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({
    outcome: 'refused',
    code: 'HR_UNAUTHENTICATED',
  });
  expect(await server.service.decision('farm.1.1')).toMatchObject({ reward: null });
});

it('whoever needed no key has no say any more when keys are in use', async () => {
  const pages = holdPages();
  const asked = begin('none', 'GET', 'export?format=receipts');
  asked.end();
  const answer = await answerTo(asked);
  answer.on('error', () => {});
  await once(answer, 'data');
  await server.addKey();
  pages.goOn();
  await closed(answer.resume());
  expect(answer.complete).toBe(false);
});
