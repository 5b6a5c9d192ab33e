/**
 * How much memory each thread that decides may use for what stays.
 *
 * The machine, or the container, ends the whole process where it needs more than there is. So what the process needs beside these threads is left out first: the program,
 * the threads that answer and write, what is young everywhere. Of the rest a part is left for what policies have learnt, which is in no heap; how full the whole process
 * is, is looked at as well (awake-limit.ts).
 */
import type { Settings } from './settings-table.ts';

const MEGABYTE = 1 << 20;
const RESERVED_MB = 384;
const SHARE = 0.75;
const LEAST_MB = 96;
/** More than this nobody needs, and collections of it take long. */
const MOST_MB = 8192;

/** In megabytes; of one of so many threads, on a machine of so many bytes. */
export function deciderMemory(
  { deciderMemory: told }: Pick<Settings, 'deciderMemory'>,
  deciderCount: number,
  machineBytes: number,
): number {
  if (told !== 'auto') return told;
  const all = SHARE * (machineBytes / MEGABYTE - RESERVED_MB);
  return Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor(all / deciderCount)));
}
