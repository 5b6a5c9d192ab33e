/**
 * The example in Python runs against a service and prints what it says, where the machine has Python.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createTestServer } from '../packages/service/src/api/testing/test-server.ts';
import { readSource } from './lib/repository.ts';
import { runProcess } from './lib/run-process.ts';

const EXAMPLE = 'examples/python/shop.py';
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the example in Python', () => {
  it('imports nothing but the standard library', () => {
    const { text } = readSource(EXAMPLE);
    const imported = [...text.matchAll(/^(?:import|from) ([\w.]+)/gm)].map(([, name]) => name);
    expect(imported).toEqual(['json', 'os', 'sys', 'urllib.error', 'urllib.request', 'uuid']);
  });

  it(hasPython ? 'prints what it says' : 'could not be run: there is no python3 here', async () => {
    if (!hasPython) return;
    const server = await createTestServer();
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { exitCode, standardOutput, standardError } = await runProcess({
      command: 'python3',
      commandArguments: [EXAMPLE, url],
      timeLimitMs: 60_000,
    });
    await server.close();
    expect(standardError).toBe('');
    expect(exitCode).toBe(0);
    const said = readSource(EXAMPLE).text.split('# prints:\n')[1]!.replace(/^# ?/gm, '');
    expect(standardOutput).toBe(said);
  });
});
