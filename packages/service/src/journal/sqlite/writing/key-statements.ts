/**
 * Changes of API keys, each one statement: run by the writer of the service, and by the command
 * `hedgerow keys` from a process of its own.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { KeyRecord } from '../../journal.ts';
import { lineFromKey } from '../../tables.ts';

export type KeyChange =
  | { readonly kind: 'add-key'; readonly key: KeyRecord }
  | { readonly kind: 'revoke-key'; readonly id: string; readonly at: string }
  | { readonly kind: 'touch-key'; readonly id: string; readonly at: string };

const ADD = `insert into api_key (id, secret_hash, name, scopes, policies, created_at, expires_at,
  revoked_at, last_used_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const REVOKE = 'update api_key set revoked_at = ? where id = ? and revoked_at is null';
const TOUCH = 'update api_key set last_used_at = ? where id = ?';

/** Returns whether a line was changed. */
export function changeKey(database: DatabaseSync, change: KeyChange): boolean {
  return changedLines(database, change) === 1;
}

function changedLines(database: DatabaseSync, change: KeyChange): number | bigint {
  if (change.kind === 'revoke-key') {
    return database.prepare(REVOKE).run(change.at, change.id).changes;
  }
  if (change.kind === 'touch-key') {
    return database.prepare(TOUCH).run(change.at, change.id).changes;
  }
  const line = lineFromKey(change.key);
  return database
    .prepare(ADD)
    .run(
      line.id,
      line.secret_hash,
      line.name,
      line.scopes,
      line.policies,
      line.created_at,
      line.expires_at,
      line.revoked_at,
      line.last_used_at,
    ).changes;
}
