/**
 * API keys in memory, for tests.
 */
import type { KeyRecord, KeyStore } from '../journal.ts';

export class MemoryKeys implements KeyStore {
  readonly #keys: Map<string, KeyRecord>;

  constructor(keys: Map<string, KeyRecord> = new Map()) {
    this.#keys = keys;
  }

  async add(key: KeyRecord): Promise<void> {
    if (this.#keys.has(key.id)) throw new Error(`Key ids are unique, but ${key.id} is in use.`);
    this.#keys.set(key.id, key);
  }

  async find(id: string): Promise<KeyRecord | null> {
    return this.#keys.get(id) ?? null;
  }

  async list(): Promise<readonly KeyRecord[]> {
    return [...this.#keys.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async revoke(id: string, at: string): Promise<boolean> {
    const key = this.#keys.get(id);
    if (key === undefined || key.revokedAt !== null) return false;
    this.#keys.set(id, { ...key, revokedAt: at });
    return true;
  }

  async touch(id: string, at: string): Promise<void> {
    const key = this.#keys.get(id);
    if (key !== undefined) this.#keys.set(id, { ...key, lastUsedAt: at });
  }
}
