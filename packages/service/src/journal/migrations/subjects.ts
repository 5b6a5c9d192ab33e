/**
 * What a decision is about since there is a register of subjects, and whether a policy is archived; null
 * for older ones.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const subjectColumns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('decision').addColumn('subject', 'text').execute();
    await db.schema.alterTable('policy').addColumn('archived_at', 'text').execute();
    await db.schema
      .createIndex('decision_subject')
      .on('decision')
      .columns(['policy', 'subject', 'position'])
      .where('subject', 'is not', null)
      .execute();
  },
};
