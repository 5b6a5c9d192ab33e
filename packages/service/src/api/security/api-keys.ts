/**
 * Making and checking API keys. Only the SHA-256 of a key is stored; the key itself is shown once.
 *
 * A plain hash is enough because a key holds 256 random bits: there is nothing to guess, so a slow
 * hash would slow down only our own callers.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRecord } from '../../journal/journal.ts';
import { ID_BYTES, readKeyId, SECRET_BYTES, writeKeyText } from './key-text.ts';
import type { Scope } from './scopes.ts';

export interface NewKeyOptions {
  /** For people: what the key is used for. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Policy ids it may touch; `['*']` for all. */
  readonly policies: readonly string[];
  /** ISO 8601; the clock's present time. */
  readonly createdAt: string;
  /** ISO 8601; null for a key that does not expire. */
  readonly expiresAt: string | null;
}

export interface NewKey {
  /** The whole key. It is nowhere else: show it once. */
  readonly secret: string;
  /** What to store. */
  readonly record: KeyRecord;
}

/** Returns a new key and its record. */
export function createKey(options: NewKeyOptions): NewKey {
  const secret = writeKeyText(randomBytes(ID_BYTES), randomBytes(SECRET_BYTES));
  const { name, scopes, policies, createdAt, expiresAt } = options;
  const record: KeyRecord = {
    id: readKeyId(secret)!,
    secretHash: hashOf(secret).toString('hex'),
    name,
    scopes: [...new Set(scopes)],
    policies: [...new Set(policies)],
    createdAt,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { secret, record };
}

const NO_HASH = Buffer.alloc(32);

/**
 * Returns whether `secret` is the key of the record, and the key may be used now. Takes the same time
 * with no record at all, so that answers do not tell which ids exist.
 */
export function isValidKey(secret: string, record: KeyRecord | undefined, now: string): boolean {
  const stored = record === undefined ? NO_HASH : Buffer.from(record.secretHash, 'hex');
  const isSame = stored.length === 32 && timingSafeEqual(hashOf(secret), stored);
  return isSame && record !== undefined && isUsable(record, now);
}

/** Returns whether the key is neither revoked nor expired. */
export function isUsable(record: KeyRecord, now: string): boolean {
  if (record.revokedAt !== null) return false;
  if (record.expiresAt === null) return true;
  // An unreadable time compares as false: such a key has expired.
  return Date.parse(now) < Date.parse(record.expiresAt);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
