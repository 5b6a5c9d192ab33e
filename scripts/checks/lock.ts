/**
 * The lock file holds what every platform needs, and not only the one that wrote it.
 *
 * A package with native code lists one optional dependency a platform. npm leaves those out that it
 * cannot find, and those of other platforms when it writes the lock beside an installed
 * node_modules. `npm ci` elsewhere then fails, or installs a package without its binary. So
 * everything that a locked package asks for must be in the lock itself, where Node would look for it:
 * in the node_modules of its own folder or of one above.
 */
import type { Finding } from '../lib/finding.ts';
import type { SourceFile } from '../lib/repository.ts';

export interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Returns the packages of a package-lock.json by their folder. */
export function lockedPackages(text: string): LockedPackages {
  return (JSON.parse(text) as { packages: LockedPackages }).packages;
}

/** Returns a finding for each package that is asked for and is not in the lock. */
export function checkLock(lock: SourceFile): Finding[] {
  const packages = lockedPackages(lock.text);
  const lines = lock.text.split('\n');
  return Object.entries(packages).flatMap(([folder, locked]) =>
    missingOf(packages, folder).map((name) => ({
      file: lock.file,
      line: lines.findIndex((line) => line.trimStart().startsWith(`"${folder}":`)) + 1,
      rule: `${folder}@${locked.version} asks for ${name}, which is not locked`,
      replacement:
        'run "npm run relock"; if it stays, the registry lacks that binary: take a version that has them all',
    })),
  );
}

/** Returns the names of what a locked package asks for and does not get. */
export function missingOf(packages: LockedPackages, folder: string): string[] {
  const { dependencies, optionalDependencies } = packages[folder]!;
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !isReachable(packages, folder, name),
  );
}

function isReachable(packages: LockedPackages, folder: string, name: string): boolean {
  const inside = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (inside in packages) return true;
  if (folder === '') return false;
  const above = folder.lastIndexOf('/node_modules/');
  return isReachable(packages, above < 0 ? '' : folder.slice(0, above), name);
}
