/**
 * A replica whose policies others have taken before it knows: the database's clock was put forward, so that its lease was over at once. What it
 * knows is out of date, and nobody is told so for good.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresJournal } from '../journal/postgres/postgres-journal.ts';
import { type PostgresServer, startPostgres } from '../journal/testing/postgres-server.ts';
import { refusalOf, type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

/** No renewal comes between. */
const LEASE_MS = 60_000;
const LATE = "update member set expires_at = clock_timestamp() - interval '1 second'";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Calls back with a service that held the policy and does not know that the other does now. */
async function afterTheOther(
  act: (old: SampleService, other: SampleService) => Promise<void>,
): Promise<void> {
  const url = await postgres.readyUrl();
  const open = async () => {
    const journal = await openPostgresJournal({ url, poolSize: 4, leaseMs: LEASE_MS });
    return sampleService({ journal });
  };
  const [old, other] = [await open(), await open()];
  await old.decide();
  const client = postgres.server.getPgClient(new URL(url).pathname.slice(1), '127.0.0.1');
  await client.connect();
  await client.query(LATE);
  await client.end();
  expect((await other.decide()).id).toBe('farm.1.2');
  try {
    await act(old, other);
    expect((await verifyJournal(other.journal)).isWhole).toBe(true);
  } finally {
    for (const { service, journal } of [old, other]) {
      await service.close();
      await journal.close();
    }
  }
}

test('does not say of a decision of the other that there is none', () =>
  afterTheOther(async (old, other) => {
    const reward = ({ service }: SampleService) =>
      refusalOf(service.reward('farm.1.2', { value: 9 }));
    expect(await reward(old)).toBe('HR_JOURNAL_UNAVAILABLE');
    // By now it knows.
    expect(await reward(old)).toBe('HR_OWNER_AWAY');
    expect(await reward(other)).toMatchObject({ reward: 9 });
  }));

test('does not say that something is done already which the other has undone', () =>
  afterTheOther(async (old, other) => {
    await other.service.setMode('farm', { mode: 'safe-mode', reason: 'storm' });
    const goOn = ({ service }: SampleService) =>
      refusalOf(service.setMode('farm', { mode: 'live', reason: 'calm' }));
    expect(await goOn(old)).toBe('HR_JOURNAL_UNAVAILABLE');
    expect(await goOn(other)).toMatchObject({ mode: 'live' });
  }));
