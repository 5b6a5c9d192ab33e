/**
 * Exports over HTTP: JSON lines and Parquet say the same of every decision, whatever became of it; and Parquet is made in groups
 * of rows, however many there are.
 */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogLine } from '../../wire.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { parquetBytes } from './parquet-bytes.ts';

const EXPLORING = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local', reward: 10 },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.25,
  reserve: 100,
  exploration: { share: 0.4 },
};
const { exploration: _none, reserve: _nothing, ...PLAIN } = EXPLORING;
const DIVIDED = {
  ...PLAIN,
  baseline: { action: 'local' },
  size: { typical: 4 },
  split: { strips: 10 },
};
const COUNT = 30;

let server: TestServer;
let secret: string;

async function call(method: 'GET' | 'POST', url: string, payload?: object, key = secret) {
  const headers = { authorization: `Bearer ${key}`, host: 'localhost' };
  const given = payload === undefined ? {} : { payload };
  const answer = await server.app.inject({ method, url, headers, ...given });
  expect([url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    url,
    expect.any(Number),
    '',
  ]);
  return answer;
}

async function lines(policy: string, key = secret): Promise<LogLine[]> {
  const { body } = await call('GET', `/v1/policies/${policy}/export?format=log`, undefined, key);
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);
}

async function rows(policy: string): Promise<Record<string, unknown>[]> {
  const answer = await call('GET', `/v1/policies/${policy}/export?format=parquet`);
  expect(answer.headers['content-type']).toBe('application/vnd.apache.parquet');
  return parquetReadObjects({ file: arrayBufferOf(answer.rawPayload) });
}

function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

beforeAll(async () => {
  server = await createTestServer();
  secret = await server.addKey();
  for (let n = 0; n < COUNT; n += 1) {
    const asked = {
      policy: EXPLORING,
      context: { rain: n % 3 === 0 ? { kind: 'normal', mean: 100, sd: 9 } : 10 * n },
      site: n % 2 === 0 ? 'north' : 'south',
    };
    const { id } = (await call('POST', '/v1/policies/farm/decisions', asked)).json();
    if (n % 5 !== 0) await call('POST', `/v1/decisions/${id}/reward`, { value: n % 20 });
    server.clock.advance(1000);
  }
  const asked = { policy: DIVIDED, context: { rain: 7 }, size: 4 };
  const { id } = (await call('POST', '/v1/policies/divided/decisions', asked)).json();
  await call('POST', `/v1/decisions/${id}/reward`, { try: 12, check: 9 });
});

afterAll(() => server.close());

test('a line has all that a log must tell', async () => {
  const log = await lines('farm');
  expect(log).toHaveLength(COUNT);
  expect(log[0]).toMatchObject({
    id: 'farm.1.1',
    site: 'north',
    context: { rain: { kind: 'normal', mean: 100, sd: 9 } },
    baseline: 'local',
    baselineReward: { min: 10, max: 10 },
    exploration: { share: 0.4 },
    reward: null,
    state: 'issued',
  });
  expect(log[1]).toMatchObject({ context: { rain: 10 }, reward: 1, state: 'executed' });
  for (const { action, propensity, propensities, bounds } of log) {
    expect(propensity).toBe(propensities.find((one) => one.action === action)!.probability);
    expect(bounds.map((one) => one.action)).toEqual(EXPLORING.actions);
  }
  expect(log.filter(({ proposedBy }) => proposedBy === 'exploration').length).toBeGreaterThan(3);
});

test('Parquet has the same, column by column', async () => {
  const [log, table] = [await lines('farm'), await rows('farm')];
  expect(table).toHaveLength(COUNT);
  for (const [n, row] of table.entries()) {
    const line = log[n]!;
    for (const name of [
      'id',
      'sequence',
      'action',
      'propensity',
      'baseline',
      'site',
      'reward',
      'reason',
    ] as const) {
      expect([name, row[name]]).toEqual([name, line[name]]);
    }
    for (const name of ['context', 'propensities', 'bounds'] as const) {
      expect(JSON.parse(row[name] as string)).toEqual(line[name]);
    }
    expect((row.decidedAt as Date).toISOString()).toBe(line.decidedAt);
    expect(row.rewardedAt === null ? null : (row.rewardedAt as Date).toISOString()).toBe(
      line.rewardedAt,
    );
    expect(row.predicted).toBe(line.bounds.find(({ action }) => action === line.action)!.predicted);
  }
});

test('parts of a divided decision stand with their shares and rewards', async () => {
  const [line] = await lines('divided');
  const shares = line!.parts!.map(({ role, action, reward }) => [role, action, reward]);
  expect(shares).toEqual([
    ['try', line!.action, 12],
    ['check', 'local', 9],
  ]);
  expect(line!.parts!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  const [row] = await rows('divided');
  expect(JSON.parse(row!.parts as string)).toEqual(line!.parts);
});

test('a key of one site gets what is of this site, and no predictions', async () => {
  const own = await server.addKey({ scopes: ['export', 'site:north'] });
  const log = await lines('farm', own);
  expect(log).toHaveLength(COUNT / 2);
  for (const { site, bounds, action, propensities } of log) {
    expect([site, bounds]).toEqual(['north', []]);
    expect(propensities.map((one) => one.action)).toEqual([action]);
  }
});

test('what is unknown is refused before the file begins', async () => {
  for (const format of ['csv', 'log', 'parquet']) {
    const url = `/v1/policies/nobody/export?format=${format}`;
    const headers = { authorization: `Bearer ${secret}`, host: 'localhost' };
    expect((await server.app.inject({ url, headers })).statusCode).toBe(404);
  }
});

test('many rows are written in groups, and the pieces stay small', async () => {
  const [line] = await lines('farm');
  const pages = async function* () {
    for (let page = 0; page < 90; page += 1) {
      yield Array.from({ length: 100 }, (_, i) => ({ ...line!, sequence: 100 * page + i }));
    }
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetBytes(pages())) pieces.push(piece);
  expect(pieces.length).toBe(5);
  const file = arrayBufferOf(Buffer.concat(pieces));
  const { row_groups, num_rows } = parquetMetadata(file);
  expect([row_groups.length, num_rows]).toEqual([5, 9000n]);
  const sequences = await parquetReadObjects({ file, columns: ['sequence'] });
  expect(sequences.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 9000 }, (_, i) => i),
  );
});

test('rows with long texts end a group early, and others work while one is packed', async () => {
  const [line] = await lines('farm');
  const context = { rain: { kind: 'ensemble', points: Array(2000).fill(100.25) } };
  const pages = async function* () {
    for (let page = 0; page < 4; page += 1) yield Array(20).fill({ ...line!, context });
  };
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetBytes(pages())) pieces.push(piece);
  isOver = true;
  const file = arrayBufferOf(Buffer.concat(pieces));
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => num_rows)).toEqual([40n, 40n]);
  const [row] = await parquetReadObjects({ file });
  expect(row).toMatchObject({ id: line!.id, context: JSON.stringify(context) });
  // Of two groups with more than thirty columns each.
  expect(rounds).toBeGreaterThan(60);
});

test('no decision makes an empty table', async () => {
  const pieces: Uint8Array[] = [];
  const none = async function* () {};
  for await (const piece of parquetBytes(none())) pieces.push(piece);
  expect(parquetMetadata(arrayBufferOf(Buffer.concat(pieces))).num_rows).toBe(0n);
});
