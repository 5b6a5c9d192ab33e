import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { queryBuilder } from '../sqlite/query-builder.ts';
import { SqliteReading } from '../sqlite/sqlite-reading.ts';
import { WriteStatements } from '../sqlite/write-statements.ts';
import { firstTables } from './first-tables.ts';
import { seasonColumns } from './seasons.ts';
import { shelfTable } from './shelf.ts';
import { subjectColumns } from './subjects.ts';

it('snapshots that were stored before there was a shelf are read as they are, and give way to newer ones', async () => {
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
  const old = { policy: 'maize', version: 1, hash, generation: 0, body: 'text of before' };
  const reading = new SqliteReading(database);
  expect(reading.readSnapshots('maize')).toEqual([old]);
  const statements = new WriteStatements(database);
  const fresh = { policy: 'maize', version: 2, hash, generation: 1, body: 'text of now' };
  statements.writeSnapshot(fresh);
  expect(reading.readSnapshots('maize')).toEqual([fresh, old]);
  const rows = [{ first: 1, last: 1, text: 'row' }];
  const anchor = { version: 2, hash };
  statements.shelf.write({
    policy: 'maize',
    generation: 1,
    version: 2,
    anchor,
    rows,
    forgotten: [],
  });
  const query = { policy: 'maize', generation: 1, version: 2, sequences: [1], span: 1 };
  expect(reading.readShelf(query)).toEqual(rows);
  database.close();
});
