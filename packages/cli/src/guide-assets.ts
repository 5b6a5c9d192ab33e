/**
 * The guide, read into memory and served under /guide.
 *
 * In a clone it is built by `npm run site` when it is missing or older than the documentation. What the
 * packages export is part of it, too, but is no reason to build: who works on a package starts services
 * often, and reads its reference seldom. Where there is no guide, the service runs without.
 */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Asset } from '@hedgerow/service';
import { readAssetFiles } from './asset-files.ts';
import { newestIn } from './newest-in.ts';
import { pageFolder } from './page-folder.ts';
import { tryToBuild } from './try-to-build.ts';

/** What builds it in a clone, and what else it is made from; both seen from its folder. */
const BUILDER = '../../scripts/site/build-site.ts';
const SOURCES = ['src', '../../docs', '../../README.md', '../../scripts/site'];

/** Returns the files of the guide by their path; none if there is no guide. */
export async function readGuideAssets(
  folder: string = pageFolder('guide'),
): Promise<ReadonlyMap<string, Asset>> {
  const builder = path.join(folder, BUILDER);
  if (existsSync(builder) && !isCurrent(folder)) {
    await tryToBuild('the guide', () => runBuilder(builder));
  }
  const built = path.join(folder, 'dist');
  return existsSync(built) ? readAssetFiles(built, '/guide/') : new Map();
}

function isCurrent(folder: string): boolean {
  const first = statSync(path.join(folder, 'dist', 'index.html'), { throwIfNoEntry: false });
  const newest = Math.max(...SOURCES.map((name) => newestIn(path.join(folder, name))));
  return first !== undefined && first.mtimeMs >= newest;
}

/** In a process of its own: what it loads to build is not needed to serve. */
async function runBuilder(builder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--conditions=@hedgerow/source', builder]);
}
