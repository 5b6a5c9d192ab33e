/**
 * How much of the memory for what stays is in use, of all that the engine gives a thread.
 *
 * The engine's own limit counts room for young objects as well, which is never full for long: a thread runs out of memory when what stays has none left.
 * Threads were told how much that is; the first one knows only the sum. A thread ends as soon as all that is young would no longer fit beside what
 * is old, in case it stays: so that much is never free. Young objects have three spaces of the same size, of which two are in use at a time.
 */
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { type ResourceLimits, resourceLimits } from 'node:worker_threads';

export interface OldSpaceUse {
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
export function oldSpaceUse(told: ResourceLimits = resourceLimits): OldSpaceUse {
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
