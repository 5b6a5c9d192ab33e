/**
 * Keys are recognised, and nothing that is nearly a key is.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKey, isUsable, isValidKey } from './api-keys.ts';
import { keyLabel, readKeyId, writeKeyText } from './key-text.ts';
import { isScope, SCOPES } from './scopes.ts';

const NOW = '2026-05-04T09:30:00.000Z';
const LATER = '2026-05-04T09:30:00.001Z';
const options = {
  name: 'test',
  scopes: ['decide', 'decide', 'read'],
  policies: ['*'],
  createdAt: NOW,
  expiresAt: null,
} as const;

describe('createKey', () => {
  it('returns a key of the documented form, and a record without the secret', () => {
    const { secret, record } = createKey(options);
    expect(secret).toMatch(/^hk_[0-9A-Za-z]{11}_[0-9A-Za-z]{49}$/);
    expect(readKeyId(secret)).toBe(record.id);
    expect(record.scopes).toEqual(['decide', 'read']);
    expect(record.secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(record)).not.toContain(secret.slice(15));
  });

  it('draws another secret and another id every time', () => {
    const keys = Array.from({ length: 100 }, () => createKey(options));
    expect(new Set(keys.map(({ record }) => record.id)).size).toBe(100);
    expect(new Set(keys.map(({ record }) => record.secretHash)).size).toBe(100);
  });
});

describe('isValidKey', () => {
  const { secret, record } = createKey(options);
  const other = createKey(options);

  it('accepts the key itself and no other, also under the same id', () => {
    expect(isValidKey(secret, record, NOW)).toBe(true);
    expect(isValidKey(other.secret, record, NOW)).toBe(false);
    expect(isValidKey(secret, undefined, NOW)).toBe(false);
    expect(isValidKey('', { ...record, secretHash: '' }, NOW)).toBe(false);
    expect(isValidKey(secret, { ...record, secretHash: 'ab' }, NOW)).toBe(false);
  });

  it('refuses revoked and expired keys, and those whose expiry cannot be read', () => {
    expect(isValidKey(secret, { ...record, revokedAt: NOW }, NOW)).toBe(false);
    expect(isUsable({ ...record, expiresAt: LATER }, NOW)).toBe(true);
    expect(isUsable({ ...record, expiresAt: NOW }, NOW)).toBe(false);
    expect(isUsable({ ...record, expiresAt: 'soon' }, NOW)).toBe(false);
  });
});

describe('readKeyId', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

  it('reads the id of every key, and of none with one character changed', () => {
    fc.assert(
      fc.property(bytes(8), bytes(32), fc.nat(63), (id, secret, place) => {
        const key = writeKeyText(id, secret);
        expect(readKeyId(key)).toBe(key.slice(3, 14));
        const changed = key[place] === '0' ? '1' : '0';
        expect(readKeyId(key.slice(0, place) + changed + key.slice(place + 1))).toBeNull();
      }),
    );
  });

  it('refuses texts that are no keys', () => {
    const key = createKey(options).secret;
    for (const text of ['', 'hk_', ` ${key}`, `${key}\n`, key.slice(1), key.toUpperCase()]) {
      expect(readKeyId(text)).toBeNull();
    }
  });
});

describe('keyLabel', () => {
  it('shows the beginning of the id alone', () => {
    expect(keyLabel('ab12cdefghi')).toBe('hk_ab12…');
    expect(keyLabel('local')).toBe('local');
  });
});

describe('isScope', () => {
  it('knows the eight scopes and nothing else', () => {
    expect(SCOPES).toHaveLength(8);
    expect(SCOPES.every(isScope)).toBe(true);
    expect(isScope('everything')).toBe(false);
  });
});
