/**
 * The statements that tell of segments and let entries leave the table, inside the writer's transaction.
 *
 * Pages that entries leave behind are used again for new ones. Where more of them are free than a quarter
 * of the file, some are given back to the disk, a few at a time; a file that was made before this was
 * possible keeps its size.
 */
import type { DatabaseSync } from 'node:sqlite';
import { lineFromSegment, type Segment, type Told } from '../../segments/segment.ts';
import { PINNED_VERSION } from '../../tables.ts';
import { EntryTable } from '../entries/entry-table.ts';
import type { SegmentName } from '../folder/segment-files.ts';

export type SegmentChange =
  | {
      readonly kind: 'segment';
      readonly segment: Segment;
      readonly told: readonly Told[];
      readonly pinnedVersion: number;
    }
  | { readonly kind: 'trim'; readonly policy: string; readonly limit: number };

/** What is free and kept however small the file is: 16 MB. */
const FREE_BYTES_MIN = 1 << 24;
/** Pages that are given back at a time. */
const PAGES_GIVEN_BACK = 256;

/** Returns whether the segment was stored, or whether more entries are to leave. */
export function changeSegments(database: DatabaseSync, change: SegmentChange): boolean {
  if (change.kind === 'segment') return addSegment(database, change);
  const isMore = trim(database, change.policy, change.limit);
  giveBack(database);
  return isMore;
}

type Adding = Extract<SegmentChange, { kind: 'segment' }>;

/** Only what follows the last segment, is in the chain, and holds nothing that was forgotten since it was read. */
function addSegment(database: DatabaseSync, { segment, told, pinnedVersion }: Adding): boolean {
  const { policy, first, last, hash } = segment;
  const isNext = database.prepare(
    `select 1 where ? = 1 + coalesce((${SEGMENT_END}), 0) and ? = (${PINNED_VERSION})`,
  );
  const isInChain = new EntryTable(database).has(policy, { version: last, hash });
  if (!isInChain || isNext.get(first, policy, pinnedVersion, policy) === undefined) return false;
  const line = lineFromSegment(segment);
  database
    .prepare(
      `insert into segment (${Object.keys(line).join(', ')})
       values (${Object.keys(line).fill('?').join(', ')})`,
    )
    .run(...Object.values(line));
  const insertTold = database.prepare(
    `insert into told (policy, generation, sequence, position) values (?, ?, ?, ?)
     on conflict do nothing`,
  );
  for (const { generation, sequence, position } of told) {
    insertTold.run(policy, generation, sequence, position);
  }
  return true;
}

/** The segments of a policy, in their order. */
export function segmentNames(database: DatabaseSync, policy: string): SegmentName[] {
  const lines = database.prepare(
    `select policy, first_position as first, last_position as last, sha256 from segment
     where policy = ? order by first_position`,
  );
  return lines.all(policy) as unknown as SegmentName[];
}

export const SEGMENT_END: string =
  'select last_position from segment where policy = ? order by first_position desc limit 1';
/** Of the last entry in the first block: the block goes when all of it is in segments. */
const FIRST_RAW = 'select min(position) from entry where policy = ?';

function trim(database: DatabaseSync, policy: string, limit: number): boolean {
  database
    .prepare(
      `delete from entry where policy = ? and position <= (${SEGMENT_END})
       and position < (${FIRST_RAW}) + ?`,
    )
    .run(policy, policy, policy, limit);
  const more = database.prepare(`select (${FIRST_RAW}) <= (${SEGMENT_END}) as is_more`);
  return more.get(policy, policy)?.is_more === 1;
}

function giveBack(database: DatabaseSync): void {
  const free = pragma(database, 'freelist_count');
  const least = FREE_BYTES_MIN / pragma(database, 'page_size');
  if (free <= Math.max(least, pragma(database, 'page_count') / 4)) return;
  database.exec(`pragma incremental_vacuum(${PAGES_GIVEN_BACK})`);
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name]);
}
