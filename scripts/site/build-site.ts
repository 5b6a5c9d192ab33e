/**
 * Builds the site into packages/guide/dist: `npm run site`.
 *
 * vite makes the script and the style, make-site.ts the pages around them. All of it is written into a
 * folder of this process, which then takes the place of dist at once: a service that reads dist meanwhile
 * never sees half a guide.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { makeSite, type Site } from './make-site.ts';
import type { SiteFiles } from './page-html.ts';

const GUIDE = path.join(REPOSITORY_ROOT, 'packages/guide');
const MARK = 'packages/dashboard/src/shell/mark.svg';

/** Builds the site into `folder` and returns what was written there. */
export async function buildSite(folder: string): Promise<Site> {
  const fresh = path.join(GUIDE, '.cache', `build-${process.pid}`);
  const old = path.join(GUIDE, '.cache', `old-${process.pid}`);
  await build({ root: GUIDE, logLevel: 'error', build: { outDir: fresh, emptyOutDir: true } });
  const site = makeSite(builtFiles(fresh));
  for (const [address, content] of site.files) write(path.join(fresh, address), content);
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
  return site;
}

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
}

/** Returns what vite named its files; its manifest is read here and needed nowhere else. */
function builtFiles(folder: string): Omit<SiteFiles, 'sections'> {
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>;
  rmSync(manifestFile);
  const { file, css = [] } = manifest['src/main.ts']!;
  const mark = 'assets/mark.svg';
  write(path.join(folder, mark), readFileSync(path.join(REPOSITORY_ROOT, MARK)));
  return { script: file, styles: css, mark };
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

if (import.meta.main) {
  const { pages, files } = await buildSite(path.join(GUIDE, 'dist'));
  console.log(
    `${pages.length} pages and ${files.size - pages.length} other files in packages/guide/dist`,
  );
}
