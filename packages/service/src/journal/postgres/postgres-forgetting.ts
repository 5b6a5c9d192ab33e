/**
 * Carries out a forgetting in PostgreSQL, in one transaction: whoever does not hold the policy any more, or whose chain ends elsewhere, changes
 * nothing. The same as in SQLite (../sqlite/writing/forget-statements.ts), but that dead lines stay in the files until the database vacuums.
 */
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { DecisionName } from '../decision-id.ts';
import { REQUEST_KEYS } from '../entry.ts';
import { type Forgetting, JournalFailure, type ShelfBatch } from '../journal.ts';
import { lineFromSegment } from '../segments/segment.ts';
import type { ReplacedSegment } from '../segments/segment-reads.ts';
import { SHELF_SPAN_MAX } from '../tables.ts';
import type { PgClient } from './pg-driver.ts';

export interface PostgresForgetting extends Forgetting {
  /** Up to where entries were in segments when these were made anew. */
  readonly segmentEnd: number;
  readonly segments: readonly ReplacedSegment[];
}

const pack = promisify(zstdCompress);

/**
 * Snapshots and rows of the shelf are written without a turn, by whoever held the policy when they were made: perhaps another by now, or a statement that
 * nobody waits for any more. One that is being written now has not seen that something is forgotten or erased, and is not seen by what clears it away. So it is waited
 * for here, and the next ones wait for the end of this, and see it.
 */
export const LOCK_PICTURES = 'lock table shelf, snapshot in share row exclusive mode';

/** Runs inside a transaction in which the policy's line is locked. */
export async function carryOut(client: PgClient, forgetting: PostgresForgetting): Promise<void> {
  await requireSegmentEnd(client, forgetting);
  await replaceEntries(client, forgetting);
  for (const replaced of forgetting.segments) await replaceSegment(client, replaced);
  await blankLines(client, forgetting);
  const packed = await pack(forgetting.checkpoint.body);
  // From here on all who write them wait.
  await client.query(LOCK_PICTURES);
  await clearShelf(client, forgetting);
  for (const batch of forgetting.shelf) await shelve(client, batch);
  await pin(client, forgetting, packed);
}

async function requireSegmentEnd(
  client: PgClient,
  { checkpoint: { policy }, segmentEnd }: PostgresForgetting,
): Promise<void> {
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(last_position), 0) as last from segment where policy = $1',
    [policy],
  );
  if (Number(rows[0]?.last) !== segmentEnd) throw moved(policy);
}

async function replaceEntries(
  client: PgClient,
  { checkpoint: { policy }, tombstones, segmentEnd }: PostgresForgetting,
): Promise<void> {
  const { rows } = await client.query<{ position: string }>(
    `update entry set body = given.body
     from unnest($2::bigint[], $3::text[], $4::text[]) as given (position, hash, body)
     where entry.policy = $1 and entry.position = given.position and entry.hash = given.hash
     returning entry.position`,
    [
      policy,
      tombstones.map(({ position }) => position),
      tombstones.map(({ hash }) => hash),
      tombstones.map(({ text }) => text),
    ],
  );
  const replaced = new Set(rows.map(({ position }) => Number(position)));
  const isMissing = ({ position }: { position: number }) =>
    position > segmentEnd && !replaced.has(position);
  if (tombstones.some(isMissing)) throw moved(policy);
}

async function replaceSegment(
  client: PgClient,
  { before, segment, bytes }: ReplacedSegment,
): Promise<void> {
  const { policy, sha256, byte_count, frames } = lineFromSegment(segment);
  const { rows } = await client.query(
    `update segment set sha256 = $3, byte_count = $4, frames = $5, body = $6
     where policy = $1 and first_position = $2 and sha256 = $7 returning 1`,
    [policy, segment.first, sha256, byte_count, frames, bytes, before.sha256],
  );
  if (rows.length !== 1) throw moved(policy);
}

async function blankLines(
  client: PgClient,
  { checkpoint: { policy }, decisions, keys }: Forgetting,
): Promise<void> {
  const blank = (change: string, names: readonly DecisionName[], condition = '') =>
    client.query(
      `update decision set ${change}
       from unnest($2::bigint[], $3::bigint[]) as given (generation, sequence)
       where policy = $1 and decision.generation = given.generation
         and decision.sequence = given.sequence ${condition}`,
      [policy, names.map(({ generation }) => generation), names.map(({ sequence }) => sequence)],
    );
  await blank('subject = null', decisions);
  const noKey = 'key_scope = null, key_text = null, fingerprint = null';
  await blank(noKey, decisions, `and key_scope = '${REQUEST_KEYS}'`);
  await blank("fingerprint = ''", [...decisions, ...keys], 'and fingerprint is not null');
}

/** What is forgotten, and all of generations that are over: no state needs it. */
async function clearShelf(client: PgClient, { checkpoint, shelved }: Forgetting): Promise<void> {
  const { policy, generation, version } = checkpoint;
  await client.query('delete from shelf where policy = $1 and generation < $2', [
    policy,
    generation,
  ]);
  await client.query(
    `delete from shelf using unnest($4::bigint[]) as given (number)
     where policy = $1 and generation = $2 and shelved_at <= $3
       and first <= given.number and first > given.number - ${SHELF_SPAN_MAX}
       and last >= given.number`,
    [policy, generation, version, shelved],
  );
}

async function shelve(client: PgClient, batch: ShelfBatch): Promise<void> {
  const { policy, generation, version, rows } = batch;
  await client.query(
    `insert into shelf (policy, generation, first, shelved_at, last, body)
     select $1, $2, given.first, $3, given.last, given.body
     from unnest($4::bigint[], $5::bigint[], $6::text[]) as given (first, last, body)
     on conflict do nothing`,
    [
      policy,
      generation,
      version,
      rows.map(({ first }) => first),
      rows.map(({ last }) => last),
      rows.map(({ text }) => text),
    ],
  );
}

async function pin(client: PgClient, { checkpoint }: Forgetting, packed: Buffer): Promise<void> {
  const { policy, version, hash, generation } = checkpoint;
  await client.query('delete from snapshot where policy = $1', [policy]);
  await client.query(
    `insert into snapshot (policy, version, hash, body, packed, generation, pinned)
     values ($1, $2, $3, '', $4, $5, 1)`,
    [policy, version, hash, packed, generation],
  );
}

function moved(policy: string): JournalFailure {
  return new JournalFailure(
    'behind',
    `Entries of ${policy} were moved while some of them were to be forgotten. Nothing was done; ask again.`,
  );
}
