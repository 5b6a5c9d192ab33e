/**
 * A file that fills a small disk to the last byte, and gives some of it back.
 */
import { closeSync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

const MB = 1 << 20;
const fillerOn = (disk: string) => path.join(disk, 'filler');

export function fill(disk: string): void {
  const file = openSync(fillerOn(disk), 'a');
  for (let bytes = MB; bytes >= 1; bytes >>= 1) {
    try {
      for (;;) if (writeSync(file, new Uint8Array(bytes)) < bytes) break;
    } catch {
      // Smaller pieces may still fit.
    }
  }
  closeSync(file);
}

/** Makes so many bytes free, if they are not. */
export function freeUpTo(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const missing = bytes - bavail * bsize;
  const filler = fillerOn(disk);
  if (missing > 0) truncateSync(filler, Math.max(0, statSync(filler).size - missing));
}
