import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { callOver } from './mcp-stdio.ts';

it('does not wait for a service that hangs', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const bridge = { address, apiKey: null, version: '1' };
  const asked = callOver(bridge, { method: 'GET', path: '/v1/policies' }, 20);
  await expect(asked).rejects.toThrow('timeout');
  silent.closeAllConnections();
  silent.close();
});
