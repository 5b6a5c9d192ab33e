/**
 * The first tables. The policy is the first part of every primary key, so that a database which
 * spreads tables over machines can keep each policy in one place.
 *
 *     policy     one line for each chain: its head; whoever writes locks this line
 *     entry      the chains; `subject` is the decision an entry speaks of
 *     decision   one line for each decision, made from the entries
 *     snapshot   states of policies, made from the entries
 *     api_key    who may do what
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlEngine } from '../tables.ts';

export function firstTables(engine: SqlEngine): Migration {
  // SQLite forgets the sign of minus zero in a column of type REAL, but not in one without a type.
  const double = engine === 'sqlite' ? sql`blob` : sql`double precision`;
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createChains(db);
      await createDecisions(db, double);
      await createRecords(db);
    },
  };
}

async function createChains(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('policy')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('entry')
    .addColumn('policy', 'text', (column) => column.notNull().references('policy.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addPrimaryKeyConstraint('entry_key', ['policy', 'position'])
    .execute();
  await db.schema
    .createIndex('entry_subject')
    .on('entry')
    .columns(['policy', 'subject', 'position'])
    .where('subject', 'is not', null)
    .execute();
}

async function createDecisions(db: Kysely<unknown>, double: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('decision')
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('chosen_by', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reward', double)
    .addColumn('rewarded_at', 'text')
    .addColumn('correction_count', 'bigint', (column) => column.notNull())
    .addColumn('margin_after', double)
    .addColumn('baseline_min', double)
    .addColumn('baseline_max', double)
    .addColumn('key_scope', 'text')
    .addColumn('key_text', 'text')
    .addColumn('fingerprint', 'text')
    .addPrimaryKeyConstraint('decision_key', ['policy', 'generation', 'sequence'])
    .execute();
  await db.schema
    .createIndex('decision_position')
    .unique()
    .on('decision')
    .columns(['policy', 'position'])
    .execute();
  await db.schema
    .createIndex('decision_idempotency')
    .unique()
    .on('decision')
    .columns(['policy', 'key_scope', 'key_text'])
    .where('key_text', 'is not', null)
    .execute();
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snapshot')
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshot_key', ['policy', 'version'])
    .execute();
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('policies', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();
}
