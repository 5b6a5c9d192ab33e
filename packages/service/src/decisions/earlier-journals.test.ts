/**
 * Journals that earlier versions wrote, as they stand on somebody's disk: taken in, proved, and gone on from.
 *
 * The files are made by scripts/write-journal-fixture.ts, once, and never again.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { FIXTURE_FOLDER, fixtureFolder } from '../journal/testing/fixture-folder.ts';
import { compactJournal } from '../start/compact-journal.ts';
import { forgetDecisions } from '../start/forget-decisions.ts';
import { openReader } from '../start/open-store.ts';
import { FEATURE_POLICIES, oneMoreOfEach } from './testing/every-feature.ts';
import { type SampleService, sampleService } from './testing/sample-service.ts';
import { verifyJournal } from './verify/verify-journal.ts';
import type { ServiceLimits } from './writer/options.ts';

const FILES = readdirSync(FIXTURE_FOLDER).filter((file) => /^journal-.*\.sql$/.test(file));
/** Some of their decisions were forgotten: nothing leads to where they are but their checkpoints. */
const FORGOTTEN_FILES = readdirSync(FIXTURE_FOLDER).filter((file) =>
  /^forgotten-.*\.sql$/.test(file),
);

async function opened<Value>(
  folder: string,
  act: (sample: SampleService, journal: Journal) => Promise<Value>,
  limits: Partial<ServiceLimits> = {},
): Promise<Value> {
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const sample = sampleService({ journal, limits });
  try {
    return await act(sample, journal);
  } finally {
    await sample.service.close();
    await journal.close();
  }
}

const viewsOf = ({ service }: SampleService) =>
  Promise.all(FEATURE_POLICIES.map((policy) => service.policy(policy)));

/** Ids of the decisions and the SHA-256 of the receipts as they were answered. */
function answeredIn(file: string): [id: string, sum: string][] {
  const text = readFileSync(path.join(FIXTURE_FOLDER, file), 'utf8');
  return [...text.matchAll(/^-- (\S+) ([0-9a-f]{64})$/gm)].map((match) => [match[1]!, match[2]!]);
}

async function requireWhole(journal: Journal): Promise<void> {
  const { policies } = await verifyJournal(journal);
  expect(policies.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(policies.map(({ policy }) => policy)).toEqual(FEATURE_POLICIES);
}

it('there is one with everything, and one of which something was forgotten', () => {
  expect(FILES).toEqual(['journal-compact.sql']);
  expect(FORGOTTEN_FILES).toContain('forgotten-443441d.sql');
});

it('tables of an earlier version stay as they are where they are only looked at', async () => {
  const data = fixtureFolder('tables-ce924ab.sql');
  const settings = { data, database: '', rawEntries: 1, rawDays: 0 };
  const looked = compactJournal(settings, { isDryRun: true });
  await expect(looked).rejects.toThrow('tables must be up to date');
  // Another refusal than before would say that something was brought up to date.
  await expect(openReader(settings)).rejects.toThrow('tables must be up to date');
});

describe.each(FILES)('the journal %s', (file) => {
  it('is proved, entry for entry, and shows every receipt as it was answered', async () => {
    await opened(fixtureFolder(file), async ({ service }, journal) => {
      await requireWhole(journal);
      const answered = answeredIn(file);
      expect(answered.length).toBeGreaterThan(50);
      for (const [id, sum] of answered) {
        const { receipt } = await service.decision(id);
        expect([id, hash('sha256', JSON.stringify(receipt))]).toEqual([id, sum]);
      }
    });
  });

  it('is gone on from, with its snapshots and without them alike', async () => {
    const views = await opened(fixtureFolder(file), viewsOf);
    expect(views.map(({ health }) => health.state)).toEqual(views.map(() => 'ok'));
    const folder = fixtureFolder(file, 'delete from snapshot');
    expect(await opened(folder, viewsOf)).toEqual(views);
    const texts = await opened(folder, async ({ service }, journal) => {
      const answers = await oneMoreOfEach(service);
      await requireWhole(journal);
      return answers;
    });
    for (const text of texts) expect(JSON.parse(text).reason).not.toBe('halted');
    // After a restart the same keys are answered with the same bytes.
    expect(await opened(folder, ({ service }) => oneMoreOfEach(service))).toEqual(texts);
  });

  it('keeps nothing in free pages of what the command forgets in it', async () => {
    const data = fixtureFolder(file);
    const forgotten = { decisions: ['sites.1.1', 'sites.1.2'] };
    const reply = await forgetDecisions({ data, database: '' }, 'sites', forgotten);
    expect(reply).toMatchObject({ forgotten: 2 });
    const database = new DatabaseSync(path.join(data, 'hedgerow.db'));
    const freeCount = database.prepare('pragma freelist_count').get()?.freelist_count;
    expect([freeCount, database.prepare('pragma auto_vacuum').get()?.auto_vacuum]).toEqual([0, 2]);
    database.close();
  });

  it('knows the keys that were used in it', async () => {
    await opened(fixtureFolder(file), async ({ service }) => {
      const key = { scope: 'local', text: 'a "quoted" key' };
      const request = { context: { rain: 40 }, floors: { early: 6 }, allowed: ['early'] };
      const { text, isReplay } = await service.decide('known', request, key);
      expect(isReplay).toBe(true);
      const sums = new Map(answeredIn(file));
      expect(hash('sha256', text)).toBe(sums.get(JSON.parse(text).id));
    });
  });
});

/** Tells a reward of every decision that waits, and returns what was answered. */
async function rewardAll({ service }: SampleService): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const policy of FEATURE_POLICIES) {
    const { decisions } = await service.decisions(policy, { limit: 1000 });
    for (const { id, state, reward } of decisions) {
      if (reward !== null || state === 'void' || state === 'fell-back') continue;
      const said = policy === 'divided' || policy === 'seasons' ? { check: 8 } : { value: 9 };
      answers.push(await service.reward(id, said).catch((error: { code: string }) => error.code));
    }
  }
  return answers;
}

describe.each(FORGOTTEN_FILES)('the journal %s', (file) => {
  /** As it was written: its checkpoints lean on the shelf. */
  const LIMITS = { decisionsHeld: 2 };
  const NO_SHORT_CUTS = 'delete from snapshot where pinned = 0';

  it('shows what was not forgotten as it was answered, and is proved from its checkpoints on', async () => {
    await opened(
      fixtureFolder(file),
      async ({ service }, journal) => {
        await requireWhole(journal);
        const shown = await Promise.all(
          answeredIn(file).map(async ([id, sum]) => {
            const view = await service.decision(id).catch((error: { code: string }) => error.code);
            return typeof view === 'string'
              ? view
              : hash('sha256', JSON.stringify(view.receipt)) === sum;
          }),
        );
        expect(new Set(shown)).toEqual(new Set([true, 'HR_DECISION_FORGOTTEN']));
        expect(shown.filter((one) => one === true).length).toBeGreaterThan(40);
      },
      LIMITS,
    );
  });

  it('is gone on from, with its other snapshots and without them alike', async () => {
    const folders = ['', NO_SHORT_CUTS].map((change) => fixtureFolder(file, change));
    const [one, other] = await Promise.all(
      folders.map((folder) =>
        opened(
          folder,
          async (sample, journal) => {
            const before = await viewsOf(sample);
            expect(before.map(({ health }) => health.state)).toEqual(before.map(() => 'ok'));
            // What waits was on the shelf when the checkpoint was made.
            const told = await rewardAll(sample);
            const after = await viewsOf(sample);
            // Each folder has a coin of its own, so this comes out otherwise in either.
            for (const text of await oneMoreOfEach(sample.service)) {
              expect(JSON.parse(text).reason).not.toBe('halted');
            }
            await requireWhole(journal);
            return { before, told, after };
          },
          LIMITS,
        ),
      ),
    );
    expect(one!.told.length).toBeGreaterThan(10);
    expect(other).toEqual(one);
  });
});
