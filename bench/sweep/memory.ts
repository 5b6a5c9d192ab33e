/** How much memory the trial set takes, for few trials and for many. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface MemoryUse {
  readonly trialCount: number;
  /** Largest resident memory of a fresh process, in megabytes. */
  readonly megabytesMax: number;
}

export function measureMemory(trialCount: number, roundCount: number): MemoryUse {
  const file = fileURLToPath(new URL('memory-run.ts', import.meta.url));
  const words = [...process.execArgv, file, String(trialCount), String(roundCount)];
  const megabytesMax = Number(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  return { trialCount, megabytesMax };
}
