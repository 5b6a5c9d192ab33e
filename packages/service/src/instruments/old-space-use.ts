/**
 * How much of the memory for what stays is in use, of all that the engine gives a thread.
 *
 * The engine's own limit counts room for young objects as well, which is never full for long: a thread runs out of memory when what stays has none left.
 * Threads were told how much that is; the first one knows only the sum.
 */
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';
import type { HeapUse } from './heap-use.ts';

const MEGABYTE = 1 << 20;
/** Three spaces of 64 MB, and a quarter of all where that is less. */
const YOUNG_BYTES_MAX = 192 * MEGABYTE;
const YOUNG_SHARE_MAX = 0.25;

export function oldSpaceUse(): HeapUse {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'));
  const usedBytes = old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  return { usedBytes, limitBytes: limitBytes() };
}

function limitBytes(): number {
  const told = resourceLimits.maxOldGenerationSizeMb;
  if (told !== undefined) return told * MEGABYTE;
  const { heap_size_limit: all } = getHeapStatistics();
  return all - Math.min(YOUNG_BYTES_MAX, YOUNG_SHARE_MAX * all);
}
