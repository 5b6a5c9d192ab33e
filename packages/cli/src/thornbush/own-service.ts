/**
 * A service for the grid alone: on a free port of this machine, with a journal in a folder that is
 * thrown away afterwards.
 */
import type { RunningService } from '@hedgerow/service';

/** Starts it; close it. */
export async function startOwnService(data: string): Promise<RunningService> {
  const { readSettings, startService } = await import('@hedgerow/service');
  const flags = {
    data,
    port: '0',
    logLevel: 'silent',
    rateLimit: '0',
    dashboard: false,
    metrics: false,
  };
  return await startService(readSettings({ flags }));
}
