/**
 * Brings the tables of a database to the form that this program knows.
 *
 * Steps are only ever added at the end, and a step that was released never changes. A database with
 * a step that this program does not know was written by a newer one, and is left alone.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { JournalFailure } from '../journal.ts';
import type { SqlEngine, Tables } from '../tables.ts';
import { blockTables } from './blocks.ts';
import { firstTables } from './first-tables.ts';
import { leaseTables } from './leases.ts';
import { pinColumn } from './pins.ts';
import { removalTable } from './removals.ts';
import { seasonColumns } from './seasons.ts';
import { secretTable } from './secret-table.ts';
import { segmentTables } from './segments.ts';
import { shelfTable } from './shelf.ts';
import { shelfPacks } from './shelf-packs.ts';
import { standingColumns } from './standing.ts';
import { statisticsLeftOut } from './statistics.ts';
import { subjectColumns } from './subjects.ts';

const STEP_TABLE = 'hedgerow_migration';
/** The number of the lock that everyone who changes tables takes. */
const LOCK = '3853314791062309107';
/**
 * How long the server has patience, until the transaction ends, whatever its administrator has set for all: for statements and locks without end, because tables
 * may be large; but for a program that says nothing more only for so long, because others wait for its lock and its machine may be dead.
 */
const SILENCE_MS_MAX = '10000';
const PATIENCE = sql`select set_config(name,
    case name when 'idle_in_transaction_session_timeout' then ${SILENCE_MS_MAX} else '0' end, true)
  from pg_settings where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout',
    'idle_in_transaction_session_timeout')`;

/** All steps by name; they run in the order of their names. */
function stepsFor(engine: SqlEngine): Record<string, Migration> {
  return {
    '001-first-tables': firstTables(engine),
    // In a folder, the key of the coin has a file of its own.
    ...(engine === 'sqlite' ? {} : { '002-secret': secretTable }),
    '003-seasons': seasonColumns(engine),
    '004-subjects': subjectColumns,
    '005-shelf': shelfTable(engine),
    '006-standing': standingColumns(engine),
    '007-segments': segmentTables(engine),
    // Only one process writes to a folder.
    ...(engine === 'sqlite' ? {} : { '008-leases': leaseTables }),
    '009-removals': removalTable,
    '010-pins': pinColumn,
    // PostgreSQL has several writers, and keeps its rows.
    ...(engine === 'sqlite' ? { '011-blocks': blockTables, '012-shelf-packs': shelfPacks } : {}),
    // SQLite looks at nothing by itself.
    ...(engine === 'sqlite' ? {} : { '013-statistics': statisticsLeftOut }),
  };
}

export async function migrate(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const steps = stepsFor(engine);
  const done = await stepsDone(db);
  refuseUnknownSteps(done, Object.keys(steps));
  // Replicas that start later need no lock, nor the right to change tables.
  if (Object.keys(steps).every((name) => done.includes(name))) return;
  try {
    // The transaction on a folder is begun by whoever opens it.
    if (engine === 'sqlite') await makeSteps(db, engine, steps);
    else await db.transaction().execute((inside) => makeSteps(inside, engine, steps));
  } catch (cause) {
    if (cause instanceof JournalFailure) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new JournalFailure(
      'broken',
      `The tables of the journal must be made first, but they could not be (${said}); nothing was changed. Mend that, and start again.`,
      { cause },
    );
  }
}

/** Makes all steps that are missing, inside one transaction: whoever is interrupted has changed nothing. */
async function makeSteps(
  db: Kysely<Tables>,
  engine: SqlEngine,
  steps: Readonly<Record<string, Migration>>,
): Promise<void> {
  if (engine === 'postgres') {
    await PATIENCE.execute(db);
    // Replicas that start at the same time wait for each other, until the transaction ends.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  }
  await sql`create table if not exists ${sql.table(STEP_TABLE)} (
    name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(db);
  const done = await stepsDone(db);
  // Who was waited for may have been a newer program.
  refuseUnknownSteps(done, Object.keys(steps));
  for (const name of Object.keys(steps).sort()) {
    if (done.includes(name)) continue;
    await steps[name]!.up(db);
    await sql`insert into ${sql.table(STEP_TABLE)} (name, timestamp)
      values (${name}, cast(current_timestamp as text))`.execute(db);
  }
}

/** Makes the tables where there are none; refuses others than the ones this program knows, and leaves them as they are. */
export async function migrateIfNew(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  if ((await stepsDone(db)).length === 0) await migrate(db, engine);
  else await requireMigrated(db, engine);
}

/** Refuses a database whose tables are not exactly the ones this program knows; changes nothing. */
export async function requireMigrated(db: Kysely<Tables>, engine: SqlEngine): Promise<void> {
  const done = await stepsDone(db);
  const known = Object.keys(stepsFor(engine));
  refuseUnknownSteps(done, known);
  const missing = known.filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new JournalFailure(
    'broken',
    `The journal's tables must be up to date, but the step ${missing[0]} was not made yet. Start ` +
      `the service once on it, then try again.`,
  );
}

function refuseUnknownSteps(done: readonly string[], known: readonly string[]): void {
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new JournalFailure(
    'broken',
    `The journal was written by a newer version of hedgerow: its step ${unknown[0]} is unknown ` +
      `here, where ${known.at(-1)} is the last. Use that version or a newer one.`,
  );
}

async function stepsDone(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === STEP_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(STEP_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
