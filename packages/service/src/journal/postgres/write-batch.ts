/**
 * Writes one batch inside an open transaction: a statement for each table, however many lines.
 *
 * Values travel as arrays, one for each column.
 */
import { parseDecisionId } from '../decision-id.ts';
import { headAfter } from '../entry-hash.ts';
import { type DecisionRow, type Head, JournalFailure, type StoredEntry } from '../journal.ts';
import { projectEntries, type RowUpdate } from '../projection.ts';
import { type Closing, lineFromRemoval, type RemovalLine, sealRemoval } from '../removal.ts';
import { type DecisionLine, lineFromRow, partsText } from '../tables.ts';
import type { Batch } from '../turns.ts';
import { numberText } from './number-text.ts';
import type { PgClient } from './pg-driver.ts';
import { standingStatement } from './write-standing.ts';

export async function writeBatch(
  client: PgClient,
  { policy, head, entries, standing }: Batch,
): Promise<void> {
  const { spokenOf, inserts, updates, archivedAt } = projectEntries(entries);
  await insertEntries(client, { policy, entries, spokenOf });
  if (inserts.length > 0) await insertRows(client, inserts);
  if (updates.length > 0) await updateRows(client, policy, updates);
  if (archivedAt !== undefined) {
    await client.query('update policy set archived_at = $1 where id = $2', [archivedAt, policy]);
  }
  const next = headAfter(head, entries);
  const { rowCount } = await client.query(
    'update policy set version = $1, hash = $2 where id = $3 and version = $4 and hash = $5',
    [next.version, next.hash, policy, head.version, head.hash],
  );
  if (rowCount !== 1) throw movedOn(policy, head);
  if (standing === undefined) return;
  const { text, values } = standingStatement(policy, next, standing);
  await client.query(text, values);
}

export interface Erasing {
  readonly policy: string;
  readonly head: Head;
  readonly closing: Closing | undefined;
}

/** Erases all of a policy inside an open transaction. */
export async function eraseChain(
  client: PgClient,
  { policy, head, closing }: Erasing,
): Promise<void> {
  for (const table of ['decision', 'snapshot', 'outline', 'told', 'segment', 'entry']) {
    await client.query(`delete from ${table} where policy = $1`, [policy]);
  }
  const { rowCount } = await client.query(
    'delete from policy where id = $1 and version = $2 and hash = $3',
    [policy, head.version, head.hash],
  );
  if (rowCount !== 1) throw movedOn(policy, head);
  if (closing !== undefined) await closeChain(client, { policy, head, closing });
}

/** Removals are one chain for all policies, so one is written at a time. */
async function closeChain(
  client: PgClient,
  removed: { policy: string; head: Head; closing: Closing },
): Promise<void> {
  await client.query('lock table removal in share row exclusive mode');
  const { rows } = await client.query<Pick<RemovalLine, 'position' | 'hash'>>(
    'select position, hash from removal order by position desc limit 1',
  );
  const last = rows[0] === undefined ? null : { ...rows[0], position: Number(rows[0].position) };
  const line = lineFromRemoval(sealRemoval(last, removed));
  const columns = Object.keys(line);
  await client.query(
    `insert into removal (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(line),
  );
}

function movedOn(policy: string, { version }: Head): JournalFailure {
  return new JournalFailure(
    'behind',
    `The batch was made for entry ${version + 1} of ${policy}, but the chain does not end ` +
      `there. Load the state again.`,
  );
}

interface EntryLines {
  readonly policy: string;
  readonly entries: readonly StoredEntry[];
  /** The decision that each speaks of. */
  readonly spokenOf: readonly (string | null)[];
}

async function insertEntries(
  client: PgClient,
  { policy, entries, spokenOf }: EntryLines,
): Promise<void> {
  await client.query(
    `insert into entry (policy, position, time, body, previous_hash, hash, subject)
     select $1, given.* from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::text[]) as given`,
    [
      policy,
      entries.map(({ position }) => position),
      entries.map(({ time }) => time),
      entries.map(({ text }) => text),
      entries.map(({ previousHash }) => previousHash),
      entries.map(({ hash }) => hash),
      spokenOf,
    ],
  );
}

const COLUMN_TYPES: Readonly<Record<keyof DecisionLine, 'text' | 'bigint' | 'double precision'>> = {
  policy: 'text',
  generation: 'bigint',
  sequence: 'bigint',
  position: 'bigint',
  action: 'text',
  chosen_by: 'text',
  reason: 'text',
  mode: 'text',
  decided_at: 'text',
  state: 'text',
  reward: 'double precision',
  rewarded_at: 'text',
  correction_count: 'bigint',
  margin_after: 'double precision',
  baseline_min: 'double precision',
  baseline_max: 'double precision',
  key_scope: 'text',
  key_text: 'text',
  fingerprint: 'text',
  size: 'double precision',
  group_name: 'text',
  site: 'text',
  parts: 'text',
  subject: 'text',
};
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof DecisionLine)[];
const INSERT_ROWS = `insert into decision (${COLUMNS.join(', ')}) select * from unnest(
  ${COLUMNS.map((column, index) => `$${index + 1}::${COLUMN_TYPES[column]}[]`).join(', ')})`;

async function insertRows(client: PgClient, rows: readonly DecisionRow[]): Promise<void> {
  const lines = rows.map(lineFromRow);
  const values = COLUMNS.map((column) => lines.map((line) => numberText(line[column])));
  await client.query(INSERT_ROWS, values);
}

async function updateRows(
  client: PgClient,
  policy: string,
  updates: readonly RowUpdate[],
): Promise<void> {
  const names = updates.map(({ id }) => parseDecisionId(id)!);
  await client.query(
    `update decision set
       state = case when given.is_only_if_issued and decision.state <> 'issued'
         then decision.state else given.state end,
       reward = coalesce(given.reward, decision.reward),
       rewarded_at = coalesce(given.rewarded_at, decision.rewarded_at),
       correction_count = decision.correction_count + given.added,
       parts = coalesce(given.parts, decision.parts)
     from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::text[], $6::double precision[],
       $7::text[], $8::bigint[], $9::text[])
       as given (generation, sequence, is_only_if_issued, state, reward, rewarded_at, added, parts)
     where decision.policy = $1 and decision.generation = given.generation
       and decision.sequence = given.sequence`,
    [
      policy,
      names.map(({ generation }) => generation),
      names.map(({ sequence }) => sequence),
      updates.map(({ isOnlyIfIssued }) => isOnlyIfIssued),
      updates.map(({ state }) => state),
      updates.map(({ reward }) => numberText(reward)),
      updates.map(({ rewardedAt }) => rewardedAt),
      updates.map(({ addedCorrectionCount }) => addedCorrectionCount),
      updates.map(({ parts }) => partsText(parts)),
    ],
  );
}
