/**
 * A real service with the page, on a free port and with a folder of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@hedgerow/client';
import {
  type Asset,
  createKey,
  openKeyStore,
  type RunningService,
  readSettings,
  startService,
  systemClock,
} from '../../../../service/src/index.ts';

export interface TestService {
  readonly address: string;
  readonly client: Client;
  /** The API key; null if the service is open. */
  readonly apiKey: string | null;
  /** Stops answering, and keeps the data. */
  pause(): Promise<void>;
  /** Answers again at the same address. */
  resume(): Promise<void>;
  /** Stops for good and removes the data. */
  close(): Promise<void>;
}

export interface TestServiceOptions {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Whether it asks for an API key. */
  readonly needsKey?: boolean;
  /** Folder of reports; none if absent. */
  readonly reports?: string;
}

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const data = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-data-'));
  const start = (port: number) => {
    const { reports } = options;
    const flags = { port: String(port), data, logLevel: 'silent' };
    const settings = readSettings({ flags: { ...flags, ...(reports && { reports }) } });
    return startService(settings, { assets: options.assets });
  };
  const apiKey = options.needsKey === true ? await storeKey(data) : null;
  let running: RunningService | null = await start(0);
  const { address, port } = running;
  const pause = async () => {
    await running?.close();
    running = null;
  };
  return {
    address,
    apiKey,
    client: createClient({ url: address, ...(apiKey === null ? {} : { apiKey }) }),
    pause,
    resume: async () => {
      running = await start(port);
    },
    close: async () => {
      await pause();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function storeKey(data: string): Promise<string> {
  const settings = readSettings({ flags: { data } });
  const store = await openKeyStore(settings);
  const { secret, record } = createKey({
    name: 'test',
    scopes: ['decide', 'reward', 'ack', 'void', 'correct', 'read', 'export', 'admin'],
    policies: ['*'],
    createdAt: systemClock.now(),
    expiresAt: null,
  });
  try {
    await store.keys.add(record);
  } finally {
    await store.close();
  }
  return secret;
}
