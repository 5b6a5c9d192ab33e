/**
 * The official client of the Model Context Protocol starts our command, and uses its tools.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FARM } from '../../../service/src/api/testing/example-policy.ts';
import { createTestServer, type TestServer } from '../../../service/src/api/testing/test-server.ts';

const BIN = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer();
  await server.service.define('farm', { definition: { ...FARM, reserve: 1000 } });
  const key = await server.addKey({ scopes: ['decide', 'reward'] });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  client = new Client({ name: 'test', version: '1' });
  const args = [BIN, 'mcp', '--url', url];
  const env = { HEDGEROW_API_KEY: key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const use = (name: string, given: Record<string, unknown>) =>
  client.callTool({ name, arguments: given });

describe('hedgerow mcp', () => {
  it('says why it ends at a line that is too long', async () => {
    const child = spawn(process.execPath, [BIN, 'mcp']);
    child.stdin.on('error', () => {});
    child.stdin.write(Buffer.alloc(11 << 20, 'x'));
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).toBe(2);
    expect(stderr).toContain('of at most 10 MiB');
  });

  it('decides and observes with the key that it was given, and no more than that', async () => {
    expect((await client.listTools()).tools).toHaveLength(5);
    const context = { rain: 100, soil: 'clay' };
    const decided = await use('decide', { policy: 'farm', context, key: 'one' });
    expect(decided.structuredContent).toMatchObject({ id: 'farm.1.1', action: 'bold' });
    const told = await use('observe', { decision: 'farm.1.1', reward: 7 });
    expect(told.structuredContent).toMatchObject({ reward: 7 });
    const refused = await use('budget', { policy: 'farm' });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('[HR_FORBIDDEN]');
  });

  it('tells an agent to take the usual action when the service is away', async () => {
    await server.app.close();
    const answer = await use('decide', { policy: 'farm', context: { rain: 1, soil: 'clay' } });
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toContain('Take the usual action.');
  });
});
