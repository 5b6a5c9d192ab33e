/**
 * How much memory is in use, of all that there is: of what the engine gives a thread for objects that stay, and of what the machine gives the process.
 *
 * The engine's own limit counts room for young objects as well, which is never full for long: a thread runs out of memory when what stays has none left.
 * Threads were told how much that is; the first one knows only the sum. A thread ends as soon as all that is young would no longer fit beside what
 * is old, in case it stays: so that much is never free. Young objects have three spaces of the same size, of which two are in use at a time.
 *
 * Beside the heaps of its threads a process has memory that none of these limits counts, above all the matrices of what policies have learnt. Where the system tells, what it
 * can take back (pages of files) does not count as used.
 */
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { type ResourceLimits, resourceLimits } from 'node:worker_threads';

export interface MemoryUse {
  /** With garbage that waits to be collected. */
  readonly usedBytes: number;
  readonly limitBytes: number;
}

const MEGABYTE = 1 << 20;
const YOUNG_SHARE_USED = 2 / 3;
/** Three spaces of 64 MB, and a quarter of all where that is less. */
const YOUNG_BYTES_MAX = 192 * MEGABYTE;
const YOUNG_SHARE_MAX = 0.25;

/** With what this thread was told, or another. */
export function oldSpaceUse(told: ResourceLimits = resourceLimits): MemoryUse {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'));
  const usedBytes = old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  return { usedBytes, limitBytes: limitBytes(told) };
}

function limitBytes(told: ResourceLimits): number {
  const { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young = 0 } = told;
  if (old !== undefined) return (old - YOUNG_SHARE_USED * young) * MEGABYTE;
  const { heap_size_limit: all } = getHeapStatistics();
  return all - Math.min(YOUNG_BYTES_MAX, YOUNG_SHARE_MAX * all);
}

/** Of the whole process, where the machine or its container ends it at the limit. */
export function processUse(): MemoryUse {
  return { usedBytes: ownBytes(), limitBytes: machineBytes() };
}

/** What the machine has, or the container gives if that is less. */
export function machineBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function ownBytes(): number {
  try {
    const told = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    if (told !== null) return 1024 * Number(told[1]);
  } catch {
    // Only Linux tells it there.
  }
  return process.memoryUsage.rss();
}
