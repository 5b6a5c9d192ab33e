/**
 * Journals with amounts that a release before took and that are refused today: a policy is not taken away from whoever has one.
 *
 * The file is made by scripts/write-journal-fixture.ts, once, and never again.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { FIXTURE_FOLDER, fixtureFolder } from '../journal/testing/fixture-folder.ts';
import { BEYOND_LIMITS } from './testing/beyond-limits.ts';
import { NO_KEY, refusalOf, type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';

const FILE = 'limits-9b06e7b6.sql';
const POLICIES = Object.entries(BEYOND_LIMITS);

async function opened(folder: string, act: (sample: SampleService) => Promise<void>) {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const sample = sampleService({ journal });
  try {
    await act(sample);
  } finally {
    await sample.service.close();
    await journal.close();
  }
}

async function requireWhole({ journal }: SampleService): Promise<void> {
  const { policies } = await verifyJournal(journal);
  expect(policies.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(policies).toHaveLength(POLICIES.length);
}

it.each([
  ['with its snapshots', ''],
  ['from its entries alone', 'delete from snapshot'],
])('is proved, shown as it was answered, and gone on from, %s', async (_, change) => {
  const folder = fixtureFolder(FILE, change);
  await opened(folder, async (sample) => {
    const { service } = sample;
    await requireWhole(sample);
    const text = readFileSync(path.join(FIXTURE_FOLDER, FILE), 'utf8');
    const answered = [...text.matchAll(/^-- (\S+) ([0-9a-f]{64})$/gm)];
    expect(answered).toHaveLength(19);
    for (const [, id, sum] of answered) {
      const { receipt } = await service.decision(id!);
      expect([id, hash('sha256', JSON.stringify(receipt))]).toEqual([id, sum]);
    }
    for (const [policy, { definition, requests }] of POLICIES) {
      expect((await service.policy(policy)).health).toMatchObject({ state: 'ok' });
      // Whoever sends its definition at every start still may.
      expect(await service.define(policy, { definition })).toMatchObject({ generation: 1 });
      const decided = JSON.parse((await service.decide(policy, requests[0]!, NO_KEY)).text);
      expect(decided.reason).not.toBe('halted');
    }
    await requireWhole(sample);
  });
  // Snapshots of today and what was decided today.
  await opened(folder, requireWhole);
});

it('asks for the limits of today in all that is new', async () => {
  await opened(fixtureFolder(FILE, 'delete from snapshot'), async ({ service }) => {
    for (const [policy, { definition, requests, reward }] of POLICIES) {
      const asked = requests[1]!;
      const isBeyond = policy === 'sized' || policy === 'straying' || policy === 'noisy';
      const answer = await refusalOf(service.decide(policy, asked, NO_KEY));
      expect(answer === 'HR_INVALID_INPUT').toBe(isBeyond);
      const isDefined = policy === 'sized' || policy === 'straying';
      const made = await refusalOf(service.define(`${policy}-anew`, { definition }));
      expect([policy, made === 'HR_INVALID_INPUT']).toEqual([policy, !isDefined]);
      expect(reward).toBeGreaterThan(0);
    }
  });
});
