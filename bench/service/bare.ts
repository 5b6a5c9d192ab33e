/**
 * The least that a decision over HTTP can cost here: the same framework and the same core, each request read and each receipt written as
 * JSON, but nothing checked, nothing stored, nothing recognised when it comes again. It speaks like serve.ts. It learns from rewards as the
 * service does: a core that was never told one decides in less time, and its receipts have a quarter of the decimals.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createPolicy, type Policy, type Receipt } from '../../packages/core/src/index.ts';
import type {
  BatchRequest,
  DecisionRequest,
  DefinitionRequest,
  RewardRequest,
} from '../../packages/service/src/wire.ts';
import type { ServeCounters } from './serve.ts';

interface Call {
  readonly body: unknown;
  readonly params: Readonly<Record<string, string>>;
}

interface Reply {
  type(mediaType: string): void;
}

// The framework is the service's, with the service's version.
const { fastify } = createRequire(new URL('../../packages/service/package.json', import.meta.url))(
  'fastify',
);

let decisionCount = 0;
let policy: Policy | null = null;
const server = fastify();
server.put('/v1/policies/:id', async ({ body }: Call) => {
  policy = createPolicy((body as DefinitionRequest).definition);
  return {};
});
server.post('/v1/policies/:id/decisions', async ({ body }: Call, reply: Reply) => {
  reply.type('application/json; charset=utf-8');
  return receiptText(body as DecisionRequest);
});
server.post('/v1/policies/:id/decisions/batch', async ({ body }: Call, reply: Reply) => {
  reply.type('application/json; charset=utf-8');
  const answers = (body as BatchRequest).decisions.map(
    (decision) => `{"status":200,"receipt":${receiptText(decision)}}`,
  );
  return `{"answers":[${answers.join()}]}`;
});
server.post('/v1/decisions/:id/reward', async ({ body, params }: Call) => {
  const { value } = body as RewardRequest;
  return { outcome: policy!.observe(params.id!, value!) };
});
await server.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.server.address() as AddressInfo;
process.stdout.write(`${port}\n`);

for await (const _line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(readCounters())}\n`);
}
await server.close();

function receiptText({ context }: DecisionRequest): string {
  decisionCount += 1;
  return JSON.stringify(asTheService(policy!.decide(context)));
}

/** What the service says of a decision beside what the core does. */
function asTheService(receipt: Receipt) {
  const decidedAt = new Date().toISOString();
  return { ...receipt, policy: 'load', generation: 1, mode: 'live', decidedAt };
}

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
