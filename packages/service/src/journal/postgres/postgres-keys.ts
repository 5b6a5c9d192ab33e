/**
 * API keys in PostgreSQL.
 */
import type { Kysely } from 'kysely';
import type { KeyRecord, KeyStore } from '../journal.ts';
import { keyFromLine, lineFromKey, type Tables } from '../tables.ts';
import { inJournalWords } from './postgres-failure.ts';

export class PostgresKeys implements KeyStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async add(key: KeyRecord): Promise<void> {
    const query = this.#db
      .insertInto('api_key')
      .values(lineFromKey(key))
      .onConflict((conflict) => conflict.column('id').doNothing());
    const { numInsertedOrUpdatedRows } = await inJournalWords(() => query.executeTakeFirst());
    if (numInsertedOrUpdatedRows === 1n) return;
    throw new Error(`Key ids are unique, but ${key.id} is in use.`);
  }

  async find(id: string): Promise<KeyRecord | null> {
    const query = this.#db.selectFrom('api_key').selectAll().where('id', '=', id);
    const line = await inJournalWords(() => query.executeTakeFirst());
    return line === undefined ? null : keyFromLine(line);
  }

  async list(): Promise<readonly KeyRecord[]> {
    const query = this.#db.selectFrom('api_key').selectAll();
    const keys = (await inJournalWords(() => query.execute())).map(keyFromLine);
    return keys.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async revoke(id: string, at: string): Promise<boolean> {
    const query = this.#db
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null);
    const { numUpdatedRows } = await inJournalWords(() => query.executeTakeFirst());
    return numUpdatedRows === 1n;
  }

  async touch(id: string, at: string): Promise<void> {
    const query = this.#db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id);
    await inJournalWords(() => query.execute());
  }
}
