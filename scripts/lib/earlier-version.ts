/**
 * An earlier commit of this repository in a folder of its own, ready to run: to measure against it, or to have it write
 * what this version must read.
 *
 * Packages of others are the ones that are installed here. Those of the repository are the earlier ones, or the earlier
 * program would run today's core.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY_ROOT } from './repository.ts';

const OWN_SCOPE = '@hedgerow';

export interface EarlierVersion {
  readonly root: string;
  remove(): void;
}

/** Returns null where the commit is not at hand: no git, or a clone without its history. */
export function earlierVersion(commit: string): EarlierVersion | null {
  const root = mkdtempSync(path.join(tmpdir(), 'hedgerow-earlier-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    const archive = git(['archive', '--format=tar', commit, 'packages', 'bench', 'package.json']);
    execFileSync('tar', ['-x', '-C', root], { input: archive, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch {
    remove();
    return null;
  }
  linkPackages(root);
  return { root, remove };
}

function git(words: readonly string[]): Buffer {
  return execFileSync('git', words, {
    cwd: REPOSITORY_ROOT,
    maxBuffer: 1 << 29,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function linkPackages(root: string): void {
  const [here, there] = [REPOSITORY_ROOT, root].map((folder) => path.join(folder, 'node_modules'));
  mkdirSync(path.join(there!, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(here!)) {
    if (name !== OWN_SCOPE) symlinkSync(path.join(here!, name), path.join(there!, name));
  }
  for (const name of readdirSync(path.join(root, 'packages'))) {
    symlinkSync(path.join(root, 'packages', name), path.join(there!, OWN_SCOPE, name));
  }
}
