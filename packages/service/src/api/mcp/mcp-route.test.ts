/**
 * Promises towards agents, kept with the official client of the protocol over HTTP.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FARM } from '../testing/example-policy.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let url: URL;
const clients: Client[] = [];
beforeAll(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: { ...FARM, reserve: 1000 } });
  url = new URL('/mcp', await server.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

async function connect(key: string | null): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  clients.push(client);
  return client;
}

interface Said {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
}

async function use(client: Client, name: string, given: object): Promise<Said> {
  return (await client.callTool({ name, arguments: { ...given } })) as unknown as Said;
}

const SITUATION = { policy: 'farm', context: { rain: 100, soil: 'clay' } };

describe('the official client over HTTP', () => {
  it('finds five tools that say what they do, with the form of what they answer', async () => {
    const { tools } = await (await connect(null)).listTools();
    const told = tools.map(({ name, annotations }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.idempotentHint,
    ]);
    expect(told).toEqual([
      ['list_policies', true, true],
      ['preview', true, true],
      ['decide', false, false],
      ['observe', false, true],
      ['budget', true, true],
    ]);
    for (const { name, description, inputSchema, outputSchema } of tools) {
      expect(description!.length, name).toBeGreaterThan(40);
      expect(outputSchema?.type, name).toBe('object');
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, `${name}.${field}`).toHaveProperty('description');
      }
    }
  });

  it('previews, decides, observes, and reads the budget, in structured answers', async () => {
    const client = await connect(null);
    const before = await server.stateHash();
    const seen = await use(client, 'preview', SITUATION);
    expect(seen.structuredContent).toMatchObject({ action: 'bold', chosenBy: 'learner' });
    expect(await server.stateHash()).toBe(before);

    const key = 'field-7';
    const decided = await use(client, 'decide', { ...SITUATION, proposal: 'bold', key });
    expect(decided.structuredContent).toMatchObject({ id: 'farm.1.1', action: 'bold' });
    const again = await use(client, 'decide', { ...SITUATION, proposal: 'bold', key });
    expect(again.structuredContent).toEqual(decided.structuredContent);

    const told = await use(client, 'observe', { decision: 'farm.1.1', reward: 7.5 });
    expect(told.structuredContent).toMatchObject({ outcome: 'recorded', reward: 7.5 });
    const budget = await use(client, 'budget', { policy: 'farm' });
    expect(budget.structuredContent).toMatchObject({ unit: 't/ha', counts: { rewards: 1 } });
    expect(budget.structuredContent!.margin).toBeTypeOf('number');
    const { policies } = (await use(client, 'list_policies', {})).structuredContent!;
    expect(policies).toMatchObject([{ id: 'farm' }]);
  });

  it('lists those after a name, and takes one message at a time', async () => {
    const client = await connect(null);
    const { structuredContent } = await use(client, 'list_policies', { after: 'farm' });
    expect(structuredContent).toEqual({ policies: [] });
    const call = { method: 'tools/call', params: { name: 'list_policies', arguments: {} } };
    const payload = [1, 2].map((id) => ({ jsonrpc: '2.0', id, ...call }));
    const headers = { accept: 'application/json, text/event-stream' };
    const answer = await server.app.inject({ method: 'POST', url: '/mcp', payload, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain('one by one');
  });

  it('confirms what was played, and refuses half a report', async () => {
    const client = await connect(null);
    const { id } = (await use(client, 'decide', SITUATION)).structuredContent!;
    const half = { decision: id, played: 'baseline' };
    expect((await use(client, 'observe', half)).isError).toBe(true);
    const why = { reason: 'newer-information', note: 'it began to rain' };
    const played = await use(client, 'observe', { ...half, ...why });
    expect(played.structuredContent).toMatchObject({ state: 'fell-back' });
    const unasked = { decision: id, reward: 1, reason: 'unrelated' };
    expect((await use(client, 'observe', unasked)).isError).toBe(true);
    const both = await use(client, 'observe', { decision: id, played: 'decision', reward: 1 });
    expect(both.isError).toBe(true);
  });

  it('decides for the whole where a policy could divide, and drops nothing that it is told', async () => {
    const { seed: _seed, ...farm } = FARM;
    const divided = { size: { typical: 4 }, split: { strips: 20, drop: 4 }, reserve: 1000 };
    const definition = { ...farm, baseline: { action: 'usual' }, ...divided };
    await server.service.define('strips', { definition });
    const client = await connect(null);
    const asked = { ...SITUATION, policy: 'strips' };
    expect((await server.service.preview('strips', { context: asked.context })).parts).toHaveLength(
      2,
    );
    for (const tool of ['preview', 'decide']) {
      const { structuredContent } = await use(client, tool, asked);
      expect(structuredContent!.parts, tool).toHaveLength(1);
    }
    const before = await server.stateHash();
    const sized = await use(client, 'decide', { ...asked, hectares: 40 });
    expect(sized.isError).toBe(true);
    expect(await server.stateHash()).toBe(before);
  });

  it('gets refusals of the service as errors in words', async () => {
    const client = await connect(null);
    const unknown = await use(client, 'decide', { ...SITUATION, policy: 'none' });
    expect(unknown.isError).toBe(true);
    expect(unknown.content[0]!.text).toContain('[HR_POLICY_UNKNOWN]');
    const unfit = await use(client, 'decide', { policy: 'farm', context: { rain: 1 } });
    expect(unfit.content[0]!.text).toContain('[HR_INVALID_INPUT]');
  });

  // From here on the service has keys.
  it('needs a key, and each tool the scope of the call that it makes', async () => {
    const reader = await server.addKey({ scopes: ['read'], policies: ['farm'] });
    const decider = await server.addKey({ scopes: ['decide', 'site:north'] });
    await expect(connect(null)).rejects.toThrow();
    const reading = await connect(reader);
    expect((await use(reading, 'budget', { policy: 'farm' })).isError).not.toBe(true);
    const refused = await use(reading, 'decide', SITUATION);
    expect(refused.isError).toBe(true);
    expect(refused.content[0]!.text).toContain('[HR_FORBIDDEN]');
    const deciding = await connect(decider);
    const { structuredContent } = await use(deciding, 'decide', SITUATION);
    expect(structuredContent).toMatchObject({ site: 'north' });
    expect(structuredContent).not.toHaveProperty('margin');
  });

  it('is answered nothing where nothing was asked', async () => {
    const open = await createTestServer();
    const answer = await open.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    await open.close();
  });

  it('is not there if it was switched off', async () => {
    const off = await createTestServer({ options: { mcp: false } });
    const answer = await off.app.inject({ method: 'POST', url: '/mcp', payload: {} });
    expect(answer.statusCode).toBe(404);
    await off.close();
  });
});
