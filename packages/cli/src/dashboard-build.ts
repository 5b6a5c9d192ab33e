/**
 * Builds the page of the service where its sources are at hand: in a clone.
 *
 * vite is a tool of the workspace and no dependency of the command, so it is looked for when it is needed.
 * It builds into a folder of this process, which then takes the place of dist at once: a
 * service that reads dist meanwhile never sees half a page.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { newestIn } from './newest-in.ts';

/** What the page is made from, seen from its folder: itself, and the packages that it bundles. */
const SOURCES = [
  'index.html',
  'src',
  'vite.config.ts',
  '../core/src',
  '../client/src',
  '../lab/src',
];

interface Vite {
  build(options: {
    readonly root: string;
    readonly logLevel: 'error';
    readonly build: { readonly outDir: string; readonly emptyOutDir: boolean };
  }): Promise<unknown>;
}

/** Returns whether the page in `folder` is built, and not older than what it is made from. */
export function isBuilt(folder: string): boolean {
  const page = statSync(path.join(folder, 'dist', 'index.html'), { throwIfNoEntry: false });
  return page !== undefined && page.mtimeMs >= newestSource(folder);
}

/** Returns whether the page could be built: its sources are here. */
export function hasSources(folder: string): boolean {
  return existsSync(path.join(folder, 'src'));
}

/** Builds the page into the folder's dist. */
export async function buildDashboard(folder: string): Promise<void> {
  const { build } = (await import(import.meta.resolve('vite'))) as Vite;
  const fresh = path.join(folder, '.cache', `build-${process.pid}`);
  const old = path.join(folder, '.cache', `old-${process.pid}`);
  const built = path.join(folder, 'dist');
  await build({ root: folder, logLevel: 'error', build: { outDir: fresh, emptyOutDir: true } });
  if (existsSync(built)) renameSync(built, old);
  renameSync(fresh, built);
  rmSync(old, { recursive: true, force: true });
}

function newestSource(folder: string): number {
  return Math.max(...SOURCES.map((name) => newestIn(path.join(folder, name))));
}
