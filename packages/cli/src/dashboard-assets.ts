/**
 * The page of the service, read from packages/dashboard/dist into memory.
 *
 * In a clone the page is built when it is missing or older than its sources; where it cannot be built the
 * service runs without it, and says so.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asset } from '@hedgerow/service';
import { readAssetFiles } from './asset-files.ts';
import { buildDashboard, hasSources, isBuilt } from './dashboard-build.ts';
import { tryToBuild } from './try-to-build.ts';

const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard', import.meta.url));

/** Returns the files of the page by their path; null if there is no page. */
export async function readDashboardAssets(
  folder: string = DASHBOARD_FOLDER,
): Promise<ReadonlyMap<string, Asset> | null> {
  if (hasSources(folder) && !isBuilt(folder)) {
    await tryToBuild('the page', () => buildDashboard(folder));
  }
  const built = path.join(folder, 'dist');
  if (existsSync(path.join(built, 'index.html'))) return readAssetFiles(built, '/');
  process.stderr.write('hedgerow: there is no page to serve; the API works without it.\n');
  return null;
}
