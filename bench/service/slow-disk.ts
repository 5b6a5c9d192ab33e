/**
 * A slow disk: with a sync that takes three milliseconds, whoever waits together must be served together, and at half of
 * what it then takes nobody waits for much more than syncs. The sync is slowed by the library of the tests with power cuts; without a
 * C compiler there is none.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileShim } from '../../packages/service/src/faults/testing/compile-shim.ts';
import { type LoadMeasurement, measureLoad, middle, withService } from './measure-load.ts';
import type { BenchService } from './processes.ts';

/** A sync takes at least as long. */
export const SLOW_SYNC_MS = 3;
const PLENTY = 1000;

export interface SlowDisk {
  readonly grouped: LoadMeasurement;
  readonly ungrouped: LoadMeasurement;
  /** Half of what it takes where decisions share commits; the median of several turns. */
  readonly halfLoad: LoadMeasurement;
}

export interface SlowDiskOptions {
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly turns: number;
}

/** Returns null where there is no compiler. */
export async function measureSlowDisk(options: SlowDiskOptions): Promise<SlowDisk | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-shim-'));
  try {
    const shim = compileShim(folder);
    if (shim === null) return null;
    const environment = { ...shim, HEDGEROW_DISK_SYNC_US: `${1000 * SLOW_SYNC_MS}` };
    const ungrouped = await withSlowDisk(false, environment, (service) => full(service, options));
    return await withSlowDisk(true, environment, async (service) => {
      const grouped = await full(service, options);
      return { grouped, ungrouped, halfLoad: await half(service, grouped, options) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withSlowDisk<Value>(
  isGrouped: boolean,
  environment: Readonly<Record<string, string>>,
  act: (service: BenchService) => Promise<Value>,
): Promise<Value> {
  return withService({ isSynced: true, isGrouped, waitingMax: PLENTY }, act, environment);
}

async function full(
  service: BenchService,
  { connections, warmUpSeconds, seconds }: SlowDiskOptions,
): Promise<LoadMeasurement> {
  await measureLoad(service, { connections, seconds: warmUpSeconds });
  return await measureLoad(service, { connections, seconds });
}

async function half(
  service: BenchService,
  { decisionsPerSecond }: LoadMeasurement,
  { connections, seconds, turns }: SlowDiskOptions,
): Promise<LoadMeasurement> {
  const rate = Math.max(1, decisionsPerSecond / 2);
  const found: LoadMeasurement[] = [];
  for (let turn = 0; turn < turns; turn++) {
    found.push(await measureLoad(service, { connections, seconds, rate }));
  }
  return middle(found, ({ p99Ms }) => p99Ms);
}
