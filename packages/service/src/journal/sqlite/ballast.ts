/**
 * A file that takes up room until the disk is full, and is then deleted, so that whoever repairs the
 * matter has room to work in. Nothing is written to the journal until the room is there again.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

const BALLAST_FILE = 'hedgerow.ballast';
const STEP_BYTES = 1 << 20;
/** The ballast is begun only where there is this much more room than it takes. */
const ROOM_FACTOR = 4;

export class Ballast {
  readonly #folder: string;
  readonly #file: string;
  readonly #bytes: number;

  /** Makes nothing yet; with no bytes, never anything. */
  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#file = path.join(folder, BALLAST_FILE);
    this.#bytes = bytes;
  }

  /** Whether there is room enough to keep it. */
  hasRoom(): boolean {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize > ROOM_FACTOR * (this.#bytes - this.#size());
  }

  /** Adds a piece; returns whether more is missing. Throws where the disk has no room. */
  grow(): boolean {
    const missing = this.#bytes - this.#size();
    if (missing <= 0) return false;
    const file = openSync(this.#file, 'a', 0o600);
    try {
      writeSync(file, new Uint8Array(Math.min(missing, STEP_BYTES)));
    } finally {
      closeSync(file);
    }
    return missing > STEP_BYTES;
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}
