/**
 * The query builder on a SQLite database. It takes a while to load, so the writer does without it.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Returns the query builder on an open database; closing the database ends both. */
export function queryBuilder(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyExpects(database) }),
  });
}

function asKyselyExpects(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
  };
}
