/**
 * A filled folder of the release before standings opens with everything in it, and with lines that are behind.
 */
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { EMPTY_HEAD, headAfter, sealEntries } from '../entry-hash.ts';
import { openDatabase } from '../sqlite/folder/open-database.ts';
import { queryBuilder } from '../sqlite/folder/query-builder.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';
import { appendAll, created, decided } from '../testing/sample-entries.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { firstTables } from './first-tables.ts';
import { seasonColumns } from './seasons.ts';
import { subjectColumns } from './subjects.ts';

/** The tables as commit ce924ab made them. */
const STEPS_BEFORE = {
  '001-first-tables': firstTables('sqlite'),
  '003-seasons': seasonColumns('sqlite'),
  '004-subjects': subjectColumns,
};
const NAMES = ['barley', 'maize', 'rye'];

async function filledBefore(folder: string): Promise<void> {
  const database = openDatabase({ folder, isSynced: false });
  const db = queryBuilder(database);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => STEPS_BEFORE },
    migrationTableName: 'hedgerow_migration',
    migrationLockTableName: 'hedgerow_migration_lock',
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  for (const policy of NAMES) {
    const entries = sealEntries(policy, EMPTY_HEAD, [created(), decided({ policy, sequence: 1 })]);
    const archivedAt = policy === 'rye' ? '2026-01-01T00:00:00.000Z' : null;
    const head = headAfter(EMPTY_HEAD, entries);
    const line = { id: policy, ...head, archived_at: archivedAt };
    await db
      .insertInto('policy')
      .values(line as never)
      .execute();
    for (const { text, previousHash, ...rest } of entries) {
      const entry = { ...rest, body: text, previous_hash: previousHash, subject: null };
      await db.insertInto('entry').values(entry).execute();
    }
  }
  database.close();
}

test('its lines are there, behind, and are right from the next append on', async () => {
  const folder = temporaryFolder();
  await filledBefore(folder);
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const lines = await journal.listLines({ limit: 10, isArchivedShown: true });
  expect(lines.map(({ policy, version, standing }) => [policy, version, standing])).toEqual(
    NAMES.map((name) => [name, 2, null]),
  );
  expect((await journal.listLines({ limit: 10 })).map(({ policy }) => policy)).toEqual([
    'barley',
    'maize',
  ]);
  expect(await journal.readStandings(NAMES)).toEqual([]);
  expect(await journal.countOwned('local')).toBe(0);
  await appendAll(journal, 'maize', [decided({ sequence: 2 })]);
  const standing = {
    margin: 1,
    pending: 2,
    unresolved: 3,
    decisions: 2,
    learner: 0,
    isHalted: false,
    failureProbability: 0.05,
    text: '{}',
    outline: '{}',
  };
  const { version, hash } = (await journal.readLine('maize'))!;
  await journal.writeStanding('maize', { version, hash }, standing);
  expect((await journal.readLine('maize'))!.standing).toMatchObject({ margin: 1, pending: 2 });
  await journal.close();
});
