/**
 * Builds the page into a folder of its own and reads it, as the command does for the service.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { readDashboardAssets } from '../../../../cli/src/dashboard-assets.ts';
import type { Asset } from '../../../../service/src/index.ts';

const PACKAGE_FOLDER = path.resolve(import.meta.dirname, '../../..');

export async function buildPage(): Promise<ReadonlyMap<string, Asset>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-page-'));
  try {
    await build({
      root: PACKAGE_FOLDER,
      configFile: path.join(PACKAGE_FOLDER, 'vite.config.ts'),
      logLevel: 'error',
      mode: 'production',
      build: { outDir: path.join(folder, 'dist'), emptyOutDir: true },
    });
    return (await readDashboardAssets(folder))!;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
