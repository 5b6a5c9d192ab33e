/**
 * Compiles unsafe-disk.c, where there is a compiler (cc, or what CC names) and the system can put it before the C library.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./unsafe-disk.c', import.meta.url));

/** Returns the variables that a process must be started with to have it; null where it cannot be had. */
export function compileShim(folder: string): { readonly LD_PRELOAD: string } | null {
  if (process.platform !== 'linux') return null;
  const library = path.join(folder, 'unsafe-disk.so');
  const options = ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl', '-lpthread'];
  const compiler = process.env.CC ?? 'cc';
  return spawnSync(compiler, options).status === 0 ? { LD_PRELOAD: library } : null;
}
