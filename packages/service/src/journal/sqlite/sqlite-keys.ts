/**
 * API keys in SQLite: read here, changed by whoever may write.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeyRecord, KeyStore } from '../journal.ts';
import { type KeyLine, keyFromLine } from '../tables.ts';
import type { KeyChange } from './writing/key-statements.ts';

export class SqliteKeys implements KeyStore {
  readonly #change: (change: KeyChange) => Promise<boolean>;
  readonly #find: StatementSync;
  readonly #list: StatementSync;

  constructor(database: DatabaseSync, change: (change: KeyChange) => Promise<boolean>) {
    this.#change = change;
    this.#find = database.prepare('select * from api_key where id = ?');
    this.#list = database.prepare('select * from api_key order by id');
  }

  async add(key: KeyRecord): Promise<void> {
    const isAdded = await this.#change({ kind: 'add-key', key });
    if (!isAdded) throw new Error(`Key ids are unique, but ${key.id} is in use.`);
  }

  async find(id: string): Promise<KeyRecord | null> {
    const line = this.#find.get(id) as KeyLine | undefined;
    return line === undefined ? null : keyFromLine(line);
  }

  async list(): Promise<readonly KeyRecord[]> {
    return (this.#list.all() as unknown as KeyLine[]).map(keyFromLine);
  }

  revoke(id: string, at: string): Promise<boolean> {
    return this.#change({ kind: 'revoke-key', id, at });
  }

  async touch(id: string, at: string): Promise<void> {
    await this.#change({ kind: 'touch-key', id, at });
  }
}
