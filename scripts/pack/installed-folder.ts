/**
 * A folder in which a stranger has installed hedgerow: packages are packed as for the registry and installed
 * from these files.
 *
 * What they depend on comes from the registry with `installInto`, as for everyone. `unpackInto` is for
 * large families: it unpacks the files and links what they declare, and what that declares, to the
 * workspace's own. That takes no time and is no less strict: what is not declared is not found.
 */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ManifestContent } from '../lib/manifest.ts';
import { REPOSITORY_ROOT } from '../lib/repository.ts';

const run = promisify(execFile);

/** Packs packages, by the names of their folders, into files of `folder`; returns these in that order. */
export async function packInto(folder: string, names: readonly string[]): Promise<string[]> {
  const workspaces = names.flatMap((name) => ['-w', `packages/${name}`]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder, ...workspaces], {
    cwd: REPOSITORY_ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = readdirSync(folder);
  return names.map((name) => {
    const start = name === 'cli' ? /^hedgerow-\d/ : new RegExp(`^hedgerow-${name}-\\d`);
    return path.join(folder, files.find((file) => start.test(file)) ?? `no file of ${name}`);
  });
}

/** Installs packages into a new project, without what they offer as optional. */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  await run('npm', ['install', ...quiet, ...packages], { cwd: folder });
}

/** Unpacks packages into a new project, with links to all that they depend on. */
export async function unpackInto(folder: string, packages: readonly string[]): Promise<void> {
  const declared: string[] = [];
  for (const file of packages) {
    const draft = path.join(folder, 'unpacked');
    mkdirSync(draft, { recursive: true });
    await run('tar', ['xzf', file, '-C', draft]);
    const manifest = readManifest(path.join(draft, 'package'));
    const home = path.join(folder, 'node_modules', manifest.name!);
    mkdirSync(path.dirname(home), { recursive: true });
    renameSync(path.join(draft, 'package'), home);
    declared.push(...Object.keys(manifest.dependencies ?? {}));
  }
  for (const name of withTheirs(declared.filter((one) => !one.startsWith('@hedgerow/')))) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(REPOSITORY_ROOT, 'node_modules', name), link, 'junction');
  }
}

/** Returns packages of the workspace with all that they depend on. */
function withTheirs(names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const folder = path.join(REPOSITORY_ROOT, 'node_modules', name);
    // What is not at the top is inside of the package that needs it, and comes along with its link.
    const theirs = existsSync(folder) ? Object.keys(readManifest(folder).dependencies ?? {}) : [];
    for (const one of theirs) found.add(one);
  }
  return found;
}

function readManifest(folder: string): ManifestContent {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as ManifestContent;
}

/** Returns the names of the packages in a project. */
export function installedPackages(folder: string): string[] {
  return readdirSync(path.join(folder, 'node_modules'))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(path.join(folder, 'node_modules', name)).map((part) => `${name}/${part}`)
        : [name],
    );
}

/**
 * Returns the path of a Node of this major version: one of the machine, or else the newest of the registry,
 * which is kept beside the other caches.
 */
export async function nodeOf(major: number): Promise<string> {
  for (const node of nodesOnPath()) if ((await majorOf(node)) === major) return node;
  const cache = path.join(REPOSITORY_ROOT, 'node_modules', '.cache', 'hedgerow', `node-${major}`);
  const { platform, arch } = process;
  const start = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${start}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const suffix = platform === 'win32' ? '.exe' : '';
  const binary = path.join(cache, 'node_modules', name, 'bin', `node${suffix}`);
  if (!existsSync(binary)) {
    await installInto(cache, [`${name}@${major}`]);
    // A third of it is headers for compilers.
    const headers = path.join(cache, 'node_modules', name, 'include');
    rmSync(headers, { recursive: true, force: true });
  }
  return binary;
}

function nodesOnPath(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [process.execPath, ...folders.map((folder) => path.join(folder, 'node'))].filter((file) =>
    existsSync(file),
  );
}

async function majorOf(node: string): Promise<number> {
  const { stdout } = await run(node, ['--version']);
  return Number(/^v(\d+)/.exec(stdout)?.[1]);
}
