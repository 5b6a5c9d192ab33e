/**
 * The statements that carry out a forgetting in SQLite, inside a transaction that somebody else begins and ends.
 *
 * What was written is overwritten with zeros (`secure_delete`), also where pages become free. What stands in the write-ahead log and in pages
 * that were free before is dealt with afterwards (scrub.ts).
 */
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { REQUEST_KEYS } from '../../entry.ts';
import { type Forgetting, JournalFailure } from '../../journal.ts';
import { lineFromSegment, type Segment } from '../../segments/segment.ts';
import { EntryTable } from '../entries/entry-table.ts';
import type { ShelfStatements } from '../shelf/shelf-statements.ts';
import { SEGMENT_END } from './segment-statements.ts';

/** A forgetting as the thread that writes is told of it: the files of segments are written already. */
export interface PackedForgetting extends Forgetting {
  /** Up to where entries were in segments when these were made anew. */
  readonly segmentEnd: number;
  readonly segments: readonly Segment[];
}

export function carryOut(
  database: DatabaseSync,
  shelf: ShelfStatements,
  forgetting: PackedForgetting,
): void {
  const { policy } = forgetting.checkpoint;
  database.exec('pragma secure_delete = on');
  try {
    requireSegmentEnd(database, policy, forgetting.segmentEnd);
    replaceEntries(database, policy, forgetting);
    replaceSegments(database, forgetting.segments);
    blankLines(database, policy, forgetting);
    shelf.remove(forgetting.checkpoint, forgetting.shelved);
    for (const batch of forgetting.shelf) shelf.write(batch);
    pin(database, forgetting);
    shelf.tidy(policy);
  } finally {
    database.exec('pragma secure_delete = fast');
  }
}

/** Entries that were moved meanwhile are in a segment that nobody has looked at. */
function requireSegmentEnd(database: DatabaseSync, policy: string, segmentEnd: number): void {
  const line = database.prepare(SEGMENT_END).get(policy);
  if (Number(line?.last_position ?? 0) === segmentEnd) return;
  throw new JournalFailure(
    'behind',
    `Entries of ${policy} were moved while some of them were to be forgotten. Nothing was done; ask again.`,
  );
}

function replaceEntries(
  database: DatabaseSync,
  policy: string,
  { tombstones, segmentEnd }: PackedForgetting,
): void {
  const unfound = new EntryTable(database).replace(policy, tombstones);
  const lost = unfound.find(({ position }) => position > segmentEnd);
  if (lost !== undefined) throw missing(policy, lost.position);
}

function replaceSegments(database: DatabaseSync, segments: readonly Segment[]): void {
  const replace = database.prepare(
    `update segment set sha256 = ?, byte_count = ?, frames = ?
     where policy = ? and first_position = ? and hash = ?`,
  );
  for (const segment of segments) {
    const { policy, sha256, byte_count, frames, hash } = lineFromSegment(segment);
    const { changes } = replace.run(sha256, byte_count, frames, policy, segment.first, hash);
    if (changes !== 1) throw missing(policy, segment.first);
  }
}

function blankLines(database: DatabaseSync, policy: string, { decisions, keys }: Forgetting): void {
  const own = 'where policy = ? and generation = ? and sequence = ?';
  const subject = database.prepare(`update decision set subject = null ${own}`);
  const fingerprint = database.prepare(
    `update decision set fingerprint = '' ${own} and fingerprint is not null`,
  );
  const key = database.prepare(
    `update decision set key_scope = null, key_text = null, fingerprint = null
     ${own} and key_scope = '${REQUEST_KEYS}'`,
  );
  for (const { generation, sequence } of decisions) {
    subject.run(policy, generation, sequence);
    key.run(policy, generation, sequence);
  }
  for (const { generation, sequence } of [...decisions, ...keys]) {
    fingerprint.run(policy, generation, sequence);
  }
}

function pin(database: DatabaseSync, { checkpoint }: Forgetting): void {
  const { policy, version, hash, generation, body } = checkpoint;
  database.prepare('delete from snapshot where policy = ?').run(policy);
  database
    .prepare(
      `insert into snapshot (policy, version, hash, body, packed, generation, pinned)
       values (?, ?, ?, '', ?, ?, 1)`,
    )
    .run(policy, version, hash, zstdCompressSync(body), generation);
}

function missing(policy: string, position: number): JournalFailure {
  return new JournalFailure(
    'behind',
    `Entry ${position} of ${policy} was to be replaced, but it is not where it was. Nothing was done; ask again.`,
  );
}
