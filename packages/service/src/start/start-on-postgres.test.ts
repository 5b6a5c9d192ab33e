/**
 * Two services on one PostgreSQL, and addresses that lead nowhere.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyJournal } from '../decisions/verify/verify-journal.ts';
import { type PostgresServer, startPostgres } from '../journal/testing/postgres-server.ts';
import { openReader } from './open-store.ts';
import { readSettings } from './settings.ts';
import { startService } from './start-service.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.stop());

const settingsFor = (database: string) =>
  readSettings({ flags: { database, port: '0', logLevel: 'silent' } });

const FARM = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: { rain: { min: 0, max: 100 } },
  reward: { min: 4, max: 12 },
  allowedShortfall: 0.3,
};

it('shares one set of books between replicas, which can be verified beside them', async () => {
  const settings = settingsFor(await postgres.freshUrl());
  const replicas = await Promise.all([startService(settings), startService(settings)]);
  try {
    for (const { address } of [...replicas, ...replicas]) {
      const answer = await fetch(`${address}/v1/policies/farm/decisions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ policy: FARM, context: { rain: 50 } }),
      });
      expect(answer.status).toBe(200);
    }
    for (const { address } of replicas) {
      const view = await (await fetch(`${address}/v1/policies/farm`)).json();
      expect(view).toMatchObject({ counts: { decisions: 4 } });
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    }
    const reader = await openReader(settings);
    expect(await verifyJournal(reader)).toMatchObject({
      isWhole: true,
      policies: [{ policy: 'farm', decisions: 4, problem: null }],
    });
    await reader.close();
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
  }
});

it('says which database does not answer, and never its password', async () => {
  const missing = (await postgres.freshUrl()).replace(/[^/]+$/, 'no_such_database');
  const error = await startService(settingsFor(missing)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'StartFailure', kind: 'database' });
  expect((error as Error).message).toContain('no_such_database');
  expect((error as Error).message).not.toContain('secret');
});
