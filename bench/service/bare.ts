/**
 * The least that an answer over HTTP can cost here: the same framework, a body of the same length read as JSON, an answer of the
 * same length, and nothing decided. It speaks like serve.ts.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { ServeCounters } from './serve.ts';

interface Reply {
  type(mediaType: string): void;
}

/** Of a receipt with 20 actions. */
const ANSWER_LENGTH = 2600;

// The framework is the service's, with the service's version.
const { fastify } = createRequire(new URL('../../packages/service/package.json', import.meta.url))(
  'fastify',
);

let decisionCount = 0;
const server = fastify();
server.put('/v1/policies/:id', async () => ({}));
server.post('/v1/policies/:id/decisions', async (_request: unknown, reply: Reply) => {
  decisionCount += 1;
  reply.type('application/json; charset=utf-8');
  return `{"id":"load.1.${decisionCount}","text":"${'x'.repeat(ANSWER_LENGTH)}"}`;
});
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
process.stdout.write(`${port}\n`);

for await (const _line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(readCounters())}\n`);
}
await server.close();

function readCounters(): ServeCounters {
  const { user, system } = process.cpuUsage();
  const thread = process.threadCpuUsage();
  return {
    decisionCount,
    entryCount: 0,
    commitCount: 0,
    commitMs: [],
    cpuSeconds: (user + system) / 1e6,
    threadSeconds: (thread.user + thread.system) / 1e6,
    threads: {},
    diskBytes: 0,
    heldMs: 0,
  };
}
