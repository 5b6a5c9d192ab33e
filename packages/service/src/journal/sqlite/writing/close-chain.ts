/**
 * Writes what is left of an erased policy, inside the transaction that erases it.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Head } from '../../journal.ts';
import { type Closing, lineFromRemoval, type Removal, sealRemoval } from '../../removal.ts';

export function closeChain(
  database: DatabaseSync,
  policy: string,
  head: Head,
  closing: Closing,
): void {
  const last = database
    .prepare('select position, hash from removal order by position desc limit 1')
    .get() as Pick<Removal, 'position' | 'hash'> | undefined;
  const line = lineFromRemoval(sealRemoval(last ?? null, { policy, head, closing }));
  const columns = Object.keys(line);
  database
    .prepare(
      `insert into removal (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    .run(...Object.values(line));
}
