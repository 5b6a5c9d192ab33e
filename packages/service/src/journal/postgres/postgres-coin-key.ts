/**
 * The coin's key in PostgreSQL: one line in a table of its own, shared by all replicas. Whoever comes
 * first makes it; the others find it.
 */
import type { Kysely } from 'kysely';
import { newCoinKey, readCoinKey } from '../coin-key.ts';
import { JournalFailure } from '../journal.ts';
import type { Tables } from '../tables.ts';

const NAME = 'coin-key';

export async function coinKeyOf(db: Kysely<Tables>): Promise<Uint8Array> {
  const kept = await readText(db);
  if (kept !== null) return required(kept);
  await db
    .insertInto('secret')
    .values({ name: NAME, value: newCoinKey() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return required(await readText(db));
}

export async function renewCoinKeyOf(db: Kysely<Tables>): Promise<void> {
  const value = newCoinKey();
  await db
    .insertInto('secret')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function readText(db: Kysely<Tables>): Promise<string | null> {
  const query = db.selectFrom('secret').select('value').where('name', '=', NAME);
  return (await query.executeTakeFirst())?.value ?? null;
}

function required(text: string | null): Uint8Array {
  const key = text === null ? null : readCoinKey(text);
  if (key !== null) return key;
  throw new JournalFailure(
    'broken',
    'The table "secret" must hold the key of the coin, but what is there is none. Delete the line; a new key is made.',
  );
}
