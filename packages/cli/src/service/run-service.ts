/**
 * Runs a service in this process: starts it, does what the caller wants once it answers, and waits for
 * the signal to stop.
 *
 * The service is loaded only here, because most commands do without it and start faster so.
 */
import type { Asset, RunningService } from '@hedgerow/service';
import type { Settings } from '@hedgerow/service/settings';
import { readDashboardAssets } from '../dashboard-assets.ts';
import { readGuideAssets } from '../guide-assets.ts';
import { CommandFailure } from '../output/exit-codes.ts';

/** Returns when the service has been stopped. */
export async function runService(
  settings: Settings,
  whenReady: (service: RunningService) => Promise<void>,
): Promise<void> {
  const { createLogger, stopOnSignal, systemClock } = await import('@hedgerow/service');
  const logger = createLogger({ level: settings.logLevel, clock: systemClock });
  const service = await openService(settings);
  const stopped = stopOnSignal({ service, logger, shutdownSeconds: settings.shutdownSeconds });
  try {
    await Promise.race([whenReady(service), stopped]);
  } catch (error) {
    await service.close();
    throw error;
  }
  await stopped;
}

async function openService(settings: Settings): Promise<RunningService> {
  const { StartFailure, startService } = await import('@hedgerow/service');
  const assets = settings.dashboard ? await readPages() : null;
  try {
    return await startService(settings, assets === null ? {} : { assets });
  } catch (error) {
    throw error instanceof StartFailure ? new CommandFailure(error.message) : error;
  }
}

/** The page, and the guide beside it; without a page, nothing for people to read is served. */
async function readPages(): Promise<ReadonlyMap<string, Asset> | null> {
  const page = await readDashboardAssets();
  return page === null ? null : new Map([...page, ...(await readGuideAssets())]);
}
