/**
 * The net of the service: conversations over HTTP with a real service on a folder of its own, with a fixed
 * key for its draws and a clock of its own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {
  createKey,
  openKeyStore,
  type RunningService,
  readSettings,
  type Scope,
  startService,
} from '@hedgerow/service';
import { canonical } from './canonical.ts';
import { CONVERSATIONS, KEYS, type KeyName, type Message } from './conversations.ts';
import type { Life, Net } from './net.ts';

const DRAW_KEY = 'c0ffee00c0ffee11c0ffee22c0ffee33c0ffee44c0ffee55c0ffee66c0ffee77';
const SECOND_MS = 1000;

type Keys = Readonly<Record<KeyName, string>>;

export const serviceNet: Net = {
  name: 'service',
  async *lives() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hedgerow-net-'));
    try {
      yield* conversations(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function* conversations(folder: string): AsyncGenerator<Life> {
  writeFileSync(path.join(folder, 'hedgerow.coin-key'), `${DRAW_KEY}\n`, { mode: 0o600 });
  const settings = readSettings({
    flags: {
      data: folder,
      port: '0',
      logLevel: 'silent',
      rateLimit: '0',
      policiesPerKey: '60',
      eraseAfterDays: '1',
      deciderThreads: '0',
      dashboard: false,
      metrics: false,
      ofrep: true,
      mcp: true,
    },
  });
  const clock = slowClock();
  const service = await startService(settings, { clock, limits: { newsMsMin: 0 } });
  try {
    const keys = await addKeys(settings);
    // Until the service looks at the keys again.
    clock.advance(10);
    for (const { name, messages } of CONVERSATIONS) {
      yield { name, steps: () => answers(service, { clock, keys, messages }) };
    }
  } finally {
    await service.close();
  }
}

interface Told {
  readonly clock: SlowClock;
  readonly keys: Keys;
  readonly messages: readonly Message[];
}

async function* answers(service: RunningService, { clock, keys, messages }: Told) {
  for (const message of messages) {
    clock.advance(message.later ?? 1);
    yield canonical([message.method, message.path, await send(service.address, message, keys)]);
  }
}

async function send(address: string, message: Message, keys: Keys): Promise<unknown> {
  const { method, body, headers = {}, key = 'all' } = message;
  const isText = typeof body === 'string';
  const sent = body === undefined || isText ? body : JSON.stringify(body);
  return await new Promise((resolve) => {
    const request = http.request(
      new URL(message.path.replaceAll(' ', '%20'), address),
      {
        method,
        agent: false,
        headers: {
          ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { authorization: `Bearer ${keys[key]}` }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve([response.statusCode, readAnswer(text, response.headers['content-type'])]);
        });
      },
    );
    // A body that is too large may be cut off before its answer is read; which of the two comes first is chance.
    request.on('error', () => resolve('cut off'));
    request.end(sent);
  });
}

/** What an answer says: JSON, lines of JSON, events, or cells of a table. */
function readAnswer(text: string, type = ''): unknown {
  if (text === '') return null;
  if (/jsonl|ndjson/.test(type)) return text.trim().split('\n').map(parsed);
  if (type.includes('event-stream')) {
    return text
      .split('\n')
      .flatMap((line) => (line.startsWith('data:') ? [parsed(line.slice(5))] : []));
  }
  if (type.includes('json')) return parsed(text);
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(cell));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function cell(text: string): string | number {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

interface SlowClock {
  now(): string;
  advance(seconds: number): void;
}

/** A clock that stands still until it is moved. */
function slowClock(): SlowClock {
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => new Date(time).toISOString(),
    advance: (seconds) => {
      time += seconds * SECOND_MS;
    },
  };
}

async function addKeys(settings: ReturnType<typeof readSettings>): Promise<Keys> {
  const store = await openKeyStore(settings);
  const secrets: [string, string][] = [];
  for (const [name, options] of Object.entries(KEYS)) {
    const { secret, record } = createKey({
      name,
      scopes: options.scopes as readonly Scope[],
      policies: 'policies' in options ? options.policies : ['*'],
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: null,
    });
    await store.keys.add(record);
    secrets.push([name, secret]);
  }
  await store.close();
  return Object.fromEntries(secrets) as Keys;
}
