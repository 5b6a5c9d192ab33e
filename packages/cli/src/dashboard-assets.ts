/**
 * The page of the service, read into memory.
 *
 * In a clone the page is built when it is missing or older than its sources; where it cannot be built the
 * service runs without it, and says so.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Asset } from '@hedgerow/service';
import { readAssetFiles } from './asset-files.ts';
import { buildDashboard, hasSources, isBuilt } from './dashboard-build.ts';
import { pageFolder } from './page-folder.ts';
import { tryToBuild } from './try-to-build.ts';

/** Returns the files of the page by their path; null if there is no page. */
export async function readDashboardAssets(
  folder: string = pageFolder('dashboard'),
): Promise<ReadonlyMap<string, Asset> | null> {
  if (hasSources(folder) && !isBuilt(folder)) {
    await tryToBuild('the page', () => buildDashboard(folder));
  }
  const built = path.join(folder, 'dist');
  if (existsSync(path.join(built, 'index.html'))) return readAssetFiles(built, '/');
  process.stderr.write('hedgerow: there is no page to serve; the API works without it.\n');
  return null;
}
