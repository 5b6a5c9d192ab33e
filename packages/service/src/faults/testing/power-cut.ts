/**
 * What a power cut may leave of a file: of everything that was written since the last sync, each sector has
 * kept any number of the writes to it, the first ones, and the file may be as short as it was before any
 * of them. So writes are lost, torn and reordered, and what was synced stays.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Dice } from './dice.ts';

/** A disk writes sectors as a whole; this is the smallest that is in use. */
const SECTOR_BYTES = 512;

/** A write since the last sync: what was there before it. */
export interface UnsyncedWrite {
  readonly offset: number;
  /** How many bytes were written; of a file that was made shorter, how many were cut off. */
  readonly length: number;
  /** What they replaced; shorter than that where the file ended. */
  readonly oldBytes: Uint8Array;
  readonly oldSize: number;
}

/** Changes the file into something that a power cut might have left. */
export function cutPower(file: string, writes: readonly UnsyncedWrite[], dice: Dice): void {
  if (writes.length === 0 || !existsSync(file)) return;
  const present = readFileSync(file);
  const ends = writes.map(({ offset, length }) => offset + length);
  const content = Buffer.alloc(Math.max(present.length, ...ends));
  present.copy(content);
  takeBack(content, writes, dice);
  const sizes = [present.length, ...writes.map(({ oldSize }) => oldSize)];
  writeFileSync(file, content.subarray(0, dice.pick(sizes)));
}

/** Of each sector, takes back the last writes, none to all of them. */
function takeBack(content: Buffer, writes: readonly UnsyncedWrite[], dice: Dice): void {
  const lostOf = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const write of writes) {
    for (const sector of sectorsOf(write)) counts.set(sector, (counts.get(sector) ?? 0) + 1);
  }
  const mood = dice.below(3);
  for (const [sector, count] of counts) {
    // Now and then everything is lost, or nothing: the simplest cases must be among them.
    lostOf.set(sector, mood === 0 ? count : mood === 1 ? dice.below(count + 1) : dice.below(2));
  }
  for (const write of writes.toReversed()) {
    for (const sector of sectorsOf(write)) {
      const left = lostOf.get(sector)!;
      if (left === 0) continue;
      lostOf.set(sector, left - 1);
      putBack(content, write, sector);
    }
  }
}

function sectorsOf({ offset, length }: UnsyncedWrite): number[] {
  const first = Math.floor(offset / SECTOR_BYTES);
  const last = Math.floor((offset + length - 1) / SECTOR_BYTES);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function putBack(
  content: Buffer,
  { offset, length, oldBytes }: UnsyncedWrite,
  sector: number,
): void {
  const start = Math.max(offset, sector * SECTOR_BYTES);
  const end = Math.min(offset + length, (sector + 1) * SECTOR_BYTES);
  content.fill(0, start, end);
  content.set(oldBytes.subarray(start - offset, end - offset), start);
}

const MAGIC = 0x68656467656c6f67n;
const HEAD_NUMBERS = 5;
const WRITTEN = 1;

/** The log that unsafe-disk.c keeps of a file. */
export function readWriteLog(file: string): { writes: UnsyncedWrite[]; lieCount: number } {
  const writes: UnsyncedWrite[] = [];
  let lieCount = 0;
  if (!existsSync(file)) return { writes, lieCount };
  const bytes = readFileSync(file);
  let place = 0;
  while (place + 8 * HEAD_NUMBERS <= bytes.length) {
    if (bytes.readBigUInt64LE(place) !== MAGIC) throw new Error(`${file} is no log of writes.`);
    const [kind, offset, length, oldSize] = [1, 2, 3, 4].map((index) =>
      Number(bytes.readBigUInt64LE(place + 8 * index)),
    ) as [number, number, number, number];
    const start = place + 8 * HEAD_NUMBERS;
    place = start + Math.max(0, Math.min(length, oldSize - offset));
    // The process was killed while it wrote the record: the write itself has not happened.
    if (place > bytes.length) break;
    if (kind === WRITTEN)
      writes.push({ offset, length, oldBytes: bytes.subarray(start, place), oldSize });
    else lieCount += 1;
  }
  return { writes, lieCount };
}

const JOURNAL_FILES = ['hedgerow.db', 'hedgerow.db-wal'];

/** Cuts the power of a service that has just been killed; returns how many syncs had lied. */
export function cutPowerOf(data: string, logs: string, dice: Dice): number {
  let lieCount = 0;
  for (const name of JOURNAL_FILES) {
    const log = `${logs}/${name}.log`;
    const { writes, lieCount: lies } = readWriteLog(log);
    cutPower(`${data}/${name}`, writes, dice);
    rmSync(log, { force: true });
    lieCount += lies;
  }
  dropSharedMemory(data);
  return lieCount;
}

/** It has a file, but it is memory. */
export function dropSharedMemory(data: string): void {
  rmSync(`${data}/hedgerow.db-shm`, { force: true });
}
