/**
 * What is handed over as an array of texts comes back from the server sign by sign.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { HostPool } from './host-pool.ts';
import { textArray } from './text-array.ts';

let postgres: PostgresServer;
let pool: HostPool;

beforeAll(async () => {
  postgres = await startPostgres();
  pool = new HostPool({ url: await postgres.freshUrl(), poolSize: 1, answerMs: 0 });
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

async function backFrom(texts: readonly (string | null)[]): Promise<readonly (string | null)[]> {
  const lines = await pool.query<{ text: string | null }>(
    'select text from unnest($1::text[]) with ordinality as given (text, place) order by place',
    [textArray(texts)],
  );
  return lines.map(({ text }) => text);
}

test('quotes, nothing, and signs of several bytes are as they were', async () => {
  const texts = [
    '',
    null,
    'null',
    '{"a": "\\"b\\\\"}',
    "{',}",
    'é€🌾',
    '\n\t\u0001',
    'x'.repeat(70_000),
  ];
  expect(await backFrom(texts)).toEqual(texts);
});

test('an array may have no nulls, nothing else, or nothing at all', async () => {
  for (const texts of [['a', 'b'], [null], []]) expect(await backFrom(texts)).toEqual(texts);
});

test('a text that no database can keep is refused, as everywhere', async () => {
  await expect(backFrom(['a\u0000b'])).rejects.toMatchObject({ code: '22021' });
});
