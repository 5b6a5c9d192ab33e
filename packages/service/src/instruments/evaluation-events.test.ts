/**
 * Events of evaluations, received by a collector of the test over real connections.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FARM } from '../api/testing/example-policy.ts';
import { createTestServer } from '../api/testing/test-server.ts';
import { readSettings } from '../start/settings.ts';
import { startService } from '../start/start-service.ts';
import { createEvaluationEvents } from './evaluation-events.ts';
import { createLogger } from './logger.ts';

interface Received {
  readonly path: string;
  readonly records: readonly Record<string, unknown>[];
}

let collector: Server;
let endpoint: string;
let status = 200;
let received: Received[] = [];
const lines: string[] = [];
const clock = { now: () => '2026-05-04T09:30:00.000Z' };
const logger = createLogger({
  level: 'warn',
  clock,
  destination: { write: (line) => lines.push(line) },
});

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceLogs } = JSON.parse(await text(request));
    received.push({ path: request.url!, records: resourceLogs[0].scopeLogs[0].logRecords });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  lines.length = 0;
  status = 200;
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

const events = () =>
  createEvaluationEvents({ endpoint, clock, logger, version: '0.1.0', pauseMs: 1 });

describe('evaluation events', () => {
  it('are not made of what strangers ask for', async () => {
    const evaluations = events();
    const server = await createTestServer({ evaluations });
    await server.addKey();
    const url = '/ofrep/v1/evaluate/flags/made-up';
    const answer = await server.app.inject({ method: 'POST', url, payload: { context: {} } });
    expect(answer.statusCode).toBe(401);
    await evaluations.close();
    await server.close();
    expect(received).toEqual([]);
  });

  it('tell of a flag what the convention names, and not whom it is for', async () => {
    const evaluations = events();
    const server = await createTestServer({ evaluations });
    await server.service.define('farm', { definition: { ...FARM, reserve: 1000 } });
    const context = { targetingKey: 'secret person', rain: 100, soil: 'clay' };
    for (const flag of ['farm', 'none']) {
      const url = `/ofrep/v1/evaluate/flags/${flag}`;
      await server.app.inject({ method: 'POST', url, payload: { context } });
    }
    await evaluations.close();
    await server.close();
    expect(received.map(({ path }) => path)).toContain('/v1/logs');
    expect(JSON.stringify(received)).not.toContain('secret person');
    const records = received.flatMap((batch) => batch.records);
    expect(records.map(({ eventName }) => eventName)).toEqual(
      Array(2).fill('feature_flag.evaluation'),
    );
    expect(records[0]).toMatchObject({ timeUnixNano: '1777887000000000000', severityNumber: 9 });
    expect(records.map(attributesOf)).toEqual([
      {
        'feature_flag.key': 'farm',
        'feature_flag.provider.name': 'hedgerow',
        'feature_flag.result.reason': 'targeting_match',
        'feature_flag.result.variant': 'bold',
        'hedgerow.decision.id': 'farm.1.1',
      },
      {
        'feature_flag.key': 'none',
        'feature_flag.provider.name': 'hedgerow',
        'feature_flag.result.reason': 'error',
        'error.type': 'flag_not_found',
      },
    ]);
  });

  it('go to the collector that a setting names', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'hedgerow-'));
    const flags = {
      port: '0',
      data,
      logLevel: 'silent',
      deciderThreads: '0',
      otlpEndpoint: `${endpoint}/`,
    };
    const service = await startService(readSettings({ flags }));
    const url = `${service.address}/ofrep/v1/evaluate/flags/none`;
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: '{"context":{"targetingKey":"a"}}' });
    await service.close();
    rmSync(data, { recursive: true });
    expect(received.flatMap(({ records }) => records)).toHaveLength(1);
    const wrong = { flags: { otlpEndpoint: 'collector:4318' } };
    expect(() => readSettings(wrong)).toThrow('an address like http://127.0.0.1:4318');
  });

  it('are dropped and counted when the collector refuses, or there are too many', async () => {
    status = 503;
    const refused = events();
    refused.note({ flag: 'farm', reason: 'disabled' });
    await refused.close();
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'evaluation events dropped', count: 1 });
    status = 200;
    const many = events();
    for (let k = 0; k < 2050; k++) many.note({ flag: 'farm', reason: 'disabled' });
    await many.close();
    expect(received.at(-1)!.records).toHaveLength(2048);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ count: 2 });
  });

  it('do not hold up the end, whatever the collector does: hang, or answer for ever', async () => {
    let askedCount = 0;
    const odd = createServer((_request, response) => {
      askedCount += 1;
      if (askedCount > 1) return;
      const more = () => response.write('x'.repeat(10_000), () => setImmediate(more));
      response.on('error', () => {});
      more();
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const { port } = odd.address() as AddressInfo;
    const hanging = createEvaluationEvents({
      endpoint: `http://127.0.0.1:${port}`,
      clock,
      logger,
      version: '0.1.0',
      pauseMs: 1,
      closingMs: 50,
    });
    for (const wanted of [1, 2]) {
      hanging.note({ flag: 'farm', reason: 'disabled' });
      while (askedCount < wanted) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    hanging.note({ flag: 'farm', reason: 'disabled' });
    await hanging.close();
    const counts = lines.map((line) => JSON.parse(line).count as number);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    odd.closeAllConnections();
    await new Promise((resolve) => odd.close(resolve));
  });
});

function attributesOf({ attributes }: Record<string, unknown>): Record<string, string> {
  const list = attributes as { key: string; value: { stringValue: string } }[];
  return Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue]));
}
