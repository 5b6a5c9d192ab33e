import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from '../../migrations/migrate.ts';
import { queryBuilder } from '../folder/query-builder.ts';
import { ShelfStatements } from './shelf-statements.ts';

it('a row stays for as long as a state may begin with a snapshot that needs it', async () => {
  const database = new DatabaseSync(':memory:');
  await migrate(queryBuilder(database), 'sqlite');
  const hash = 'a'.repeat(64);
  database.exec(
    `insert into policy (id, version, hash) values ('maize', 9, '${hash}');
     insert into entry (policy, position, time, body, previous_hash, hash)
       values ('maize', 9, '', '{}', '', '${hash}');
     insert into snapshot (policy, version, hash, body, generation)
       values ('maize', 4, '${hash}', '', 1)`,
  );
  const shelf = new ShelfStatements(database);
  const put = (version: number, forgotten: readonly number[] = []) =>
    shelf.write({
      policy: 'maize',
      generation: 1,
      version,
      anchor: { version: 9, hash },
      rows: [{ first: 1, last: 1, text: 'row' }],
      forgotten,
    });
  const versions = () => {
    const lines = database.prepare('select shelved_at from shelf order by shelved_at').all();
    return lines.map((line) => line.shelved_at);
  };
  for (const version of [2, 5, 6]) put(version);
  expect(versions()).toEqual([2, 5, 6]);
  // One of a replay that is not as far yet: it needs what it wrote itself.
  put(3);
  expect(versions()).toEqual([3, 5, 6]);
  put(7, [1]);
  expect(versions()).toEqual([3, 5, 6, 7]);
  database.exec('update snapshot set version = 7');
  shelf.tidy('maize');
  expect(versions()).toEqual([]);
  database.close();
});
