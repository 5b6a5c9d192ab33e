/**
 * What of a killed service's files need not be on the disk yet, by what SQLite promises and callers were told;
 * without a look at a single sync.
 *
 *     log       a commit that somebody was told of was synced, and so was all before it; what has been copied
 *               into the database was synced before. Whatever comes after need not be.
 *     database  pages are copied from the log; the log begins anew only when they are synced. While it
 *               has not, every page may be as it was before.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DecisionRow } from '../../journal/journal.ts';
import { openReader } from '../../start/open-store.ts';
import type { ToldDecision } from './caller.ts';
import { dropSharedMemory, type UnsyncedWrite } from './power-cut.ts';

const DATABASE = 'hedgerow.db';
const LOG = 'hedgerow.db-wal';
const LOG_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** In the shared memory: up to which frame pages may have been copied into the database. */
const COPIED_AT = 128;

/** Files as they were at some time; empty if they were not there. */
export interface JournalFiles {
  readonly database: Buffer;
  readonly log: Buffer;
}

export function readJournalFiles(data: string): JournalFiles {
  return {
    database: readOrEmpty(path.join(data, DATABASE)),
    log: readOrEmpty(path.join(data, LOG)),
  };
}

function readOrEmpty(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

export interface ModelInput {
  readonly data: string;
  /** The files when the life began: all of that is on the disk. */
  readonly before: JournalFiles;
  /** What was answered since, or shortly before. */
  readonly told: readonly ToldDecision[];
  /** A folder for trying out. */
  readonly scratch: string;
}

/** Returns the writes, by file, that a power cut now could take back. */
export async function unsyncedWrites(input: ModelInput): Promise<Map<string, UnsyncedWrite[]>> {
  const { data, before } = input;
  const now = readJournalFiles(data);
  const log = framesOf(now.log);
  if (log === null) return new Map();
  const isSameLog = log.salt === framesOf(before.log)?.salt;
  const copied = readOrEmpty(path.join(data, `${DATABASE}-shm`));
  const copiedFrames = copied.length > COPIED_AT + 4 ? copied.readUInt32LE(COPIED_AT) : 0;
  const least = Math.max(
    isSameLog ? before.log.length : 0,
    LOG_HEAD_BYTES + copiedFrames * log.frameBytes,
  );
  const synced = await lastToldCommit(input, { now, commits: log.commits, least });
  return new Map([
    [LOG, unsyncedFrames(now, before, synced, log.frameBytes)],
    [DATABASE, isSameLog ? changedPages(now, before, log.frameBytes - FRAME_HEAD_BYTES) : []],
  ]);
}

interface Frames {
  readonly salt: string;
  readonly frameBytes: number;
  /** Ends of the frames that end a commit. */
  readonly commits: readonly number[];
}

/** Null if there is no log. Frames that are left over from an earlier log do not count. */
function framesOf(log: Buffer): Frames | null {
  if (log.length < LOG_HEAD_BYTES) return null;
  const frameBytes = FRAME_HEAD_BYTES + log.readUInt32BE(8);
  const salt = log.toString('hex', 16, 24);
  const commits: number[] = [];
  for (let place = LOG_HEAD_BYTES; place + frameBytes <= log.length; place += frameBytes) {
    if (log.toString('hex', place + 8, place + 16) !== salt) break;
    if (log.readUInt32BE(place + 4) !== 0) commits.push(place + frameBytes);
  }
  return { salt, frameBytes, commits };
}

interface Search {
  readonly now: JournalFiles;
  readonly commits: readonly number[];
  readonly least: number;
}

/** Returns the end of the first commit with which all that was told is there. */
async function lastToldCommit(input: ModelInput, { now, commits, least }: Search): Promise<number> {
  const ends = [least, ...commits.filter((end) => end > least)];
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const log = now.log.subarray(0, ends[middle]);
    if (await holds(input, { database: now.database, log })) high = middle;
    else low = middle + 1;
  }
  return ends[low]!;
}

async function holds({ told, scratch }: ModelInput, files: JournalFiles): Promise<boolean> {
  const folder = path.join(scratch, 'try');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, DATABASE), files.database);
  writeFileSync(path.join(folder, LOG), files.log);
  dropSharedMemory(folder);
  const journal = await openReader({ data: folder, database: '' });
  try {
    for (const { key, outcome } of told) {
      const row = await journal.findByKey('shop', 'local', key);
      if (row === null || !hasOutcome(row, outcome)) return false;
    }
    return true;
  } finally {
    await journal.close();
  }
}

function hasOutcome(row: DecisionRow, outcome: ToldDecision['outcome']): boolean {
  if (outcome === null) return true;
  return row.state === outcome.state && (outcome.reward === null || row.reward === outcome.reward);
}

function unsyncedFrames(
  now: JournalFiles,
  before: JournalFiles,
  synced: number,
  frameBytes: number,
): UnsyncedWrite[] {
  const writes: UnsyncedWrite[] = [];
  for (let offset = synced; offset < now.log.length; offset += frameBytes) {
    const length = Math.min(frameBytes, now.log.length - offset);
    const oldBytes = before.log.subarray(offset, offset + length);
    writes.push({ offset, length, oldBytes, oldSize: Math.max(synced, before.log.length) });
  }
  return writes;
}

function changedPages(now: JournalFiles, before: JournalFiles, pageBytes: number): UnsyncedWrite[] {
  const writes: UnsyncedWrite[] = [];
  for (let offset = 0; offset < now.database.length; offset += pageBytes) {
    const oldBytes = before.database.subarray(offset, offset + pageBytes);
    if (oldBytes.equals(now.database.subarray(offset, offset + pageBytes))) continue;
    const oldSize = before.database.length;
    writes.push({ offset, length: pageBytes, oldBytes, oldSize });
  }
  return writes;
}
