import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { queryBuilder } from '../sqlite/folder/query-builder.ts';
import { ShelfStatements } from '../sqlite/shelf/shelf-statements.ts';
import { snapshotFromLine } from '../tables.ts';
import { firstTables } from './first-tables.ts';
import { pinColumn } from './pins.ts';
import { seasonColumns } from './seasons.ts';
import { shelfTable } from './shelf.ts';
import { shelfPacks } from './shelf-packs.ts';
import { subjectColumns } from './subjects.ts';

it('a journal of before there was a shelf gets one, and its snapshots are read as they are', async () => {
  const database = new DatabaseSync(':memory:');
  const db = queryBuilder(database);
  for (const step of [firstTables('sqlite'), seasonColumns('sqlite'), subjectColumns]) {
    await step.up(db);
  }
  const hash = 'a'.repeat(64);
  database.exec(
    `insert into policy (id, version, hash) values ('maize', 2, '${hash}');
     insert into entry (policy, position, time, body, previous_hash, hash)
       values ('maize', 1, '', '{}', '', '${hash}'), ('maize', 2, '', '{}', '', '${hash}');
     insert into snapshot values ('maize', 1, '${hash}', 'text of before')`,
  );
  await shelfTable('sqlite').up(db);
  const lines = await db.selectFrom('snapshot').selectAll().execute();
  expect(lines.map(snapshotFromLine)).toEqual([
    { policy: 'maize', version: 1, hash, generation: 0, body: 'text of before' },
  ]);
  await pinColumn.up(db);
  await shelfPacks.up(db);
  new ShelfStatements(database).write({
    policy: 'maize',
    generation: 1,
    version: 2,
    anchor: { version: 2, hash },
    rows: [{ first: 1, last: 1, text: 'row' }],
    forgotten: [],
  });
  expect(await db.selectFrom('shelf').select(['first', 'body']).execute()).toEqual([
    { first: 1, body: 'row' },
  ]);
  database.close();
});
