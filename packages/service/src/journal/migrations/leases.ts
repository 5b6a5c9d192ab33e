/**
 * Since policies are held by leases, in PostgreSQL:
 *
 *     member          processes that share the journal, and until when the others believe in them
 *     lease_epoch     numbers for leases, each given once
 *     policy          who holds it, and under which number
 *     entry           under which number an entry was written; spread over parts of the table by policy
 *
 * The table of entries is made anew and filled from the old one, in one transaction with all the rest: who
 * is killed in the middle of it finds the old tables. Programs from before leases cannot write to the
 * new table, because they name no number.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Parts of the table of entries. */
const PARTITIONS = 16;

export const leaseTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const run = (text: string) => sql.raw(text).execute(db);
    await run('create sequence lease_epoch');
    await run(`create table member (id text primary key, address text,
      is_leaving boolean not null, expires_at timestamp with time zone not null)`);
    await run('alter table policy add column holder text');
    await run('alter table policy add column epoch bigint not null default 0');
    await run('alter table entry rename to entry_before');
    await run('alter table entry_before add column epoch bigint not null default 0');
    // Copied without the default: whoever writes from now on must name a number.
    await run('create table entry (like entry_before) partition by hash (policy)');
    for (let part = 0; part < PARTITIONS; part += 1) {
      await run(`create table entry_${part} partition of entry
        for values with (modulus ${PARTITIONS}, remainder ${part})`);
    }
    await run('insert into entry select * from entry_before');
    await run('drop table entry_before');
    await run('alter table entry add constraint entry_key primary key (policy, position)');
    await run(`create index entry_subject on entry (policy, subject, position)
      where subject is not null`);
  },
};
