/**
 * Several questions answered from one state of the database.
 *
 * A savepoint begins a transaction where there is none, and is part of the one there is. Where it cannot be
 * released, the connection would go on in its old state: everything would be asked of a past in which newer
 * decisions do not exist. So the connection is replaced then; one that cannot be, a command's, is closed.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ReadingConnection } from '../folder/reading-connection.ts';

export interface Look {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly end: StatementSync;
}

export function prepareLook(database: DatabaseSync): Look {
  return {
    database,
    begin: database.prepare('savepoint look'),
    end: database.prepare('release look'),
  };
}

/** Returns what `act` returns; what it reads is all of one moment. */
export function inOneLook<Answer>(look: Look, act: () => Answer): Answer {
  look.begin.run();
  try {
    return act();
  } finally {
    release(look);
  }
}

function release({ database, end }: Look): void {
  try {
    end.run();
  } catch (failure) {
    if (database instanceof ReadingConnection) database.replace();
    else database.close();
    throw failure;
  }
}
