/**
 * A file that takes up room until the disk is full, and is then deleted, so that whoever repairs the
 * matter has room to work in.
 *
 * Nothing is written to the journal until a little more is free than the ballast took up: what deleting
 * it gave is for whoever repairs, and what was freed besides is for the journal. Where there never was
 * ballast, the little is enough.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { DiskRoom } from '../../journal.ts';

const BALLAST_FILE = 'hedgerow.ballast';
const STEP_BYTES = 1 << 20;
/** The ballast is begun only where there is this much more room than it takes. */
const ROOM_FACTOR = 4;
/** What the journal needs to go on: two fillings of its log. */
const JOURNAL_BYTES = 8 << 20;
/** On a disk so small that this would be much of it, a share of the disk is enough. */
const SMALL_DISK_SHARE = 1 / 16;

/** How large a disk is, and how much of it this user may still fill, in bytes. */
interface DiskSize {
  readonly size: number;
  readonly free: number;
}

type MeasureDisk = (folder: string) => DiskSize;

export class Ballast {
  readonly #folder: string;
  readonly #file: string;
  readonly #bytes: number;
  readonly #measure: MeasureDisk;
  /** What it held when it was let go; 0 once it is whole again. */
  #released = 0;

  /** Makes nothing yet; with no bytes, never anything. */
  constructor(folder: string, bytes: number, measure: MeasureDisk = measureDisk) {
    this.#folder = folder;
    this.#file = path.join(folder, BALLAST_FILE);
    this.#bytes = bytes;
    this.#measure = measure;
  }

  /** How much is free, and how much must be before the journal goes on after the disk was full. */
  room(): DiskRoom {
    const { size, free } = this.#measure(this.#folder);
    const forJournal = Math.min(JOURNAL_BYTES, Math.floor(size * SMALL_DISK_SHARE));
    return { folder: this.#folder, freeBytes: free, neededBytes: this.#released + forJournal };
  }

  /** Whether there is room enough to keep it, or to have again what was let go. */
  hasRoom(): boolean {
    const missing = this.#wanted() - this.#size();
    const { free } = this.#measure(this.#folder);
    return free > (this.#released > 0 ? missing : ROOM_FACTOR * missing);
  }

  /** Adds a piece; returns whether more is missing. Throws where the disk has no room. */
  grow(): boolean {
    const missing = this.#wanted() - this.#size();
    if (missing > 0) appendZeros(this.#file, Math.min(missing, STEP_BYTES));
    if (missing > STEP_BYTES) return true;
    this.#released = 0;
    return false;
  }

  /** Gives the room back. */
  release(): void {
    this.#released = Math.max(this.#released, this.#size());
    rmSync(this.#file, { force: true });
  }

  /** After a full disk what was there is made again, and no more. */
  #wanted(): number {
    return this.#released > 0 ? this.#released : this.#bytes;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

function measureDisk(folder: string): DiskSize {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

function appendZeros(file: string, count: number): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    writeSync(handle, new Uint8Array(count));
  } finally {
    closeSync(handle);
  }
}
