/**
 * Writes package-lock.json for every platform: `npm run relock`, after packages were added or raised.
 *
 * Beside an installed node_modules npm writes only what is installed, and so leaves out the binaries
 * of other platforms (npm/cli issue 4828). Here it sees the manifests and the lock alone, in a folder of
 * their own. Packages that are locked without what they ask for are forgotten first, since npm trusts what
 * is in a lock.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLock, lockedPackages, missingOf } from './checks/lock.ts';
import { describeFinding } from './lib/finding.ts';
import { listFiles, REPOSITORY_ROOT } from './lib/repository.ts';

const LOCK = 'package-lock.json';

process.exitCode = main();

function main(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-lock-'));
  try {
    for (const file of manifests()) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      copyFileSync(path.join(REPOSITORY_ROOT, file), path.join(folder, file));
    }
    const ours = path.join(REPOSITORY_ROOT, LOCK);
    let text = readFileSync(ours, 'utf8');
    // Forgetting a package may leave the one that asks for it incomplete: hence twice.
    for (let turn = 0; turn < 2; turn++) {
      writeFileSync(path.join(folder, LOCK), forgetIncomplete(text));
      if (!install(folder)) return 1;
      text = readFileSync(path.join(folder, LOCK), 'utf8');
    }
    writeFileSync(ours, text);
    return report(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function manifests(): string[] {
  return listFiles().filter((file) => /^(packages\/[^/]+\/)?package\.json$/.test(file));
}

/** Returns the lock without the packages that lack something, so that npm asks the registry anew. */
function forgetIncomplete(text: string): string {
  const lock = JSON.parse(text) as { packages: Record<string, unknown> };
  const packages = lockedPackages(text);
  const isIncomplete = (folder: string) =>
    folder.includes('node_modules/') && missingOf(packages, folder).length > 0;
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).filter(([folder]) => !isIncomplete(folder)),
  );
  return JSON.stringify(lock, null, 2);
}

function install(folder: string): boolean {
  const command = 'npm install --package-lock-only --no-audit --no-fund';
  return spawnSync(command, { cwd: folder, stdio: 'inherit', shell: true }).status === 0;
}

function report(text: string): number {
  const findings = checkLock({ file: LOCK, text });
  for (const finding of findings) process.stderr.write(`${describeFinding(finding)}\n`);
  return findings.length === 0 ? 0 : 1;
}
