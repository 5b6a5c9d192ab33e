/**
 * Builds the page once for a run of tests and reads it, as the command does for the service.
 */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { readDashboardAssets } from '../../../../cli/src/dashboard-assets.ts';
import type { Asset } from '../../../../service/src/index.ts';
import type {} from './shared-folder.ts';

const PACKAGE_FOLDER = path.resolve(import.meta.dirname, '../../..');

export async function buildPage(): Promise<ReadonlyMap<string, Asset>> {
  const shared = path.join(inject('sharedFolder'), 'page');
  if (!existsSync(shared)) await buildInto(shared);
  return (await readDashboardAssets(shared))!;
}

/** Nobody sees half a page, and of two that build at the same time the first is used. */
async function buildInto(shared: string): Promise<void> {
  const { build } = await import('vite');
  const folder = `${shared}-${process.pid}`;
  await build({
    root: PACKAGE_FOLDER,
    configFile: path.join(PACKAGE_FOLDER, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
    build: { outDir: path.join(folder, 'dist'), emptyOutDir: true },
  });
  await rename(folder, shared).catch(async (error) => {
    await rm(folder, { recursive: true });
    if (!existsSync(shared)) throw error;
  });
}
