/**
 * Group commit on a slow disk: with a sync that takes three milliseconds, whoever waits together must be
 * served together. The sync is slowed by the library of the tests with power cuts; without a C compiler
 * there is none.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileShim } from '../../packages/service/src/faults/testing/compile-shim.ts';
import { type LoadMeasurement, measureLoad, withService } from './measure-load.ts';

const SYNC_MICROSECONDS = '3000';
const PLENTY = 1000;

export interface SlowDisk {
  readonly grouped: LoadMeasurement;
  readonly ungrouped: LoadMeasurement;
}

export interface SlowDiskOptions {
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Returns null where there is no compiler. */
export async function measureSlowDisk(options: SlowDiskOptions): Promise<SlowDisk | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-shim-'));
  try {
    const shim = compileShim(folder);
    if (shim === null) return null;
    const environment = { ...shim, HEDGEROW_DISK_SYNC_US: SYNC_MICROSECONDS };
    return {
      grouped: await measure(true, environment, options),
      ungrouped: await measure(false, environment, options),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(
  isGrouped: boolean,
  environment: Readonly<Record<string, string>>,
  { connections, warmUpSeconds, seconds }: SlowDiskOptions,
): Promise<LoadMeasurement> {
  const options = { isSynced: true, isGrouped, waitingMax: PLENTY };
  return withService(
    options,
    async (service) => {
      await measureLoad(service, { connections, seconds: warmUpSeconds });
      return await measureLoad(service, { connections, seconds });
    },
    environment,
  );
}
