/**
 * What `npm pack` and `npm publish` run before they pack a package: its build, whole and of today.
 *
 *     dist/      JavaScript, types and source maps that carry their source; nothing whose source is gone
 *     LICENSE    the one of the repository
 *     pages/     in `hedgerow` alone: the page of the service and the guide, built
 *
 * The client speaks of what travels in the types of the service, and must not pull the service in. These
 * types stand in one file that imports nothing but the core, so the client takes a copy of its
 * declarations along.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { readDashboardAssets } from '../../packages/cli/src/dashboard-assets.ts';
import { readGuideAssets } from '../../packages/cli/src/guide-assets.ts';
import { REPOSITORY_ROOT } from '../lib/repository.ts';

const WIRE = '@hedgerow/service/wire';
const packages = path.join(REPOSITORY_ROOT, 'packages');

await prepare(path.basename(process.cwd()));

async function prepare(name: string): Promise<void> {
  const folder = path.join(packages, name);
  compile(folder);
  copyFileSync(path.join(REPOSITORY_ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  if (name === 'client') bringWireTypes(path.join(folder, 'dist'));
  if (name === 'cli') await bringPages(folder);
}

function compile(folder: string): void {
  const dist = path.join(folder, 'dist');
  // The compiler trusts its notes and not what it finds, so a dist that was deleted would stay empty.
  if (!existsSync(dist)) rmSync(path.join(folder, 'tsconfig.tsbuildinfo'), { force: true });
  const { status } = spawnSync(`tsc -b "${folder}"`, { stdio: 'inherit', shell: true });
  if (status !== 0) throw new Error(`${folder} does not compile; nothing is packed.`);
  for (const file of filesIn(dist)) {
    const source = path.join(folder, 'src', file.replace(/(\.d\.ts|\.js|\.js\.map)$/, '.ts'));
    if (!existsSync(source) || isForTests(file)) rmSync(path.join(dist, file));
  }
}

function isForTests(file: string): boolean {
  return file.split(path.sep).includes('testing');
}

function bringWireTypes(dist: string): void {
  copyFileSync(path.join(packages, 'service/dist/wire.d.ts'), path.join(dist, 'wire.d.ts'));
  for (const name of filesIn(dist).filter((entry) => entry.endsWith('.d.ts'))) {
    const file = path.join(dist, name);
    const way = path.relative(path.dirname(file), path.join(dist, 'wire.js'));
    const text = readFileSync(file, 'utf8').replaceAll(`'${WIRE}'`, `'./${toPosix(way)}'`);
    writeFileSync(file, text);
  }
}

/** Reading them builds them where they are older than their sources. */
async function bringPages(folder: string): Promise<void> {
  await readDashboardAssets();
  await readGuideAssets();
  rmSync(path.join(folder, 'pages'), { recursive: true, force: true });
  for (const name of ['dashboard', 'guide']) {
    const built = path.join(packages, name, 'dist');
    cpSync(built, path.join(folder, 'pages', name, 'dist'), { recursive: true });
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function toPosix(file: string): string {
  return file.replaceAll(path.sep, '/');
}
