/**
 * The page of the service, read into memory: from packages/dashboard/dist in a clone, from the folder
 * `page` of the published package, which was built when it was packed.
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
const PUBLISHED_PAGE = fileURLToPath(new URL('../page', import.meta.url));

/** Returns the files of the page by their path; null if there is no page. */
export async function readDashboardAssets(
  folder: string = DASHBOARD_FOLDER,
): Promise<ReadonlyMap<string, Asset> | null> {
  if (hasSources(folder) && !isBuilt(folder)) {
    await tryToBuild('the page', () => buildDashboard(folder));
  }
  const built = existsSync(folder) ? path.join(folder, 'dist') : PUBLISHED_PAGE;
  if (existsSync(path.join(built, 'index.html'))) return readAssetFiles(built, '/');
  process.stderr.write('hedgerow: there is no page to serve; the API works without it.\n');
  return null;
}
