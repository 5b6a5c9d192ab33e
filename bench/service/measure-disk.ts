/**
 * How often the disk confirms a write of so many bytes: the ceiling for commits.
 */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The file goes round, as a log does that is emptied now and then. */
const FILE_BYTES = 4 << 20;

export interface DiskRate {
  readonly perSecond: number;
  readonly medianMs: number;
}

export function measureDisk(folder: string, bytes: number, seconds: number): DiskRate {
  const file = path.join(folder, 'disk-rate');
  const handle = openSync(file, 'w');
  const block = new Uint8Array(Math.max(1, Math.round(bytes)));
  const times: number[] = [];
  const start = performance.now();
  let place = 0;
  while (performance.now() - start < 1000 * seconds) {
    const before = performance.now();
    writeSync(handle, block, 0, block.length, place);
    fdatasyncSync(handle);
    times.push(performance.now() - before);
    place = (place + block.length) % FILE_BYTES;
  }
  closeSync(handle);
  rmSync(file);
  const medianMs = quantile(times, 0.5);
  return { perSecond: (1000 * times.length) / (performance.now() - start), medianMs };
}

/** Returns the value below which so large a share lies; 0 if there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
